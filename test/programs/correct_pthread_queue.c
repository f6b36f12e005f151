// ranks: 2
// flags: -O2 -pthread; -O0 -pthread
// A producer thread fills blocks, the main thread puts them: a queue with a mutex and a condition variable hands blocks
// over and back. A block comes back only when it has been flushed.
#include <mpi.h>
#include <pthread.h>

enum { BLOCKS = 2, N = 10, ITEMS = 7 };

static struct {
  pthread_mutex_t mutex;
  pthread_cond_t changed;
  int filled, taken; // items, ever
  int data[BLOCKS][N];
} queue = {.mutex = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER};

static void waitUntil(const int *counter, int least) {
  pthread_mutex_lock(&queue.mutex);
  while (*counter < least)
    pthread_cond_wait(&queue.changed, &queue.mutex);
  pthread_mutex_unlock(&queue.mutex);
}

static void advance(int *counter) {
  pthread_mutex_lock(&queue.mutex);
  ++*counter;
  pthread_cond_broadcast(&queue.changed);
  pthread_mutex_unlock(&queue.mutex);
}

static void *produce(void *first) {
  for (int item = 0; item < ITEMS; ++item) {
    waitUntil(&queue.taken, item - BLOCKS + 1);
    for (int i = 0; i < N; ++i)
      queue.data[item % BLOCKS][i] = *(int *)first + item;
    advance(&queue.filled);
  }
  return NULL;
}

int main(int argc, char **argv) {
  int rank, provided, *memory, sum = 0;
  pthread_t producer;
  MPI_Win win;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(ITEMS * N * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  pthread_create(&producer, NULL, produce, &rank);
  for (int item = 0; item < ITEMS; ++item) {
    waitUntil(&queue.filled, item + 1);
    MPI_Put(queue.data[item % BLOCKS], N, MPI_INT, 1 - rank, item * N, N, MPI_INT, win);
    MPI_Win_flush_local(1 - rank, win);
    advance(&queue.taken);
  }
  pthread_join(producer, NULL);
  MPI_Win_unlock_all(win);
  MPI_Barrier(MPI_COMM_WORLD);
  for (int i = 0; i < ITEMS * N; ++i)
    sum += memory[i];
  MPI_Win_free(&win);
  MPI_Finalize();
  return sum != N * (ITEMS * (1 - rank) + ITEMS * (ITEMS - 1) / 2);
}
