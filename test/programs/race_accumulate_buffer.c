// ranks: 2
// The buffer of an accumulate changes before local completion.
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
  int other = 1 - rank, add[4] = {1, 1, 1, 1};
  MPI_Win_lock_all(0, win);
  for (int i = 0; i < 10; ++i) {
    add[i % 4] = i; // expect: rma-local-race // warn: rma-local-race
    MPI_Accumulate(add, 4, MPI_INT, other, 0, 4, MPI_INT, MPI_SUM, win); // expect: rma-local-race
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
