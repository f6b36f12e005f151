#include <mpi.h>
#include <stdlib.h>

double sumLeft(const double *values, int n);
double sumRight(const double *other, int n);
void count(long *counts, const int *places, int n);

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, ranks;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  double *halo;
  MPI_Win window;
  MPI_Win_allocate(64 * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &halo,
                   &window);
  long *counts = calloc(100, sizeof(long));
  int *places = malloc(500 * sizeof(int));
  for (int i = 0; i < 500; i++)
    places[i] = i * 7 % 100;
  double out = rank;
  MPI_Win_fence(0, window);
  MPI_Put(&out, 1, MPI_DOUBLE, (rank + 1) % ranks, 0, 1, MPI_DOUBLE, window);
  double sum = sumLeft(halo, 64) + sumRight(halo, 64);
  MPI_Win_fence(0, window);
  count(counts, places, 500);
  MPI_Win_free(&window);
  MPI_Finalize();
  return sum < 0 || counts[3] != 5;
}
