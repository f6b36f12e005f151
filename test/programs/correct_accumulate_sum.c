// ranks: 4
// All ranks add into the same elements at once: atomic, same op.
#include <mpi.h>

int main(int argc, char **argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  double total[4] = {0}, mine[4] = {1, 2, 3, 4};
  MPI_Win win;
  MPI_Win_create(total, sizeof total, sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  for (int i = 0; i < 3; ++i)
    MPI_Accumulate(mine, 4, MPI_DOUBLE, 0, 0, 4, MPI_DOUBLE, MPI_SUM, win);
  MPI_Win_fence(0, win);
  int wrong = rank == 0 && total[3] != 48;
  MPI_Win_free(&win);
  MPI_Finalize();
  return wrong;
}
