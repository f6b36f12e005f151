// RUN: %clang -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify %s
// What rma-buffer-lifetime reports, and below what it must not.
#include <mpi.h>
#include <stdlib.h>

static void complete(MPI_Win win) { MPI_Win_flush_all(win); }
void unseen(void);
static int kept;

void freed(MPI_Win win, int n) {
  double *buffer = malloc(n * sizeof(double));
  MPI_Win_fence(0, win); // expected-note {{the epoch was opened here}}
  MPI_Put(buffer, n, MPI_DOUBLE, 0, 0, n, MPI_DOUBLE, win); // expected-note {{MPI_Put reads 'buffer' from here until its local completion: MPI_Win_fence}}
  free(buffer); // expected-warning-re {{'buffer' is freed while MPI_Put at line {{[0-9]+}} may still be reading it [rma-buffer-lifetime]}}
  MPI_Win_fence(0, win);
}
void parameter(MPI_Win win, int value) {
  MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win); // expected-warning {{MPI_Put may still be reading 'value' when that goes out of scope [rma-buffer-lifetime]}}
}
void local(MPI_Win win, int n) {
  int values[4] = {n, n, n, n};
  MPI_Accumulate(values, 4, MPI_INT, 0, 0, 4, MPI_INT, MPI_SUM, win); // expected-warning {{MPI_Accumulate may still be reading 'values' when that goes out of scope [rma-buffer-lifetime]}}
}
void block(MPI_Win win, int target) {
  MPI_Win_fence(0, win);
  {
    int value = target;
    MPI_Put(&value, 1, MPI_INT, target, 0, 1, MPI_INT, win); // expected-warning {{MPI_Put may still be reading 'value' when that goes out of scope [rma-buffer-lifetime]}}
  }
  MPI_Win_fence(0, win);
}
void iteration(MPI_Win win, int target, int n) {
  MPI_Win_lock_all(0, win);
  for (int i = 0; i < n; i++) {
    int value = i;
    MPI_Put(&value, 1, MPI_INT, target, i, 1, MPI_INT, win); // expected-warning {{MPI_Put may still be reading 'value' when that goes out of scope [rma-buffer-lifetime]}}
  }
  MPI_Win_unlock_all(win);
}
void windowMemory(int n) {
  int *memory = malloc(n);
  MPI_Win win;
  MPI_Win_create(memory, n, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win); // expected-note {{the window is made of it here}}
  MPI_Win_fence(0, win);
  MPI_Win_fence(0, win);
  free(memory); // expected-warning {{'memory', the memory of window 'win', is released before the window is freed [rma-buffer-lifetime]}}
  MPI_Win_free(&win); // expected-note {{the window is freed here}}
}
void windowOnStack(MPI_Win *win) {
  int memory[4];
  MPI_Win_create(memory, 16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, win); // expected-warning {{the memory of window 'win', 'memory', goes out of scope before the window is freed [rma-buffer-lifetime]}}
}

