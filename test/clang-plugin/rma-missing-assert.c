// RUN: %clang -fplugin=%plugin %mpi-include -fsyntax-only -fplugin-arg-fencepost-rma-missing-assert=warning -Xclang -verify %s
// Asked for alone:
// RUN: %clang -fplugin=%plugin %mpi-include -fsyntax-only -Werror %s
// What rma-missing-assert reports, and below what it must not.
#include <math.h>
#include <mpi.h>
#include <stdio.h>

static void put(MPI_Win win, int *v) { MPI_Put(v, 1, MPI_INT, 0, 0, 1, MPI_INT, win); }

static void allocated(int v) {
  int *memory, rank;
  MPI_Win win;
  MPI_Win_allocate(64, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int i = 0; i < 16; ++i)
    memory[i] = (int)sqrt(rank + i);
  MPI_Win_fence(0, win); // expected-warning {{this fence of window 'win' can say MPI_MODE_NOPRECEDE in all processes: nothing comes before it [rma-missing-assert]}}
  if (rank == 1)
    MPI_Put(&v, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
  MPI_Win_fence(0, win); // expected-warning {{this fence of window 'win' can say MPI_MODE_NOSUCCEED in all processes: no operation comes after it [rma-missing-assert]}}
  printf("%d\n", memory[0]);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_free(&win);
}
// What a process stores before may be read under a lock right after the fence, then it must be a barrier.
static void storedForLocks(int v) {
  int *memory;
  MPI_Win win;
  MPI_Win_allocate(64, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  memory[0] = v;
  MPI_Win_fence(0, win);
  MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
  MPI_Get(&v, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
  MPI_Win_unlock(0, win);
  MPI_Win_free(&win);
}
static int givenUp(int v) { // the last fence is not one for all
  int *memory;
  MPI_Win win;
  MPI_Win_allocate(64, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_fence(0, win); // expected-warning {{can say MPI_MODE_NOPRECEDE}}
  MPI_Accumulate(&v, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win);
  if (memory[1]) {
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 1;
  }
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  return 0;
}
static void storedForOthers(int v) {
  int *memory;
  MPI_Win win;
  MPI_Win_allocate(64, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  memory[0] = v;
  MPI_Win_fence(0, win);
  put(win, &v); // which may lock
  MPI_Win_fence(0, win); // expected-warning {{can say MPI_MODE_NOSUCCEED}}
  MPI_Win_free(&win);
}
static void someGiven(int *memory, int v) {
  MPI_Win win;
  MPI_Win_create(memory, 64, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(MPI_MODE_NOSTORE, win); // expected-warning {{MPI_MODE_NOPRECEDE in all}}
  put(win, &v);
  MPI_Win_fence(MPI_MODE_NOSTORE | MPI_MODE_NOPUT, win); // expected-warning {{MPI_MODE_NOSUCCEED in all}}
  MPI_Win_free(&win);
}
static void inner(int *memory) {
  MPI_Win win;
  MPI_Win_create(memory, 64, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win); // expected-warning {{MPI_MODE_NOPRECEDE | MPI_MODE_NOSUCCEED in all processes: nothing comes before it and no operation after it}}
  MPI_Win_free(&win);
}
static void outer(int *memory) {
  puts("outer");
  inner(memory);
}

// ---- quiet
static void given(int *memory, int v) {
  MPI_Win win;
  MPI_Win_create(memory, 64, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
  put(win, &v);
  MPI_Win_fence((MPI_MODE_NOSTORE | MPI_MODE_NOSUCCEED), win);
  MPI_Win_free(&win);
}
// What the constant says is not known by its name.
static void named(int *memory, int v) {
  enum { kFirst = MPI_MODE_NOPRECEDE, kLast = MPI_MODE_NOSUCCEED };
  int none = 0;
  MPI_Win win;
  MPI_Win_create(memory, 64, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(kFirst, win);
  put(win, &v);
  MPI_Win_fence(none, win);
  put(win, &v);
  MPI_Win_fence(kLast, win);
  MPI_Win_free(&win);
}
// The fence is a barrier for what the file gets, for messages, for what `shared` points to.
static void barriers(int *memory, int *shared, FILE *file, int v) {
  MPI_Win a, b, c;
  MPI_Win_create(memory, 64, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &a);
  fputs("begin", file);
  MPI_Win_fence(0, a);
  put(a, &v);
  MPI_Win_fence(MPI_MODE_NOSUCCEED, a);
  MPI_Win_free(&a);
  MPI_Win_create(memory, 64, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &b);
  shared[1] = 1;
  MPI_Win_fence(0, b);
  put(b, &v);
  MPI_Win_fence(MPI_MODE_NOSUCCEED, b);
  MPI_Win_free(&b);
  MPI_Win_create(memory, 64, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &c);
  MPI_Send(&v, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
  MPI_Win_fence(0, c);
  put(c, &v);
  MPI_Win_fence(MPI_MODE_NOSUCCEED, c);
  MPI_Win_free(&c);
}
// The stores to one window's memory may be what the puts of the other meet.
static void overlapping(int *memory, int v) {
  MPI_Win a, b;
  MPI_Win_create(memory, 64, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &a);
  MPI_Win_create(memory, 64, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &b);
  MPI_Win_fence(0, a);
  MPI_Win_lock_all(0, b);
  put(b, &v);
  MPI_Win_unlock_all(b);
  MPI_Win_fence(MPI_MODE_NOSUCCEED, a);
  MPI_Win_free(&a);
  MPI_Win_free(&b);
}
// Others may read the memory without an operation.
static void sharedMemory(int v) {
  int *memory;
  MPI_Win win;
  MPI_Win_allocate_shared(64, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  memory[0] = v;
  MPI_Win_fence(0, win);
  printf("%d\n", memory[16]);
  MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
  MPI_Win_free(&win);
}
static void notTheFirst(int *memory, int v) {
  MPI_Win win;
  MPI_Win_create(memory, 64, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  for (int i = 0; i < 3; ++i) {
    MPI_Win_fence(0, win);
    put(win, &v);
  }
  MPI_Win_fence(0, win);
  put(win, &v);
  MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
  MPI_Win_free(&win);
}
static void passiveBefore(int *memory, int v) {
  MPI_Win win;
  MPI_Win_create(memory, 64, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_lock_all(0, win);
  put(win, &v);
  MPI_Win_unlock_all(win);
  MPI_Win_fence(0, win);
  put(win, &v);
  MPI_Win_fence(0, win);
  MPI_Win_lock_all(0, win);
  put(win, &v);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
}
// Some processes come to another fence.
static void twoPlaces(int *memory, int rank, int v) {
  MPI_Win win;
  MPI_Win_create(memory, 64, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  if (rank == 0) {
    MPI_Win_fence(0, win);
    put(win, &v);
  } else {
    puts("waiting");
    MPI_Win_fence(0, win);
  }
  MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
  MPI_Win_free(&win);
}
static void onOneWayMore(int *memory, int more, int v) {
  MPI_Win win;
  MPI_Win_create(memory, 64, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
  put(win, &v);
  MPI_Win_fence(0, win);
  if (more) {
    put(win, &v);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
  }
  MPI_Win_free(&win);
}
void unseen(MPI_Win *win);
static void handedOut(int *memory, int v) {
  MPI_Win win;
  MPI_Win_create(memory, 64, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  unseen(&win);
  MPI_Win_fence(0, win);
  put(win, &v);
  MPI_Win_fence(0, win);
  unseen(&win);
  MPI_Win_free(&win);
}
static void neverFreed(int *memory, int v) {
  MPI_Win win;
  MPI_Win_create(memory, 64, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
  put(win, &v);
  MPI_Win_fence(0, win);
}
// Some other file's functions may make the fences of the other processes.
void visible(int *memory, int v) {
  MPI_Win win;
  MPI_Win_create(memory, 64, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  put(win, &v);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
}
static void master(int *memory, int v) {
  MPI_Win win;
  MPI_Win_create(memory, 64, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  put(win, &v);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
}
static void worker(int *memory) {
  MPI_Win win;
  MPI_Win_create(memory, 64, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  memory[1] = 2;
  MPI_Win_fence(0, win);
  MPI_Win_fence(0, win);
  puts("done");
  MPI_Win_free(&win);
}
static void pointedTo(int *memory, int v) {
  MPI_Win win;
  MPI_Win_create(memory, 64, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  put(win, &v);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
}
static void perhaps(int *memory, int v) {
  MPI_Win win;
  MPI_Win_create(memory, 64, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  put(win, &v);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
}

int main(int argc, char **argv) {
  int rank, memory[16];
  void (*function)(int *, int) = argc > 2 ? pointedTo : named;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  storedForLocks(2);
  givenUp(2);
  storedForOthers(2);
  allocated(rank);
  someGiven(memory, rank);
  outer(memory);
  given(memory, rank);
  named(memory, rank);
  barriers(memory, memory, stdout, rank);
  overlapping(memory, rank);
  sharedMemory(rank);
  notTheFirst(memory, rank);
  passiveBefore(memory, rank);
  twoPlaces(memory, rank, 3);
  onOneWayMore(memory, argc, 3);
  handedOut(memory, rank);
  neverFreed(memory, rank);
  visible(memory, rank);
  function(memory, rank);
  pointedTo(memory, rank);
  if (rank == 0)
    master(memory, rank);
  else
    worker(memory);
  for (int i = 0; i < argc; ++i)
    perhaps(memory, i);
  MPI_Finalize();
  return 0;
}
