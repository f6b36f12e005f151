// ranks: 2
// flags: -O2 -pthread; -O0 -pthread
// A thread stores to the buffer of a put that another thread has completed: nothing makes it wait.
#include <mpi.h>
#include <pthread.h>
#include <unistd.h>

static int buffer[4];

static void *change(void *unused) {
  usleep(200000);
  buffer[1] = 2; // expect: rma-local-race
  return unused;
}

int main(int argc, char **argv) {
  int provided, rank, *memory;
  MPI_Win win;
  pthread_t other;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  pthread_create(&other, NULL, change, NULL);
  MPI_Win_lock(MPI_LOCK_SHARED, 1 - rank, 0, win);
  MPI_Put(buffer, 4, MPI_INT, 1 - rank, 0, 4, MPI_INT, win); // expect: rma-local-race
  MPI_Win_unlock(1 - rank, win);
  pthread_join(other, NULL);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
