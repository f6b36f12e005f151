#include <mpi.h>

static void exchange(MPI_Win halo_win, double *edge, int n, int up) {
  MPI_Win_fence(0, halo_win);
  MPI_Put(edge, n, MPI_DOUBLE, up, 0, n, MPI_DOUBLE, halo_win);
}

int main(void) {
  double sum = 0;
  for (int i = 0; i < 12; ++i) {
    exchange(halo_win, edge, 8, up);
	sum += halo[0];
  }
}
