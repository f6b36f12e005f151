// ranks: 4
// A readers-writer lock of one word: readers add 1, a writer swaps 0 for a large number. Readers get, writers put.
#include <mpi.h>

#define WRITER 1000000

static MPI_Win win;

static long add(long what) {
  long before;
  MPI_Fetch_and_op(&what, &before, MPI_LONG, 0, 0, MPI_SUM, win);
  MPI_Win_flush(0, win);
  return before;
}

static void beginRead(void) {
  while (add(1) >= WRITER)
    add(-1);
}

static void endRead(void) { add(-1); }

static void beginWrite(void) {
  long writer = WRITER, nobody = 0, seen;
  do {
    MPI_Compare_and_swap(&writer, &nobody, &seen, MPI_LONG, 0, 0, win);
    MPI_Win_flush(0, win);
  } while (seen != 0);
}

static void endWrite(void) { add(-WRITER); }

int main(int argc, char **argv) {
  int rank;
  long *memory, pair[2];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(3 * sizeof(long), sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  memory[0] = memory[1] = memory[2] = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  for (int round = 0; round < 4; ++round)
    if (rank % 2 == 0) {
      beginWrite();
      pair[0] = rank + round;
      pair[1] = -pair[0];
      MPI_Put(pair, 2, MPI_LONG, 1, 1, 2, MPI_LONG, win);
      MPI_Win_flush(1, win);
      endWrite();
    } else {
      beginRead();
      MPI_Get(pair, 2, MPI_LONG, 1, 1, 2, MPI_LONG, win);
      MPI_Win_flush(1, win);
      endRead();
      if (pair[0] + pair[1] != 0)
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
