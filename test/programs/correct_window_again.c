// ranks: 3
// flags: -O0; -O2 -g
// Windows that come and go: the handle and the memory are used again, the communicator is freed while its window lives.
#include <mpi.h>
#include <stdlib.h>

static int exchange(MPI_Win win, const int *memory, int rank, int size, int round) {
  int value = 10 * round + rank;
  MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
  MPI_Put(&value, 1, MPI_INT, (rank + 1) % size, round, 1, MPI_INT, win);
  MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
  return memory[round];
}

int main(int argc, char **argv) {
  int rank, size, sum = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int *memory = (int *)calloc(8, sizeof(int));
  for (int round = 0; round < 4; ++round) {
    MPI_Comm comm;
    MPI_Win win;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Win_create(memory, 8 * sizeof(int), sizeof(int), MPI_INFO_NULL, comm, &win);
    MPI_Comm_free(&comm);
    sum += exchange(win, memory, rank, size, round);
    MPI_Win_free(&win);
    memory[round] = -1; // nobody's window any more
    if (round == 1) {
      free(memory);
      memory = (int *)calloc(8, sizeof(int));
    }
  }
  free(memory);
  MPI_Finalize();
  return sum != 60 + 4 * ((rank + size - 1) % size);
}
