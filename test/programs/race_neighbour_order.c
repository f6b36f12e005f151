// ranks: 3
// Along a line a neighbourhood collective orders next neighbours, and nobody else.
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Comm line;
  int periodic = 0;
  MPI_Cart_create(MPI_COMM_WORLD, 1, &size, &periodic, 0, &line);
  int *memory;
  MPI_Win win;
  MPI_Win_allocate(16 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  for (int i = 0; i < 16; ++i)
    memory[i] = rank;
  MPI_Barrier(MPI_COMM_WORLD);
  int value = 5, word = 1, got = 0;
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Put(&value, 1, MPI_INT, 2, 3, 1, MPI_INT, win); // expect: rma-remote-race
    MPI_Win_flush(2, win);
  }
  int sent[2] = {1, 2}, taken[2] = {0, 0};
  MPI_Neighbor_alltoall(sent, 1, MPI_INT, taken, 1, MPI_INT, line);
  got = taken[0];
  if (rank == 2)
    value += memory[3]; // expect: rma-remote-race
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Comm_free(&line);
  MPI_Finalize();
  return got < 0;
}
