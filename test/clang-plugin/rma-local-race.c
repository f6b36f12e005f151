// RUN: %clang -fplugin=%plugin %mpi-include -fplugin-arg-fencepost-rma-remote-race=off -fsyntax-only -Xclang -verify %s
// RUN: %clang -fplugin=%plugin %mpi-include -fplugin-arg-fencepost-rma-remote-race=off -O2 -c -o %t.o -Xclang -verify %s
// What rma-local-race reports; what it must not stands in correct-*.c.
#include <mpi.h>
#include <stdio.h>
#include <string.h>

void storeToPut(void) {
  double buf[10] = {0}, mem[10];
  MPI_Win win;
  MPI_Win_create(mem, sizeof mem, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win); // expected-note {{the epoch was opened here}}
  MPI_Put(buf, 10, MPI_DOUBLE, 1, 0, 10, MPI_DOUBLE, win); // expected-note {{MPI_Put reads 'buf' from here until its local completion: MPI_Win_flush_local or the unlock}}
  buf[3] = 1.0; // expected-warning-re {{'buf[3]' is written while MPI_Put at line {{[0-9]+}} may still be reading it [rma-local-race]}}
  MPI_Win_unlock(1, win);
  MPI_Win_free(&win);
}

void useOfGet(int target, MPI_Win win, int *out) {
  int v = 0;
  MPI_Win_lock_all(0, win); // expected-note {{the epoch was opened here}} expected-note {{the epoch was opened here}}
  MPI_Get(&v, 1, MPI_INT, target, 0, 1, MPI_INT, win); // expected-note {{MPI_Get writes '&v'}}
  printf("%d\n", v); // expected-warning {{'v' is read while MPI_Get}}
  MPI_Win_flush(target, win);
  MPI_Get(&v, 1, MPI_INT, target, 0, 1, MPI_INT, win); // expected-note {{MPI_Get writes '&v'}}
  MPI_Barrier(MPI_COMM_WORLD); // completes nothing
  v++; // expected-warning {{'v' is written while MPI_Get}}
  MPI_Win_unlock_all(win);
  *out = v;
}

void loopCarried(int n, int target, MPI_Win win) {
  int value;
  MPI_Win_fence(0, win); // expected-note {{the epoch was opened here}}
  for (int i = 0; i < n; i++) { // expected-note {{in the loop's next iteration}}
    value = i; // expected-warning {{'value' is written while MPI_Put}}
    MPI_Put(&value, 1, MPI_INT, target, i, 1, MPI_INT, win); // expected-note {{MPI_Put reads '&value'}}
  }
  MPI_Win_fence(0, win);
}

void packsAgain(int n, int steps, int target, MPI_Win win, double *edge, const double *cells) {
  MPI_Win_fence(0, win); // expected-note {{the epoch was opened here}}
  for (int step = 0; step < steps; step++) { // expected-note {{in the loop's next iteration}}
    for (int i = 0; i < n; i++)
      edge[i] = cells[8 * i]; // expected-warning {{'edge[i]' is written while MPI_Put}}
    MPI_Put(edge, n, MPI_DOUBLE, target, 0, n, MPI_DOUBLE, win); // expected-note {{MPI_Put reads 'edge'}}
  }
  MPI_Win_fence(0, win);
}

void readsInLoop(int n, int target, MPI_Win win, double *sum) {
  double values[64];
  MPI_Win_fence(0, win); // expected-note {{the epoch was opened here}}
  MPI_Get(values, 64, MPI_DOUBLE, target, 0, 64, MPI_DOUBLE, win); // expected-note {{MPI_Get writes 'values'}}
  for (int i = 5; i < n; i++)
    *sum += values[i]; // expected-warning {{'values[i]' is read while MPI_Get}}
  MPI_Win_fence(0, win);
}

void getsAgain(int n, int target, MPI_Win win) {
  int value;
  MPI_Win_lock_all(0, win); // expected-note {{the epoch was opened here}}
  for (int i = 0; i < n; i++)
    MPI_Get(&value, 1, MPI_INT, target, i, 1, MPI_INT, win); // expected-warning {{MPI_Get writes '&value' while the one issued in the previous iteration may still be writing it}} expected-note {{MPI_Get writes '&value'}}
  MPI_Win_unlock_all(win);
}

