// ranks: 3
// The target polls with MPI_Win_test and computes on other memory meanwhile.
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, size, done = 0;
  double inbox[8], scratch = 1;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Win w;
  MPI_Win_create(inbox, sizeof inbox, sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &w);
  MPI_Group all, group;
  MPI_Win_get_group(w, &all);
  if (rank == 0) {
    int origins[2] = {1, 2};
    MPI_Group_incl(all, 2, origins, &group);
    MPI_Win_post(group, 0, w);
    while (!done) {
      scratch *= 1.000001;
      MPI_Win_test(w, &done);
    }
    scratch += inbox[1] + inbox[2];
  } else {
    int target = 0;
    double x = rank;
    MPI_Group_incl(all, 1, &target, &group);
    MPI_Win_start(group, 0, w);
    MPI_Accumulate(&x, 1, MPI_DOUBLE, 0, rank, 1, MPI_DOUBLE, MPI_REPLACE, w);
    MPI_Win_complete(w);
    x = 0;
    scratch += x;
  }
  MPI_Group_free(&group);
  MPI_Group_free(&all);
  MPI_Win_free(&w);
  MPI_Finalize();
  return scratch < 0;
}
