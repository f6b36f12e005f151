// ranks: 4
// All ranks put into rank 0 in one epoch, each into its own part; rank 0 stores into its own part.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  long *table;
  MPI_Win win;
  MPI_Win_allocate(size * sizeof(long), sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &table, &win);
  long value = 100 + rank;
  MPI_Win_fence(0, win);
  if (rank == 0)
    table[0] = value;
  else
    MPI_Put(&value, 1, MPI_LONG, 0, rank, 1, MPI_LONG, win);
  MPI_Win_fence(0, win);
  if (rank == 0)
    for (int i = 0; i < size; ++i)
      printf("%ld\n", table[i]);
  MPI_Win_free(&win);
  MPI_Finalize();
}
