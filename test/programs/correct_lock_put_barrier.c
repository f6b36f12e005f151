// ranks: 4
// Exclusive locks, then a barrier, then the target reads inside its own lock epoch.
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int *slots;
  MPI_Win win;
  MPI_Win_allocate(size * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &slots, &win);
  for (int i = 0; i < size; ++i)
    slots[i] = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  for (int target = 0; target < size; ++target) {
    int gift = 10 * rank + target;
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, target, 0, win);
    MPI_Put(&gift, 1, MPI_INT, target, rank, 1, MPI_INT, win);
    MPI_Win_unlock(target, win);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  int sum = 0;
  MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, win);
  for (int i = 0; i < size; ++i)
    sum += slots[i];
  MPI_Win_unlock(rank, win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return sum < 0;
}
