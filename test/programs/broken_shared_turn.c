// ranks: 3
// flags: -O2
// The turn is passed on before the datum is written, both in a shared window: the neighbour of correct_shared_turn.c.
// warnings: may
#include <mpi.h>
#include <stdatomic.h>
#include <stdio.h>

struct shared {
  _Atomic int turn;
  int value;
};

int main(int argc, char **argv) {
  int rank, size, unit;
  MPI_Aint bytes;
  struct shared *all;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Win_allocate_shared(rank ? 0 : sizeof(struct shared), 1, MPI_INFO_NULL, MPI_COMM_WORLD, &all, &win);
  MPI_Win_shared_query(win, 0, &bytes, &unit, &all);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    atomic_init(&all->turn, 0);
    all->value = 0;
  }
  MPI_Win_sync(win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_sync(win);
  for (int i = 0; i < 10; i++) {
    while (atomic_load(&all->turn) % size != rank)
      ;
    atomic_fetch_add(&all->turn, 1);
    all->value = all->value * 2 + rank; // expect: rma-remote-race
  }
  MPI_Win_sync(win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_sync(win);
  if (rank == 0)
    printf("%d\n", all->value);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