void byOtherCalls(int target, MPI_Win win) {
  int a[4] = {0}, b[4] = {0}, c[4] = {0};
  MPI_Win_lock_all(0, win); // expected-note {{the epoch was opened here}} expected-note {{the epoch was opened here}} expected-note {{the epoch was opened here}}
  MPI_Put(a, 4, MPI_INT, target, 0, 4, MPI_INT, win); // expected-note {{MPI_Put reads 'a'}}
  MPI_Recv(a, 4, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); // expected-warning {{'a' is written by MPI_Recv while MPI_Put}}
  MPI_Get(b, 4, MPI_INT, target, 0, 4, MPI_INT, win); // expected-note {{MPI_Get writes 'b'}}
  MPI_Put(b, 4, MPI_INT, target, 4, 4, MPI_INT, win); // expected-warning {{'b' is read by MPI_Put while MPI_Get}}
  MPI_Accumulate(c, 4, MPI_INT, target, 0, 4, MPI_INT, MPI_SUM, win); // expected-note {{MPI_Accumulate reads 'c'}}
  memset(c, 0, sizeof c); // expected-warning {{'c' is written by memset while MPI_Accumulate}}
  MPI_Win_unlock_all(win);
}

void atomics(int target, MPI_Win win, int *out) {
  int one = 1, old, expected = 0, seen;
  MPI_Win_lock_all(0, win); // expected-note {{the epoch was opened here}} expected-note {{the epoch was opened here}}
  MPI_Fetch_and_op(&one, &old, MPI_INT, target, 0, MPI_SUM, win); // expected-note {{MPI_Fetch_and_op writes '&old'}}
  *out = old; // expected-warning {{'old' is read while MPI_Fetch_and_op}}
  MPI_Win_flush(target, win);
  MPI_Compare_and_swap(&one, &expected, &seen, MPI_INT, target, 0, win); // expected-note {{MPI_Compare_and_swap reads '&expected'}}
  expected = 1; // expected-warning {{'expected' is written while MPI_Compare_and_swap}}
  MPI_Win_unlock_all(win);
}

void request(int target, MPI_Win win, double *p) {
  MPI_Request first, second;
  double other;
  MPI_Win_lock_all(0, win); // expected-note {{the epoch was opened here}}
  MPI_Rget(p, 8, MPI_DOUBLE, target, 0, 8, MPI_DOUBLE, win, &first); // expected-note {{MPI_Rget writes 'p' from here until its local completion: MPI_Wait on its request}}
  MPI_Rput(&other, 1, MPI_DOUBLE, target, 9, 1, MPI_DOUBLE, win, &second);
  MPI_Wait(&second, MPI_STATUS_IGNORE); // the other one
  other = p[7]; // expected-warning {{'p[7]' is read while MPI_Rget}}
  MPI_Wait(&first, MPI_STATUS_IGNORE);
  other = p[6];
  MPI_Win_unlock_all(win);
}

void wrongTarget(MPI_Win win) {
  int a = 1;
  MPI_Win_lock_all(0, win); // expected-note {{the epoch was opened here}}
  MPI_Put(&a, 1, MPI_INT, 0, 0, 1, MPI_INT, win); // expected-note {{MPI_Put reads '&a'}}
  MPI_Win_flush_local(1, win);
  a = 2; // expected-warning {{'a' is written while MPI_Put}}
  MPI_Win_unlock_all(win);
}

void wrongWindow(int *memory, MPI_Win other) {
  int a = 1;
  MPI_Win win;
  MPI_Win_create(memory, 4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win); // expected-note {{the epoch was opened here}}
  MPI_Put(&a, 1, MPI_INT, 0, 0, 1, MPI_INT, win); // expected-note {{local completion: MPI_Win_fence}}
  MPI_Win_fence(0, other);
  a = 2; // expected-warning {{'a' is written while MPI_Put}}
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
}

