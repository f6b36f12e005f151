// ranks: 2
// flags: -O2 -pthread; -O0 -pthread
// A worker thread that never calls MPI stores to the window in the epoch of a put to it.
#include <mpi.h>
#include <pthread.h>

#define N 64

static double *window;
static pthread_barrier_t meet;

static void *work(void *unused) {
  pthread_barrier_wait(&meet);
  for (int i = 0; i < N; ++i)
    window[i] = i; // expect: rma-remote-race
  pthread_barrier_wait(&meet);
  return unused;
}

int main(int argc, char **argv) {
  int rank, provided;
  double out[N] = {0};
  MPI_Win win;
  pthread_t worker;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(N * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &window, &win);
  pthread_barrier_init(&meet, NULL, 2);
  pthread_create(&worker, NULL, work, NULL);
  MPI_Win_fence(0, win);
  MPI_Put(out, N, MPI_DOUBLE, 1 - rank, 0, N, MPI_DOUBLE, win); // expect: rma-remote-race
  pthread_barrier_wait(&meet);
  pthread_barrier_wait(&meet);
  MPI_Win_fence(0, win);
  pthread_join(worker, NULL);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
