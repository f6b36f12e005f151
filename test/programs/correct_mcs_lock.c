// A queue lock: each rank waits for a flag of its own that its predecessor lowers.
#include <mpi.h>
#include <stdlib.h>

// ranks: 3
// mpi: openmpi mpich
// processes: 1 2

enum { kTail, kNext, kBlocked, kCounter, kWords };

static MPI_Win win;
static int self;

static int fetch(int operand, int target, int where, MPI_Op op) {
  int found;
  MPI_Fetch_and_op(&operand, &found, MPI_INT, target, where, op, win);
  MPI_Win_flush(target, win);
  return found;
}
static void set(int operand, int target, int where) {
  MPI_Accumulate(&operand, 1, MPI_INT, target, where, 1, MPI_INT, MPI_REPLACE, win);
  MPI_Win_flush(target, win);
}

static void acquire(void) {
  set(-1, self, kNext);
  int before = fetch(self, 0, kTail, MPI_REPLACE);
  if (before < 0)
    return;
  set(1, self, kBlocked);
  set(self, before, kNext);
  while (fetch(0, self, kBlocked, MPI_NO_OP)) {
  }
}

static void release(void) {
  int nobody = -1, found;
  MPI_Compare_and_swap(&nobody, &self, &found, MPI_INT, 0, kTail, win);
  MPI_Win_flush(0, win);
  if (found == self)
    return;
  int next;
  while ((next = fetch(0, self, kNext, MPI_NO_OP)) < 0) {
  }
  set(0, next, kBlocked);
}

int main(void) {
  MPI_Init(NULL, NULL);
  int size, *memory, wrong = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &self);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Win_allocate(kWords * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  memory[kTail] = memory[kNext] = -1;
  memory[kBlocked] = memory[kCounter] = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  for (int i = 0; i < 6; ++i) {
    acquire();
    int value;
    MPI_Get(&value, 1, MPI_INT, 0, kCounter, 1, MPI_INT, win);
    MPI_Win_flush(0, win);
    ++value;
    MPI_Put(&value, 1, MPI_INT, 0, kCounter, 1, MPI_INT, win);
    MPI_Win_flush(0, win);
    release();
  }
  MPI_Win_unlock_all(win);
  MPI_Barrier(MPI_COMM_WORLD);
  if (self == 0)
    wrong = memory[kCounter] != 6 * size;
  MPI_Win_free(&win);
  MPI_Finalize();
  return wrong;
}
