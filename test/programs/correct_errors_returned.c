// ranks: 2
// Threads of one process that operate in one epoch, and a call that failed and opened nothing.
#include <mpi.h>
#include <pthread.h>

static MPI_Win win;
static int rank;

static void *put(void *value) {
  MPI_Put(value, 1, MPI_INT, 1 - rank, *(int *)value, 1, MPI_INT, win);
  MPI_Win_flush(1 - rank, win);
  return value;
}

int main(int argc, char **argv) {
  int provided, *memory, values[] = {0, 1};
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  pthread_t thread;
  pthread_create(&thread, NULL, put, &values[0]);
  put(&values[1]);
  pthread_join(thread, NULL);
  MPI_Win_unlock_all(win);

  MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
  if (MPI_Win_lock(12345, 1 - rank, 0, win) != MPI_SUCCESS) { // no type of lock
    MPI_Win_lock(MPI_LOCK_SHARED, 1 - rank, 0, win);
    MPI_Put(&values[1], 1, MPI_INT, 1 - rank, 3, 1, MPI_INT, win);
  }
  MPI_Win_unlock(1 - rank, win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
