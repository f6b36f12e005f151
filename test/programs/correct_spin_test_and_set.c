// ranks: 4
// Test-and-test-and-set: the lock is read with MPI_NO_OP until it looks free, then tried with
// compare_and_swap; it is given back by an accumulate after the flush. The lock and what it
// protects lie with different ranks.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#define ROUNDS 6

struct lock {
  MPI_Win window;
  int host;
  MPI_Aint at;
};

static void acquire(struct lock *lock) {
  const int free = 0, taken = 1;
  int seen, unused = 0;
  for (;;) {
    do {
      MPI_Fetch_and_op(&unused, &seen, MPI_INT, lock->host, lock->at, MPI_NO_OP, lock->window);
      MPI_Win_flush(lock->host, lock->window);
    } while (seen != free);
    MPI_Compare_and_swap(&taken, &free, &seen, MPI_INT, lock->host, lock->at, lock->window);
    MPI_Win_flush(lock->host, lock->window);
    if (seen == free)
      return;
  }
}

static void release(struct lock *lock) {
  const int free = 0;
  MPI_Win_flush_all(lock->window); // what was written under the lock
  MPI_Accumulate(&free, 1, MPI_INT, lock->host, lock->at, 1, MPI_INT, MPI_REPLACE, lock->window);
  MPI_Win_flush(lock->host, lock->window);
}

int main(int argc, char **argv) {
  int rank, size;
  long *memory;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  struct lock lock = {.host = size - 1, .at = 0};
  MPI_Win_allocate(4 * sizeof(long), sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &lock.window);
  for (int i = 0; i < 4; ++i)
    memory[i] = 0;
  MPI_Win_lock_all(0, lock.window);
  MPI_Barrier(MPI_COMM_WORLD);
  for (int round = 0; round < ROUNDS; ++round) {
    long account[2];
    acquire(&lock);
    MPI_Get(account, 2, MPI_LONG, 0, 1, 2, MPI_LONG, lock.window);
    MPI_Win_flush_local(0, lock.window);
    account[0] += 1;
    account[1] -= 1;
    MPI_Put(account, 2, MPI_LONG, 0, 1, 2, MPI_LONG, lock.window);
    release(&lock);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0 && (memory[1] != ROUNDS * size || memory[2] != -ROUNDS * size)) {
    fprintf(stderr, "%ld %ld\n", memory[1], memory[2]);
    MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
  }
  MPI_Win_unlock_all(lock.window);
  MPI_Win_free(&lock.window);
  MPI_Finalize();
  return 0;
}
