// MPI_Init with the arguments of main, which stay what they were.

#include <mpi.h>
#include <stdio.h>
#include <string.h>

// arguments: one two

int main(int argc, char **argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (argc != 3 || strcmp(argv[1], "one") != 0 || strcmp(argv[2], "two") != 0)
    MPI_Abort(MPI_COMM_WORLD, 1);
  printf("%d %s %s\n", rank, argv[1], argv[2]);
  return MPI_Finalize();
}
