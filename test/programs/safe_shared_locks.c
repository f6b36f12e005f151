// Loads and stores of a peer's segment under its lock, and a library window over memory that a
// leader gave to all: everybody's part is in rank 0's segment.

#include <mpi.h>
#include <stdlib.h>

// ranks: 3
// mpi: openmpi mpich
// processes: 1 3

static void counter(int rank) {
  long *mine, *first;
  MPI_Aint bytes;
  int unit;
  MPI_Win win;
  MPI_Win_allocate_shared(rank == 0 ? sizeof(long) : 0, sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD,
                          &mine, &win);
  MPI_Win_shared_query(win, MPI_PROC_NULL, &bytes, &unit, &first);
  MPI_Win_fence(0, win);
  if (rank == 0)
    *first = 0;
  MPI_Win_fence(0, win);
  for (int i = 0; i < 5; ++i) {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
    ++*first;
    MPI_Win_unlock(0, win);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
  if (*first != 15)
    abort();
  MPI_Win_unlock(0, win);
  MPI_Win_free(&win);
}

static void leader(int rank, int size) {
  int *mine, *all, unit, value = rank;
  MPI_Aint bytes;
  MPI_Win shared, win;
  MPI_Win_allocate_shared(rank == 0 ? 4096 * size : 0, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD,
                          &mine, &shared);
  MPI_Win_shared_query(shared, 0, &bytes, &unit, &all);
  mine = all + 1024 * rank;
  MPI_Win_create(mine, 4096, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  mine[3] = -1;
  MPI_Win_fence(0, win);
  MPI_Put(&value, 1, MPI_INT, (rank + 1) % size, 3, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
  if (all[3] != size - 1 || all[1024 + 3] != 0)
    abort();
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Win_free(&shared);
}

int main(void) {
  MPI_Init(NULL, NULL);
  int rank, size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  counter(rank);
#ifdef OPEN_MPI // MPICH 4.0.2 mixes up windows over parts of one piece of memory
  leader(rank, size);
#else
  (void)leader, (void)size;
#endif
  MPI_Finalize();
  return 0;
}
