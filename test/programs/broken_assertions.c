// ranks: 2
// mpi: mpich
// Assertions that only the other rank, or the accesses of the run, contradict.
#include <mpi.h>
#include <unistd.h>

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, value = 1, *memory;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win win;
  MPI_Win_allocate(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Group world, group;
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  int other = 1 - rank;
  MPI_Group_incl(world, 1, &other, &group);
  MPI_Win_fence(0, win);
  memory[3] = rank;
  MPI_Win_fence(MPI_MODE_NOSTORE, win); // expect: rma-wrong-assert #1 // warn: rma-wrong-assert
  if (rank == 0) {
    MPI_Win_fence(MPI_MODE_NOPUT, win); // expect: rma-wrong-assert #2
  } else {
    MPI_Win_fence(0, win);
    MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win); // warn: rma-wrong-assert
  }
  MPI_Win_fence(0, win);
  MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
  if (rank == 0) {
    MPI_Win_post(group, MPI_MODE_NOPUT, win); // expect: rma-wrong-assert #3
    MPI_Win_wait(win);
    MPI_Barrier(MPI_COMM_WORLD);
    usleep(300000);
    MPI_Win_post(group, MPI_MODE_NOCHECK, win);
    MPI_Win_wait(win);
  } else {
    MPI_Win_start(group, 0, win);
    MPI_Put(&value, 1, MPI_INT, 0, 1, 1, MPI_INT, win);
    MPI_Win_complete(win);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_start(group, MPI_MODE_NOCHECK, win); // expect: rma-wrong-assert #4
    MPI_Win_complete(win);
  }
  MPI_Group_free(&group);
  MPI_Group_free(&world);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
