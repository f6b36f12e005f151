// A mutex of POSIX for several processes: who does not lock it races, and so do two who lock different ones.

// ranks: 2
// flags: -O0; -O2
#include <mpi.h>
#include <pthread.h>

struct Part {
  pthread_mutex_t mutex[2];
  long total, own;
};

int main(int argc, char **argv) {
  int rank, unit;
  MPI_Aint bytes;
  MPI_Win window;
  struct Part *part;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate_shared(rank == 0 ? sizeof(struct Part) : 0, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &part, &window);
  MPI_Win_shared_query(window, 0, &bytes, &unit, &part);
  MPI_Win_lock_all(0, window);
  if (rank == 0) {
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_setpshared(&attributes, PTHREAD_PROCESS_SHARED);
    for (int i = 0; i < 2; ++i)
      pthread_mutex_init(&part->mutex[i], &attributes);
    part->total = part->own = 0;
  }
  MPI_Win_sync(window);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_sync(window);

  pthread_mutex_lock(&part->mutex[rank]);
  part->total += 1; // expect: rma-remote-race
  pthread_mutex_unlock(&part->mutex[rank]);

  if (rank == 0) {
    pthread_mutex_lock(&part->mutex[0]);
    part->own = 1; // expect: rma-remote-race #2
    pthread_mutex_unlock(&part->mutex[0]);
  } else {
    part->own = 2; // expect: rma-remote-race #2
  }
  MPI_Win_unlock_all(window);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_free(&window);
  MPI_Finalize();
  return 0;
}
