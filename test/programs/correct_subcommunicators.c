// ranks: 4
// Each half of the ranks has its own communicator and window; only the halves synchronize.
#include <mpi.h>

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, local, n;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm half;
  MPI_Comm_split(MPI_COMM_WORLD, rank / 2, -rank, &half);
  MPI_Comm_rank(half, &local);
  MPI_Comm_size(half, &n);
  short *p;
  MPI_Win win;
  MPI_Win_allocate(10 * sizeof(short), sizeof(short), MPI_INFO_NULL, half, &p, &win);
  int sum = 0;
  for (int i = 0; i < (rank < 2 ? 3 : 9); ++i) {
    short x = i;
    MPI_Win_fence(0, win);
    MPI_Put(&x, 1, MPI_SHORT, (local + 1) % n, i, 1, MPI_SHORT, win);
    MPI_Win_fence(0, win);
    sum += p[i];
  }
  MPI_Win_free(&win);
  MPI_Comm_free(&half);
  MPI_Finalize();
  return sum < 0;
}
