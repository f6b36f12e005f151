// ranks: 2
// A scan orders nothing after the higher ranks.
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int *memory;
  MPI_Win win;
  MPI_Win_allocate(16 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  for (int i = 0; i < 16; ++i)
    memory[i] = rank;
  MPI_Barrier(MPI_COMM_WORLD);
  int value = 5, word = 1, got = 0;
  MPI_Win_lock_all(0, win);
  if (rank == 1) {
    MPI_Put(&value, 1, MPI_INT, 0, 3, 1, MPI_INT, win); // expect: rma-remote-race
    MPI_Win_flush(0, win);
  }
  MPI_Scan(&word, &got, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  if (rank == 0)
    value += memory[3]; // expect: rma-remote-race // warn: rma-remote-race
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return got < 0;
}
