// ranks: 2
// Rget and Rput with two buffers in turn; each is used again when its request is complete.
#include <mpi.h>

int main(int argc, char **argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int *table;
  MPI_Win win;
  MPI_Win_allocate(100 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &table, &win);
  for (int i = 0; i < 100; ++i)
    table[i] = i;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  int buffer[2][10], sum = 0;
  MPI_Request request[2];
  MPI_Rget(buffer[0], 10, MPI_INT, 1 - rank, 0, 10, MPI_INT, win, &request[0]);
  for (int block = 1; block <= 10; ++block) {
    int now = block % 2, before = 1 - now;
    if (block < 10)
      MPI_Rget(buffer[now], 10, MPI_INT, 1 - rank, 10 * block, 10, MPI_INT, win, &request[now]);
    MPI_Wait(&request[before], MPI_STATUS_IGNORE);
    for (int i = 0; i < 10; ++i)
      sum += buffer[before][i];
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return sum != 4950;
}
