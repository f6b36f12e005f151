// ranks: 2
// A strided put fills the even elements while the target stores into the odd ones.
#include <mpi.h>

#define PAIRS 100

int main(int argc, char **argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int *cells;
  MPI_Win win;
  MPI_Win_allocate(2 * PAIRS * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);
  MPI_Datatype even;
  MPI_Type_vector(PAIRS, 1, 2, MPI_INT, &even);
  MPI_Type_commit(&even);
  int source[PAIRS];
  for (int i = 0; i < PAIRS; ++i)
    source[i] = i;
  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Put(source, PAIRS, MPI_INT, 1, 0, 1, even, win);
  else
    for (int i = 0; i < PAIRS; ++i)
      cells[2 * i + 1] = -i;
  MPI_Win_fence(0, win);
  int sum = 0;
  for (int i = 0; i < 2 * PAIRS; ++i)
    sum += cells[i];
  MPI_Type_free(&even);
  MPI_Win_free(&win);
  MPI_Finalize();
  return sum == 123456;
}
