// ranks: 3
// An operation to a rank that the start did not name.
#include <mpi.h>

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, *memory, value = 1, zero = 0, one = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win win;
  MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
  MPI_Group world, group;
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, 1, rank == 0 ? &one : &zero, &group);
  if (rank == 0) {
    MPI_Win_start(group, 0, win);
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Put(&value, 1, MPI_INT, 2, 0, 1, MPI_INT, win); // expect: rma-bad-target // warn: rma-bad-target
    MPI_Win_complete(win);
  } else if (rank == 1) {
    MPI_Win_post(group, 0, win);
    MPI_Win_wait(win);
  }
  MPI_Group_free(&group);
  MPI_Group_free(&world);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
