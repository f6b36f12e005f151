// ranks: 2
// The target stores into memory that it has already exposed.
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
  MPI_Group all, other;
  int peer = 1 - rank;
  MPI_Comm_group(MPI_COMM_WORLD, &all);
  MPI_Group_incl(all, 1, &peer, &other);
  int value[4] = {1, 2, 3, 4};
  if (rank == 0) {
    MPI_Win_start(other, 0, win);
    MPI_Put(value, 4, MPI_INT, 1, 2, 4, MPI_INT, win); // expect: rma-remote-race
    MPI_Win_complete(win);
  } else {
    MPI_Win_post(other, 0, win);
    memory[3] = 9; // expect: rma-remote-race // warn: rma-remote-race
    MPI_Win_wait(win);
  }
  MPI_Group_free(&all);
  MPI_Group_free(&other);
  MPI_Win_free(&win);
  MPI_Finalize();
}
