// ranks: 4
// Iterations of a ring with post/start/complete/wait; the halo is read before the wait.
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
  MPI_Group all, left, right;
  int toLeft = (rank + size - 1) % size, toRight = (rank + 1) % size;
  MPI_Comm_group(MPI_COMM_WORLD, &all);
  MPI_Group_incl(all, 1, &toLeft, &left);
  MPI_Group_incl(all, 1, &toRight, &right);
  int mine[4] = {rank, rank, rank, rank};
  for (int i = 0; i < 50; ++i) {
    MPI_Win_post(left, 0, win);
    MPI_Win_start(right, 0, win);
    MPI_Put(mine, 4, MPI_INT, toRight, 0, 4, MPI_INT, win); // expect: rma-remote-race
    MPI_Win_complete(win);
    int halo = memory[2]; // expect: rma-remote-race // warn: rma-remote-race
    MPI_Win_wait(win);
    mine[2] = halo + 1;
  }
  MPI_Group_free(&all);
  MPI_Group_free(&left);
  MPI_Group_free(&right);
  MPI_Win_free(&win);
  MPI_Finalize();
}