void startedEpoch(int *memory, MPI_Group group) {
  int a = 1;
  MPI_Win win;
  MPI_Win_create(memory, 4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_start(group, 0, win); // expected-note {{the epoch was opened here}}
  MPI_Put(&a, 1, MPI_INT, 0, 0, 1, MPI_INT, win); // expected-note {{local completion: MPI_Win_complete}}
  a = 2; // expected-warning {{'a' is written while MPI_Put}}
  MPI_Win_complete(win);
  MPI_Win_free(&win);
}

// A branch that only some processes take, where all of them have put.
void conditionalStore(int rank, int size, MPI_Win win) {
  int a = 1, right = (rank + 1) % size;
  MPI_Win_fence(0, win); // expected-note {{the epoch was opened here}}
  MPI_Put(&a, 1, MPI_INT, right, 0, 1, MPI_INT, win); // expected-note {{MPI_Put reads '&a'}}
  if (rank == 1)
    a = 2; // expected-warning {{'a' is written while MPI_Put}}
  MPI_Win_fence(0, win);
}

void conditionalPut(int rank, MPI_Win win) {
  int a = 1;
  MPI_Win_fence(0, win); // expected-note {{the epoch was opened here}}
  if (rank == 1) // expected-note {{taking the true branch}}
    MPI_Put(&a, 1, MPI_INT, 0, 0, 1, MPI_INT, win); // expected-note {{MPI_Put reads '&a'}}
  a = 2; // expected-warning {{'a' is written while MPI_Put}}
  MPI_Win_fence(0, win);
}

typedef struct {
  MPI_Win ghostWin;
  double *edge;
  int size, neighbour[4];
} Halo;

static int cell(const Halo *halo, int direction, int i) {
  int row = direction * halo->size;
  row += i;
  return row;
}

void throughMember(Halo *halo, const double *part) {
  MPI_Win_fence(0, halo->ghostWin); // expected-note {{the epoch was opened here}}
  for (int direction = 0; direction < 4; ++direction) { // expected-note {{in the loop's next iteration}}
    double *edge = halo->edge;
    for (int i = 0; i < halo->size; ++i)
      edge[i] = part[cell(halo, direction, i)]; // expected-warning {{'edge[i]' is written while MPI_Put}}
    MPI_Put(edge, halo->size, MPI_DOUBLE, halo->neighbour[direction], 0, halo->size, MPI_DOUBLE, halo->ghostWin); // expected-note {{MPI_Put reads 'edge'}}
  }
  MPI_Win_fence(0, halo->ghostWin);
}

void throughPointer(int target, MPI_Win win) {
  double array[16] = {0};
  double *p = array;
  MPI_Win_fence(0, win); // expected-note {{the epoch was opened here}}
  MPI_Put(array, 16, MPI_DOUBLE, target, 0, 16, MPI_DOUBLE, win); // expected-note {{MPI_Put reads 'array'}}
  p[2] = 1; // expected-warning {{'p[2]' is written while MPI_Put}}
  MPI_Win_fence(0, win);
}

void sameIndex(int i, int target, MPI_Win win, double *a) {
  MPI_Win_fence(0, win); // expected-note 2 {{the epoch was opened here}}
  MPI_Put(&a[2 * i + 1], 1, MPI_DOUBLE, target, 0, 1, MPI_DOUBLE, win); // expected-note 2 {{MPI_Put reads '&a[2 * i + 1]'}}
  a[i + i + 1] = 1; // expected-warning {{'a[i + i + 1]' is written while MPI_Put}}
  a[1 + 2 * i] = 1; // expected-warning {{is written while MPI_Put}}
  MPI_Win_fence(0, win);
}

#define STORE(place, value) ((place) = (value))
void inMacro(int target, MPI_Win win) {
  int a = 1;
  MPI_Win_fence(0, win); // expected-note {{the epoch was opened here}}
  MPI_Put(&a, 1, MPI_INT, target, 0, 1, MPI_INT, win); // expected-note {{MPI_Put reads '&a'}}
  STORE(a, 2); // expected-warning {{'a' is written while MPI_Put}}
  MPI_Win_fence(0, win);
}

void buffersOfOneCall(int target, MPI_Win win) {
  int a[8] = {0}, one = 1;
  MPI_Win_lock_all(0, win);
  MPI_Get_accumulate(a, 4, MPI_INT, a + 3, 4, MPI_INT, target, 0, 4, MPI_INT, MPI_SUM, win); // expected-warning {{MPI_Get_accumulate writes 'a + 3', which overlaps 'a' that it reads [rma-local-race]}} expected-note {{it may be read at any time until the operation is over}}
  MPI_Win_flush_local(target, win);
  MPI_Fetch_and_op(&one, &one, MPI_INT, target, 0, MPI_SUM, win); // expected-warning {{MPI_Fetch_and_op writes '&one', which overlaps '&one'}} expected-note {{it may be read}}
  MPI_Win_flush_local(target, win);
  MPI_Compare_and_swap(&one, &a[1], a + 1, MPI_INT, target, 0, win); // expected-warning {{MPI_Compare_and_swap writes 'a + 1', which overlaps '&a[1]'}} expected-note {{it may be read}}
  MPI_Win_unlock_all(win);
}
void broadcast(MPI_Win w, int *b, int rank) {
  MPI_Win_fence(0, w); // expected-note {{the epoch was opened here}}
  MPI_Put(b, 4, MPI_INT, 1, 0, 4, MPI_INT, w); // expected-note {{MPI_Put reads 'b' from here}}
  MPI_Bcast(b, 4, MPI_INT, 0, MPI_COMM_WORLD); // expected-warning {{'b' is written by MPI_Bcast while MPI_Put}}
  MPI_Win_fence(0, w);
  if (rank == 0) // the root, perhaps
    MPI_Put(b, 4, MPI_INT, 1, 0, 4, MPI_INT, w);
  MPI_Bcast(b, 4, MPI_INT, 0, MPI_COMM_WORLD);
  MPI_Win_fence(0, w);
  MPI_Put(b, 4, MPI_INT, 1, 0, 4, MPI_INT, w);
  MPI_Bcast(b + 4, 4, MPI_INT, 0, MPI_COMM_WORLD);
  MPI_Win_fence(0, w);
  MPI_Bcast(b, 4, MPI_INT, 0, MPI_COMM_WORLD);
}
