// ranks: 2
// A strided put writes the elements that the target reads.
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, size;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int *memory, sum = 0, source[10] = {0};
  MPI_Datatype third;
  MPI_Win_allocate(30 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Type_vector(10, 1, 3, MPI_INT, &third);
  MPI_Type_commit(&third);
  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Put(source, 10, MPI_INT, 1, 1, 1, third, win); // expect: rma-remote-race
  else
    for (int i = 0; i < 30; i += 3)
      sum += memory[i + 1]; // expect: rma-remote-race // warn: rma-remote-race
  MPI_Win_fence(0, win);
  MPI_Type_free(&third);
  MPI_Win_free(&win);
  MPI_Finalize();
  return sum == 123456789;
}
