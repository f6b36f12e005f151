// Ranks of a shared window that wait for a flag, synchronizing the window in the loop and not: a
// wait may take millions of rounds.

// ranks: 3
// mpi: openmpi mpich
// languages: c
// flags: -O0; -O2
#include <mpi.h>
#include <stdatomic.h>
#include <time.h>

struct Part {
  atomic_int ready, done;
  int data[16];
};

static void compute(double seconds) {
  for (double end = MPI_Wtime() + seconds; MPI_Wtime() < end;)
    ;
}

int main(int argc, char **argv) {
  int rank, size, unit, sum = 0;
  MPI_Aint bytes;
  MPI_Win window;
  struct Part *part;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Win_allocate_shared(rank == 0 ? sizeof(struct Part) : 0, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &part, &window);
  MPI_Win_shared_query(window, 0, &bytes, &unit, &part);
  MPI_Win_lock_all(0, window);
  if (rank == 0) {
    atomic_store(&part->ready, 0);
    atomic_store(&part->done, 0);
    for (int i = 0; i < 16; ++i)
      part->data[i] = 0;
  }
  MPI_Win_sync(window);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_sync(window);
  for (int round = 1; round <= 3; ++round) {
    if (rank == 0) {
      compute(0.2);
      for (int i = 0; i < 16; ++i)
        part->data[i] += i;
      MPI_Win_sync(window);
      atomic_store(&part->ready, round);
      while (atomic_load(&part->done) < round * (size - 1))
        MPI_Win_sync(window);
    } else {
      while (atomic_load(&part->ready) < round)
        MPI_Win_sync(window);
      MPI_Win_sync(window);
      for (int i = 0; i < 16; ++i)
        sum += part->data[i];
      atomic_fetch_add(&part->done, 1);
    }
  }
  MPI_Win_unlock_all(window);
  MPI_Win_free(&window);
  MPI_Finalize();
  return rank && sum != 120 * 6;
}