// ---- quiet
void fenced(MPI_Win win, int n) {
  double *buffer = malloc(n * sizeof(double));
  MPI_Win_fence(0, win);
  MPI_Put(buffer, n, MPI_DOUBLE, 0, 0, n, MPI_DOUBLE, win);
  MPI_Win_fence(0, win);
  free(buffer);
}
void flushed(MPI_Win win, int target, int n) {
  MPI_Win_lock_all(0, win);
  for (int i = 0; i < n; i++) {
    int value = i;
    MPI_Put(&value, 1, MPI_INT, target, i, 1, MPI_INT, win);
    MPI_Win_flush_local(target, win);
  }
  MPI_Win_unlock_all(win);
}
void completedByHelper(MPI_Win win, int value) {
  MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
  complete(win);
}
void completedUnseen(MPI_Win win, int value) {
  MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
  unseen();
}
void staticBuffer(MPI_Win win) {
  static int value;
  MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
  MPI_Put(&kept, 1, MPI_INT, 0, 1, 1, MPI_INT, win);
}
void pointee(MPI_Win win, int *value) {
  MPI_Put(value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
}
void nobody(MPI_Win win, int value) {
  MPI_Put(&value, 1, MPI_INT, MPI_PROC_NULL, 0, 1, MPI_INT, win);
}
int failed(MPI_Win win, int value) {
  int rc = MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
  if (rc != MPI_SUCCESS)
    return rc;
  return MPI_Win_fence(0, win);
}
void requested(MPI_Win win, int value) {
  MPI_Request r;
  MPI_Rput(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win, &r);
  MPI_Wait(&r, MPI_STATUS_IGNORE);
}
void windowFirst(int n) {
  int *memory = malloc(n), stack[4];
  MPI_Win win, other;
  MPI_Win_create(memory, n, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_create(stack, 16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &other);
  MPI_Win_free(&other);
  MPI_Win_free(&win);
  free(memory);
}
void windowElsewhere(int n, void (*destroy)(MPI_Win *)) {
  int *memory = malloc(n);
  MPI_Win win;
  MPI_Win_create(memory, n, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  destroy(&win);
  free(memory);
}
void otherMemory(int n) {
  int *memory = malloc(n), *more = malloc(n);
  MPI_Win win;
  MPI_Win_create(memory, n, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  free(more);
  MPI_Win_free(&win);
  free(memory);
}
void freedByMpi(MPI_Win win, int t) {
  int *buffer;
  MPI_Alloc_mem(16, MPI_INFO_NULL, &buffer);
  MPI_Win_lock(MPI_LOCK_SHARED, t, 0, win); // expected-note {{the epoch was opened here}}
  MPI_Put(buffer, 4, MPI_INT, t, 0, 4, MPI_INT, win); // expected-note {{MPI_Put reads 'buffer'}}
  MPI_Free_mem(buffer); // expected-warning {{'buffer' is freed while MPI_Put}}
  MPI_Win_unlock(t, win);
}
void freedByMpiLater(MPI_Win win, int t) {
  int *buffer;
  MPI_Alloc_mem(16, MPI_INFO_NULL, &buffer);
  MPI_Win_lock(MPI_LOCK_SHARED, t, 0, win);
  MPI_Put(buffer, 4, MPI_INT, t, 0, 4, MPI_INT, win);
  MPI_Win_unlock(t, win);
  MPI_Free_mem(buffer);
}
static void giveBack(int *memory) { free(memory); } // expected-note {{it is freed here}}
void freedByHelper(MPI_Win win, int t) {
  int *buffer = malloc(16), *other = malloc(16);
  int *alias = other;
  MPI_Win_lock(MPI_LOCK_SHARED, t, 0, win); // expected-note 2 {{the epoch was opened here}}
  MPI_Put(buffer, 4, MPI_INT, t, 0, 4, MPI_INT, win); // expected-note {{MPI_Put reads 'buffer'}}
  MPI_Put(other, 4, MPI_INT, t, 4, 4, MPI_INT, win);  // expected-note {{MPI_Put reads 'other'}}
  giveBack(buffer); // expected-warning {{'buffer' is freed while MPI_Put}}
  free(alias);      // expected-warning {{'alias' is freed while MPI_Put}}
  MPI_Win_unlock(t, win);
}
void freedByHelperLater(MPI_Win win, int t) {
  int *buffer = malloc(16), *other = malloc(16);
  int *alias = other;
  MPI_Win_lock(MPI_LOCK_SHARED, t, 0, win);
  MPI_Put(buffer, 4, MPI_INT, t, 0, 4, MPI_INT, win);
  free(alias);
  MPI_Win_unlock(t, win);
  giveBack(buffer);
}

// ---- memory that a member points to

typedef struct {
  double *m;
  MPI_Win w;
} WithMemory;
void freedInAMember(void) {
  WithMemory d;
  d.m = malloc(80);
  MPI_Win_create(d.m, 80, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &d.w); // expected-note {{the window is made of it here}}
  free(d.m); // expected-warning {{'d.m', the memory of window 'd.w', is released before the window is freed [rma-buffer-lifetime]}}
  MPI_Win_free(&d.w); // expected-note {{the window is freed here}}
}
void freedBehindAPointer(WithMemory *d) {
  MPI_Win_create(d->m, 80, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &d->w); // expected-note {{the window is made of it here}}
  free(d->m); // expected-warning {{'d->m', the memory of window 'd->w', is released before the window is freed [rma-buffer-lifetime]}}
  MPI_Win_free(&d->w); // expected-note {{the window is freed here}}
}
void lookAt(WithMemory *d);
void freedInOrder(void) {
  WithMemory d;
  d.m = malloc(80);
  MPI_Win_create(d.m, 80, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &d.w);
  MPI_Win_free(&d.w);
  free(d.m);
  d.m = NULL;
}
void freedAnother(WithMemory *d) {
  double *old = d->m;
  d->m = malloc(80);
  MPI_Win_create(d->m, 80, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &d->w);
  free(old);
  MPI_Win_free(&d->w);
  free(d->m);
}
void pointsElsewhere(WithMemory *d, WithMemory *e) {
  MPI_Win_create(d->m, 80, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &d->w);
  d->m = e->m;
  free(d->m);
  MPI_Win_free(&d->w);
}
void mayPointElsewhere(WithMemory *d) {
  MPI_Win_create(d->m, 80, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &d->w);
  lookAt(d);
  free(d->m);
  MPI_Win_free(&d->w);
}
void freedAnothersMember(WithMemory *d, WithMemory *e) {
  MPI_Win_create(d->m, 80, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &d->w);
  free(e->m);
  MPI_Win_free(&d->w);
}
void windowOfNothing(void) {
  int *memory = malloc(16);
  MPI_Win win;
  MPI_Win_create(memory, 0, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  free(memory);
  MPI_Win_free(&win);
}
