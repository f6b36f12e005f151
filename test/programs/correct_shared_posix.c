// Ranks of a shared window that take turns by objects of POSIX in it, made for several processes:
// a mutex, a semaphore, a barrier, a lock for readers and writers, a condition variable.

// ranks: 3
// mpi: openmpi mpich
// flags: -O0; -O2
#include <mpi.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

enum { kItems = 50 };

struct Part {
  pthread_mutex_t mutex;
  pthread_cond_t changed;
  pthread_barrier_t barrier;
  pthread_rwlock_t table_lock;
  sem_t filled;
  long total, turn;
  int items[kItems], table[kItems];
};

static void initialize(struct Part *part, int size) {
  pthread_mutexattr_t mutex;
  pthread_condattr_t condition;
  pthread_barrierattr_t barrier;
  pthread_rwlockattr_t rwlock;
  pthread_mutexattr_init(&mutex);
  pthread_mutexattr_setpshared(&mutex, PTHREAD_PROCESS_SHARED);
  pthread_mutex_init(&part->mutex, &mutex);
  pthread_condattr_init(&condition);
  pthread_condattr_setpshared(&condition, PTHREAD_PROCESS_SHARED);
  pthread_cond_init(&part->changed, &condition);
  pthread_barrierattr_init(&barrier);
  pthread_barrierattr_setpshared(&barrier, PTHREAD_PROCESS_SHARED);
  pthread_barrier_init(&part->barrier, &barrier, size);
  pthread_rwlockattr_init(&rwlock);
  pthread_rwlockattr_setpshared(&rwlock, PTHREAD_PROCESS_SHARED);
  pthread_rwlock_init(&part->table_lock, &rwlock);
  sem_init(&part->filled, 1, 0);
  part->total = part->turn = 0;
  for (int i = 0; i < kItems; ++i)
    part->items[i] = part->table[i] = 0;
}

int main(int argc, char **argv) {
  int rank, size, unit;
  MPI_Aint bytes;
  MPI_Win window;
  struct Part *part;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Win_allocate_shared(rank == 1 ? sizeof(struct Part) : 0, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &part, &window);
  MPI_Win_shared_query(window, 1, &bytes, &unit, &part);
  MPI_Win_lock_all(MPI_MODE_NOCHECK, window);
  if (rank == 1)
    initialize(part, size);
  MPI_Win_sync(window);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_sync(window);

  for (int i = 0; i < 5; ++i) { // a counter under a mutex
    pthread_mutex_lock(&part->mutex);
    part->total += rank;
    pthread_mutex_unlock(&part->mutex);
  }

  pthread_mutex_lock(&part->mutex); // turns by a condition variable
  while (part->turn != rank)
    pthread_cond_wait(&part->changed, &part->mutex);
  ++part->turn;
  pthread_cond_broadcast(&part->changed);
  pthread_mutex_unlock(&part->mutex);

  int sum = 0;
  if (rank == 0) { // a semaphore
    for (int i = 0; i < kItems; ++i)
      part->items[i] = i;
    for (int i = 1; i < size; ++i)
      sem_post(&part->filled);
  } else {
    sem_wait(&part->filled);
    for (int i = 0; i < kItems; ++i)
      sum += part->items[i];
  }

  pthread_barrier_wait(&part->barrier); // then all may write what others have read
  part->items[rank] = rank;
  pthread_barrier_wait(&part->barrier);
  sum += part->items[(rank + 1) % size];

  for (int i = 0; i < 4; ++i) { // one writes, others read
    if (rank == i % size) {
      pthread_rwlock_wrlock(&part->table_lock);
      part->table[i] = rank;
    } else {
      pthread_rwlock_rdlock(&part->table_lock);
      sum += part->table[i];
    }
    pthread_rwlock_unlock(&part->table_lock);
  }
  MPI_Win_unlock_all(window);
  if (part->total != 5 * (size * (size - 1) / 2)) // nobody counts any more since the barriers
    abort();
  MPI_Win_free(&window);
  MPI_Finalize();
  return sum < 0;
}
