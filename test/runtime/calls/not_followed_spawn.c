// Processes that are started or connected later are not followed, nor what is made with them: the
// communicators with ranks outside MPI_COMM_WORLD disturb nobody.
// mpi: openmpi
// not-followed: MPI_Comm_spawn MPI_Intercomm_merge MPI_Allreduce MPI_Send MPI_Barrier
#include <mpi.h>
#include <stdio.h>

#define CHECK(condition)                                                                           \
  do {                                                                                             \
    if (!(condition)) {                                                                            \
      fprintf(stderr, "%d: line %d: %s\n", rank, __LINE__, #condition);                            \
      MPI_Abort(MPI_COMM_WORLD, 1);                                                                \
    }                                                                                              \
  } while (0)

static int rank;

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm parent, children, all, part;
  MPI_Comm_get_parent(&parent);
  int isChild = parent != MPI_COMM_NULL;
  if (!isChild)
    MPI_Comm_spawn(argv[0], MPI_ARGV_NULL, 1, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &children,
                   MPI_ERRCODES_IGNORE);
  else
    children = parent;
  MPI_Intercomm_merge(children, isChild, &all);
  int sum, one = 1, token = 5;
  MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, all);
  CHECK(sum == 3);
  if (isChild)
    MPI_Recv(&token, 1, MPI_INT, 1, 3, parent, MPI_STATUS_IGNORE);
  else if (rank == 1)
    MPI_Send(&token, 1, MPI_INT, 0, 3, children);
  else
    MPI_Recv(&token, 1, MPI_INT, MPI_PROC_NULL, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  // The parents alone are all in MPI_COMM_WORLD: this one is followed.
  MPI_Comm_split(all, isChild, 0, &part);
  MPI_Barrier(part);
  MPI_Comm_free(&part);
  MPI_Barrier(all);
  if (!isChild)
    printf("%d: %d\n", rank, sum);
  MPI_Comm_free(&all);
  MPI_Comm_disconnect(&children);
  MPI_Finalize();
  return 0;
}
