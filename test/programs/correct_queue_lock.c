// ranks: 4
// The queue lock of Mellor-Crummey and Scott: the tail with rank 0, a node with every rank. Waiting is
// polling of one's own node with an atomic read.
#include <mpi.h>

enum { TAIL = 0, NEXT = 1, BLOCKED = 2, COUNTER = 3, CELLS = 4 };
enum { NOBODY = -1, ROUNDS = 4 };

static int rank, size;
static MPI_Win win;

static int atomicRead(int target, int cell) {
  int unused = 0, value;
  MPI_Fetch_and_op(&unused, &value, MPI_INT, target, cell, MPI_NO_OP, win);
  MPI_Win_flush(target, win);
  return value;
}

static void atomicWrite(int target, int cell, int value) {
  MPI_Accumulate(&value, 1, MPI_INT, target, cell, 1, MPI_INT, MPI_REPLACE, win);
  MPI_Win_flush(target, win);
}

static void acquire(void) {
  int before;
  atomicWrite(rank, NEXT, NOBODY);
  atomicWrite(rank, BLOCKED, 1);
  MPI_Fetch_and_op(&rank, &before, MPI_INT, 0, TAIL, MPI_REPLACE, win);
  MPI_Win_flush(0, win);
  if (before == NOBODY)
    return;
  atomicWrite(before, NEXT, rank);
  while (atomicRead(rank, BLOCKED))
    ;
}

static void release(void) {
  int next = atomicRead(rank, NEXT), nobody = NOBODY, tail;
  if (next == NOBODY) {
    MPI_Compare_and_swap(&nobody, &rank, &tail, MPI_INT, 0, TAIL, win);
    MPI_Win_flush(0, win);
    if (tail == rank)
      return;
    while ((next = atomicRead(rank, NEXT)) == NOBODY)
      ;
  }
  atomicWrite(next, BLOCKED, 0);
}

int main(int argc, char **argv) {
  int *cells, value;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Win_allocate(CELLS * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);
  cells[TAIL] = cells[NEXT] = NOBODY;
  cells[BLOCKED] = cells[COUNTER] = 0;
  MPI_Win_lock_all(MPI_MODE_NOCHECK, win);
  MPI_Win_sync(win);
  MPI_Barrier(MPI_COMM_WORLD);
  for (int round = 0; round < ROUNDS; ++round) {
    acquire();
    MPI_Get(&value, 1, MPI_INT, 0, COUNTER, 1, MPI_INT, win); // neither atomic nor needs to be
    MPI_Win_flush(0, win);
    ++value;
    MPI_Put(&value, 1, MPI_INT, 0, COUNTER, 1, MPI_INT, win);
    MPI_Win_flush(0, win);
    release();
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_sync(win);
  int wrong = rank == 0 && cells[COUNTER] != ROUNDS * size;
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return wrong;
}
