// RUN: %clang -std=gnu11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=right %s
// RUN: %clang -std=gnu11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=wrong -Xclang -verify-ignore-unexpected=note -DWRONG %s
// RUN: %clang -std=gnu11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=right -DWRAPPERS %s
// right-no-diagnostics
//
// What ends epochs, and operations, without a call in the function's own text.
#include <mpi.h>
#include <pthread.h>
#include <stdatomic.h>

static void end(MPI_Win *win) { MPI_Win_unlock_all(*win); }
int ofCleanup(MPI_Win win, int target, int value, int isEarly) {
  {
    __attribute__((cleanup(end))) MPI_Win own = win;
    MPI_Win_lock_all(0, win);
    MPI_Put(&value, 1, MPI_INT, target, 0, 1, MPI_INT, win);
    if (isEarly)
      return 0;
  }
  value = 2;
  return value;
}

// Attributes call the program when they go.
static int unlockAll(MPI_Comm comm, int key, void *win, void *extra) {
  return MPI_Win_unlock_all(*(MPI_Win *)win);
}
void ofAttribute(MPI_Win win, int target, int value) {
  int key;
  MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, unlockAll, &key, 0);
  MPI_Comm_set_attr(MPI_COMM_SELF, key, &win);
  MPI_Win_lock_all(0, win);
  MPI_Put(&value, 1, MPI_INT, target, 0, 1, MPI_INT, win);
#ifdef WRONG
  value = 3; // wrong-warning {{'value' is written while MPI_Put at line 33 may still be reading it}}
#endif
  MPI_Comm_delete_attr(MPI_COMM_SELF, key);
  value = 2;
}

// Another thread completes it, and says so.
static _Atomic int state;
static MPI_Win threads;
static void *flush(void *ignored) {
  while (state != 1)
    ;
  MPI_Win_flush_all(threads);
  state = 2;
  return ignored;
}
void ofThread(int target, int value) {
  pthread_t thread;
  pthread_create(&thread, 0, flush, 0);
  MPI_Put(&value, 1, MPI_INT, target, 0, 1, MPI_INT, threads);
  state = 1;
  while (state != 2)
    ;
  value = 2;
  pthread_join(thread, 0);
}

// What moves nothing is over at once.
void ofNothing(MPI_Win win, int target, int value) {
  int count = 0;
  MPI_Win_lock_all(0, win);
  MPI_Put(&value, count, MPI_INT, target, 0, count, MPI_INT, win);
  value = 2;
  MPI_Win_unlock_all(win);
}

#ifdef WRAPPERS
// Functions of MPI that the program defines itself: they count how deep they are.
static int depth;
int MPI_Win_lock_all(int assertion, MPI_Win win) {
  return depth++ == 0 ? PMPI_Win_lock_all(assertion, win) : MPI_SUCCESS;
}
int MPI_Win_unlock_all(MPI_Win win) {
  return --depth == 0 ? PMPI_Win_unlock_all(win) : MPI_SUCCESS;
}
void ofWrappers(MPI_Win win, int target, int value) {
  MPI_Win_lock_all(0, win);
  MPI_Win_lock_all(0, win);
  MPI_Put(&value, 1, MPI_INT, target, 0, 1, MPI_INT, win);
  MPI_Win_unlock_all(win);
  MPI_Put(&value, 1, MPI_INT, target, 0, 1, MPI_INT, win);
  MPI_Win_unlock_all(win);
}
#endif
