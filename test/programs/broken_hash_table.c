// ranks: 3
// A slot claimed by compare_and_swap; its value is put and never flushed before the flag that publishes it.
#include <mpi.h>

enum { KEY, VALUE, READY, WORDS };

static long read(MPI_Win win, int owner, MPI_Aint at) {
  long unused = 0, value;
  MPI_Fetch_and_op(&unused, &value, MPI_LONG, owner, at, MPI_NO_OP, win);
  MPI_Win_flush(owner, win);
  return value;
}

int main(int argc, char **argv) {
  int rank;
  long *table, value = 0;
  const long key = 42, empty = 0, ready = 1;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(WORDS * sizeof(long), sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &table, &win);
  table[KEY] = table[VALUE] = table[READY] = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  if (rank == 1) {
    long found;
    value = 7;
    MPI_Compare_and_swap(&key, &empty, &found, MPI_LONG, 0, KEY, win);
    MPI_Win_flush(0, win);
    MPI_Put(&value, 1, MPI_LONG, 0, VALUE, 1, MPI_LONG, win); // expect: rma-remote-race
    MPI_Accumulate(&ready, 1, MPI_LONG, 0, READY, 1, MPI_LONG, MPI_REPLACE, win);
  } else if (rank == 2) {
    while (read(win, 0, KEY) != 42 || read(win, 0, READY) == 0)
      ;
    MPI_Get(&value, 1, MPI_LONG, 0, VALUE, 1, MPI_LONG, win); // expect: rma-remote-race
    MPI_Win_flush(0, win);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return value == 123456789;
}
