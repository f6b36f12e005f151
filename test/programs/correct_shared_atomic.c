// Ranks of a shared window that hand over data by an atomic flag in it, which C orders: nothing
// may be told of it.

// ranks: 3
// mpi: openmpi mpich
// flags: -O0; -O2
#include <mpi.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>

struct Part {
  _Atomic int turn;
  int data[100];
};

int main(int argc, char **argv) {
  int rank, size, unit;
  MPI_Aint bytes;
  MPI_Win window;
  struct Part *part;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Win_allocate_shared(rank == 0 ? sizeof(struct Part) : 0, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &part, &window);
  MPI_Win_shared_query(window, 0, &bytes, &unit, &part);
  MPI_Win_lock_all(MPI_MODE_NOCHECK, window);
  if (rank == 0) {
    atomic_init(&part->turn, 0);
    for (int i = 0; i < 100; ++i)
      part->data[i] = 0;
  }
  MPI_Win_sync(window);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_sync(window);
  while (atomic_load_explicit(&part->turn, memory_order_acquire) != rank)
    sched_yield();
  for (int i = 0; i < 100; ++i)
    part->data[i] += rank;
  atomic_store_explicit(&part->turn, rank + 1, memory_order_release);
  while (atomic_load_explicit(&part->turn, memory_order_acquire) != size)
    sched_yield();
  if (part->data[99] != size * (size - 1) / 2)
    abort();
  MPI_Win_unlock_all(window);
  MPI_Win_free(&window);
  MPI_Finalize();
  return 0;
}
