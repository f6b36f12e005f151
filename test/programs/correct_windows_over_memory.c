// ranks: 3
// Three windows over one array: one for all of it, two for halves with other displacement units; what one window
// completed is known before another is used, or the bytes differ.
#include <mpi.h>

#define N 24

int main(int argc, char **argv) {
  int rank, size, array[N], out[N];
  MPI_Win whole, lower, upper;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  for (int i = 0; i < N; ++i)
    array[i] = out[i] = rank;
  MPI_Win_create(array, sizeof array, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &whole);
  MPI_Win_create(array, sizeof array / 2, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &lower);
  MPI_Win_create(array + N / 2, sizeof array / 2, 2 * sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &upper);
  const int right = (rank + 1) % size;

  // Halves at once: no byte in common.
  MPI_Win_fence(0, lower);
  MPI_Win_fence(0, upper);
  MPI_Put(out, N / 2, MPI_INT, right, 0, N / 2, MPI_INT, lower);
  MPI_Put(out, N / 2, MPI_INT, right, 0, N / 2, MPI_INT, upper);
  MPI_Win_fence(0, lower);
  MPI_Win_fence(MPI_MODE_NOSUCCEED, upper);
  // The last fence of `lower` opened an epoch in which nothing happens; both were barriers.
  MPI_Win_fence(MPI_MODE_NOSUCCEED, lower);
  MPI_Win_lock_all(0, whole);
  MPI_Get(out, N, MPI_INT, right, 0, N, MPI_INT, whole);
  MPI_Win_flush(right, whole);
  MPI_Barrier(MPI_COMM_WORLD);
  for (int i = 0; i < N; ++i)
    out[i] += 1;
  MPI_Put(out + 10, 4, MPI_INT, right, 10, 4, MPI_INT, whole);
  MPI_Win_unlock_all(whole);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock(MPI_LOCK_SHARED, right, 0, upper);
  MPI_Get(out, 2, MPI_INT, right, 0, 2, MPI_INT, upper);
  MPI_Win_unlock(right, upper);
  int wrong = out[0] != rank + 1 || array[9] != (rank + size - 1) % size;
  MPI_Win_free(&upper);
  MPI_Win_free(&lower);
  MPI_Win_free(&whole);
  MPI_Finalize();
  return wrong;
}
