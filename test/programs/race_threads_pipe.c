// ranks: 2
// flags: -O2 -pthread; -O0 -pthread
// A thread tells through a pipe that a buffer is full, but fills it again without waiting to be told that it was put.
#include <mpi.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

enum { N = 64 };

static int data[N];
static int full[2];

static void *produce(void *unused) {
  char byte = 0;
  for (int i = 0; i < N; ++i)
    data[i] = i;
  if (write(full[1], &byte, 1) != 1)
    abort();
  usleep(200000);
  for (int i = 0; i < N; ++i)
    data[i] = -i; // expect: rma-local-race
  return unused;
}

int main(int argc, char **argv) {
  int rank, provided, *memory;
  char byte;
  pthread_t producer;
  MPI_Win win;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (pipe(full) != 0)
    abort();
  MPI_Win_allocate(N * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  pthread_create(&producer, NULL, produce, NULL);
  if (read(full[0], &byte, 1) != 1)
    abort();
  MPI_Put(data, N, MPI_INT, 1 - rank, 0, N, MPI_INT, win); // expect: rma-local-race
  MPI_Win_flush(1 - rank, win);
  pthread_join(producer, NULL);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
