// ranks: 3
// A 1-D halo whose outer neighbours are MPI_PROC_NULL; zero counts touch nothing either.
#include <mpi.h>

#define N 100

int main(int argc, char **argv) {
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int left = rank > 0 ? rank - 1 : MPI_PROC_NULL;
  int right = rank + 1 < size ? rank + 1 : MPI_PROC_NULL;
  float *u;
  MPI_Win win;
  MPI_Win_allocate((N + 2) * sizeof(float), sizeof(float), MPI_INFO_NULL, MPI_COMM_WORLD, &u, &win);
  for (int i = 0; i < N + 2; ++i)
    u[i] = rank;
  for (int t = 0; t < 10; ++t) {
    MPI_Win_fence(0, win);
    MPI_Put(&u[1], 1, MPI_FLOAT, left, N + 1, 1, MPI_FLOAT, win);
    MPI_Put(&u[N], 1, MPI_FLOAT, right, 0, 1, MPI_FLOAT, win);
    MPI_Put(&u[5], 0, MPI_FLOAT, rank, 5, 0, MPI_FLOAT, win);
    MPI_Win_fence(0, win);
    float before = u[0];
    for (int i = 1; i <= N; ++i) {
      float here = u[i];
      u[i] = 0.25f * before + 0.5f * here + 0.25f * u[i + 1];
      before = here;
    }
  }
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
