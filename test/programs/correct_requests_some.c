// ranks: 3
// Many Rgets and Rputs in flight; Waitsome and Testany say which buffers are free again.
#include <mpi.h>

#define SLOTS 4
#define N 10

int main(int argc, char **argv) {
  int rank, size, done[SLOTS], count, index, flag;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  float *memory, buffers[SLOTS][N], sum = 0;
  MPI_Request requests[SLOTS];
  MPI_Win win;
  MPI_Win_allocate(2 * SLOTS * N * sizeof(float), sizeof(float), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  for (int i = 0; i < 2 * SLOTS * N; ++i)
    memory[i] = rank;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  const int right = (rank + 1) % size;
  for (int slot = 0; slot < SLOTS; ++slot)
    MPI_Rget(buffers[slot], N, MPI_FLOAT, right, slot * N, N, MPI_FLOAT, win, &requests[slot]);
  for (int left = SLOTS; left > 0; left -= count) {
    MPI_Waitsome(SLOTS, requests, &count, done, MPI_STATUSES_IGNORE);
    for (int i = 0; i < count; ++i) {
      sum += buffers[done[i]][0];
      buffers[done[i]][0] = -1;
    }
  }
  for (int slot = 0; slot < SLOTS; ++slot)
    MPI_Rput(buffers[slot], N, MPI_FLOAT, right, (SLOTS + slot) * N, N, MPI_FLOAT, win, &requests[slot]);
  for (int left = SLOTS; left > 0; left -= flag) {
    MPI_Testany(SLOTS, requests, &index, &flag, MPI_STATUS_IGNORE);
    if (flag)
      buffers[index][0] = 0;
  }
  MPI_Win_flush(right, win);
  MPI_Win_unlock_all(win);
  MPI_Barrier(MPI_COMM_WORLD);
  sum += memory[SLOTS * N];
  MPI_Win_free(&win);
  MPI_Finalize();
  return sum != SLOTS * right - 1;
}
