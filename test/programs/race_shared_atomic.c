// Ranks of a shared window that hand over its data by an atomic flag in it; what they do in
// another window later on is not ordered by that.

// processes: 1 2
#include <mpi.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

struct Part {
  _Atomic int ready;
  int data;
};

int main(int argc, char **argv) {
  int rank, unit, *memory, value = 5;
  MPI_Aint bytes;
  MPI_Win shared, win;
  struct Part *part;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate_shared(rank == 0 ? 4096 : 0, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &part, &shared);
  MPI_Win_shared_query(shared, 0, &bytes, &unit, &part);
  MPI_Win_allocate(16, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, shared);
  MPI_Win_lock_all(0, win);
  if (rank == 0)
    atomic_init(&part->ready, 0);
  MPI_Win_sync(shared);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_sync(shared);
  if (rank == 0) {
    MPI_Put(&value, 1, MPI_INT, 1, 1, 1, MPI_INT, win);
    MPI_Win_flush(1, win);
    part->data = 7;
    atomic_store_explicit(&part->ready, 1, memory_order_release);
  } else {
    while (!atomic_load_explicit(&part->ready, memory_order_acquire))
      sched_yield();
    if (part->data != 7 || memory[1] != 5)
      abort();
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) {
    MPI_Put(&value, 1, MPI_INT, 1, 2, 1, MPI_INT, win); // expect: rma-remote-race
    MPI_Win_flush(1, win);
  } else {
    printf("%d\n", memory[2]); // expect: rma-remote-race // warn: rma-remote-race
  }
  MPI_Win_unlock_all(win);
  MPI_Win_unlock_all(shared);
  MPI_Win_free(&win);
  MPI_Win_free(&shared);
  MPI_Finalize();
  return 0;
}
