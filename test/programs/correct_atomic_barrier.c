// ranks: 4
// A barrier made of RMA: a counter at rank 0 counts who came, the last one raises everybody's flag; each polls its own.
// It orders flushed puts as MPI_Barrier does.
#include <mpi.h>

enum { COUNT, FLAG, DATA };

static MPI_Win win;
static int rank, size, generation;

static void arrive(void) {
  int one = 1, before, zero = 0, seen;
  ++generation;
  MPI_Win_flush_all(win);
  MPI_Fetch_and_op(&one, &before, MPI_INT, 0, COUNT, MPI_SUM, win);
  MPI_Win_flush(0, win);
  if (before == generation * size - 1)
    for (int to = 0; to < size; ++to) {
      MPI_Accumulate(&generation, 1, MPI_INT, to, FLAG, 1, MPI_INT, MPI_REPLACE, win);
      MPI_Win_flush(to, win);
    }
  do {
    MPI_Fetch_and_op(&zero, &seen, MPI_INT, rank, FLAG, MPI_NO_OP, win);
    MPI_Win_flush(rank, win);
  } while (seen < generation);
}

int main(int argc, char **argv) {
  int *memory, sum = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Win_allocate(8 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  memory[COUNT] = memory[FLAG] = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  for (int round = 0; round < 3; ++round) {
    int value = rank * 10 + round;
    MPI_Put(&value, 1, MPI_INT, (rank + 1) % size, DATA, 1, MPI_INT, win);
    arrive();
    sum += memory[DATA];
    arrive();
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return sum != 30 * ((rank + size - 1) % size) + 3;
}
