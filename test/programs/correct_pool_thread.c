// ranks: 2
// flags: -O2 -pthread; -O0 -pthread
// A worker thread that never calls MPI reads the window when the main thread says so, and outlives
// MPI_Finalize.
#include <mpi.h>
#include <pthread.h>

#define N 512

static double *window, sum;
static pthread_barrier_t meet;

static void *work(void *unused) {
  for (int round = 0; round < 5; ++round) {
    pthread_barrier_wait(&meet); /* the data is there */
    for (int i = 0; i < N; ++i)
      sum += window[i];
    pthread_barrier_wait(&meet); /* and has been read */
  }
  pthread_barrier_wait(&meet);
  return unused;
}

int main(int argc, char **argv) {
  int rank, provided;
  double out[N];
  MPI_Win win;
  pthread_t worker;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(N * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &window, &win);
  pthread_barrier_init(&meet, NULL, 2);
  pthread_create(&worker, NULL, work, NULL);
  for (int round = 0; round < 5; ++round) {
    for (int i = 0; i < N; ++i)
      out[i] = rank + i;
    MPI_Win_fence(0, win);
    MPI_Put(out, N, MPI_DOUBLE, 1 - rank, 0, N, MPI_DOUBLE, win);
    MPI_Win_fence(0, win);
    pthread_barrier_wait(&meet);
    pthread_barrier_wait(&meet);
  }
  MPI_Win_free(&win);
  MPI_Finalize();
  pthread_barrier_wait(&meet);
  pthread_join(worker, NULL);
  return sum < 0;
}
