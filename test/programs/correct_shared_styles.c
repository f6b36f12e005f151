// Direct accesses to a shared window, ordered in all the ways that the standard and C have: by lock epochs, flushes, a chain of
// messages, threads, non-blocking barriers, atomics of MPI with MPI_Win_sync, spin locks and flags of C.

// ranks: 3
// mpi: openmpi mpich
// flags: -O0; -O2
#include <mpi.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>

static int rank, size;
static MPI_Win win;
static struct Shared {
  _Atomic int flag;
  int data;
  long told;
} *shared;

static void settle(void) {
  MPI_Win_sync(win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_sync(win);
}
static void expect(int value) {
  if (shared->data != value)
    abort();
}
static void send(int to) { MPI_Send(NULL, 0, MPI_INT, to, 0, MPI_COMM_WORLD); }
static void receive(int from) {
  MPI_Recv(NULL, 0, MPI_INT, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void locks(void) {
  MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
  if (rank == 0)
    shared->data = 1;
  MPI_Win_unlock(0, win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
  expect(1);
  MPI_Win_unlock(0, win);
  MPI_Barrier(MPI_COMM_WORLD);
}

static void flushes(void) {
  if (rank == 1)
    shared->data = 2;
  MPI_Win_flush_all(win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_flush(0, win);
  expect(2);
  settle();
}

/// The process in between need not look.
static void chain(void) {
  if (rank == 0) {
    shared->data = 3;
    MPI_Win_sync(win);
    send(1);
  } else if (rank == 1) {
    receive(0);
    send(2);
  } else {
    receive(1);
    MPI_Win_sync(win);
    expect(3);
  }
  settle();
}

static void *store(void *argument) {
  shared->data = 4;
  return argument;
}
static void threads(void) {
  if (rank == 0) {
    pthread_t thread;
    pthread_create(&thread, NULL, store, NULL);
    pthread_join(thread, NULL);
  }
  settle();
  expect(4);
  settle();
}

static void started(void) {
  MPI_Request request;
  if (rank == 2)
    shared->data = 5;
  MPI_Win_sync(win);
  MPI_Ibarrier(MPI_COMM_WORLD, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Win_sync(win);
  expect(5);
  settle();
}

static void told(void) {
  long one = 1, got = 0;
  if (rank == 0)
    shared->told = 0;
  settle();
  if (rank == 0) {
    shared->data = 6;
    MPI_Win_sync(win);
    MPI_Accumulate(&one, 1, MPI_LONG, 0, offsetof(struct Shared, told), 1, MPI_LONG, MPI_REPLACE, win);
    MPI_Win_flush(0, win);
  } else {
    while (!got) {
      MPI_Fetch_and_op(NULL, &got, MPI_LONG, 0, offsetof(struct Shared, told), MPI_NO_OP, win);
      MPI_Win_flush(0, win);
    }
    expect(6);
  }
  settle();
}

static void received(void) {
  int value = 7;
  if (rank == 0)
    MPI_Recv(&shared->data, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  if (rank == 1)
    MPI_Send(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_sync(win);
  expect(7);
  settle();
}

static void operations(void) {
  int value = 8, got = 0;
  if (rank == 1) {
    MPI_Put(&value, 1, MPI_INT, 0, offsetof(struct Shared, data), 1, MPI_INT, win);
    MPI_Win_flush(0, win);
  }
  settle();
  expect(8);
  settle();
  if (rank == 0)
    shared->data = 9;
  settle();
  if (rank == 2) {
    MPI_Get(&got, 1, MPI_INT, 0, offsetof(struct Shared, data), 1, MPI_INT, win);
    MPI_Win_flush(0, win);
    if (got != 9)
      abort();
  }
  settle();
}

/// The lock is of C; the first access comes right after a fence of all.
static void spin(void) {
  if (rank == 0) {
    atomic_init(&shared->flag, 0);
    shared->data = 0;
  }
  MPI_Win_fence(0, win);
  for (int i = 0; i < 5; ++i) {
    while (atomic_exchange(&shared->flag, 1))
      sched_yield();
    ++shared->data;
    atomic_store(&shared->flag, 0);
  }
  MPI_Win_fence(0, win);
  expect(5 * size);
  MPI_Win_fence(0, win);
}

static void fences_of_c(void) {
  if (rank == 0)
    atomic_init(&shared->flag, 0);
  MPI_Win_fence(0, win);
  if (rank == 0) {
    shared->data = 10;
    atomic_thread_fence(memory_order_release);
    atomic_store_explicit(&shared->flag, 1, memory_order_relaxed);
  } else {
    while (!atomic_load_explicit(&shared->flag, memory_order_relaxed))
      sched_yield();
    atomic_thread_fence(memory_order_acquire);
    expect(10);
  }
  MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
}

int main(void) {
  int provided, unit;
  MPI_Aint bytes;
  MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Win_allocate_shared(rank == 0 ? sizeof *shared : 0, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &shared, &win);
  MPI_Win_shared_query(win, 0, &bytes, &unit, &shared);
  if (rank == 0)
    shared->data = 0;
  locks();
  MPI_Win_lock_all(0, win);
  flushes();
  chain();
  threads();
  started();
  told();
  received();
  operations();
  MPI_Win_unlock_all(win);
  spin();
  fences_of_c();
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
