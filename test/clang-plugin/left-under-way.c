// RUN: %clang -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify %s
// RUN: %clang -x c++ -fplugin=%plugin %mpi-include -fopenmp -fsyntax-only -Xclang -verify=expected,cxx %s
// Operations that a function of this file leaves under way when it returns.
#include <mpi.h>
#include <stdlib.h>

static void send(MPI_Win win, const double *from, int count, int to) {
  MPI_Put(from, count, MPI_DOUBLE, to, 0, count, MPI_DOUBLE, win); // expected-note 5 {{MPI_Put reads}}
}
static void fetch(double *into, int from, MPI_Win *win) {
  MPI_Get(into + 4, 4, MPI_DOUBLE, from, 0, 4, MPI_DOUBLE, *win); // expected-note 2 {{MPI_Get writes}}
}
static int sendChecked(MPI_Win win, const double *from, int count, int to) {
  return MPI_Put(from, count, MPI_DOUBLE, to, 0, count, MPI_DOUBLE, win); // expected-note {{MPI_Put reads}}
}
static void sendTwice(MPI_Win win, const double *from, int to) { send(win, from, 4, to); }

void written(MPI_Win win, double *edge, int right) {
  MPI_Win_fence(0, win);      // expected-note {{the epoch was opened here}}
  send(win, edge, 8, right);  // expected-note {{it is issued by this call}}
  edge[0] = 1;                // expected-warning {{'edge[0]' is written while MPI_Put at line 8 may still be reading it [rma-local-race]}}
  MPI_Win_fence(0, win);
}
void writtenFurtherOn(MPI_Win win, double *edge, int right) {
  MPI_Win_fence(0, win); // expected-note {{the epoch was opened here}}
  sendChecked(win, edge, 8, right); // expected-note {{it is issued by this call}}
  edge[8] = 1;
  edge[7] = 1; // expected-warning {{'edge[7]' is written while MPI_Put}}
  MPI_Win_fence(0, win);
}
// What moves nothing is no access: the arguments say so.
static void sendLess(MPI_Win win, const double *from, int count, int to) {
  MPI_Put(from, count - 1, MPI_DOUBLE, to, 0, count - 1, MPI_DOUBLE, win);
}
static void sendMaybe(MPI_Win win, const double *from, int to, int last) {
  if (last)
    to = MPI_PROC_NULL;
  MPI_Put(from, 1, MPI_DOUBLE, to, 0, 1, MPI_DOUBLE, win);
}
static void sendSize(MPI_Win win, const double *from, size_t count, int to) {
  MPI_Put(from, (int)count, MPI_DOUBLE, to, 0, (int)count, MPI_DOUBLE, win);
}
static void sendSizeOn(MPI_Win win, const double *from, int count, int to) { sendSize(win, from, count, to); }
static void addBy(MPI_Win win, const double *from, double *into, MPI_Op op) {
  MPI_Fetch_and_op(from, into, MPI_DOUBLE, 0, 0, op, win);
}
void onlyRead(MPI_Win win, double *edge, double *into) {
  MPI_Win_fence(0, win);
  addBy(win, edge, into, MPI_NO_OP);
  edge[0] = 1;
  MPI_Win_fence(0, win);
}
void nothing(MPI_Win win, double *edge, int right) {
  MPI_Win_fence(0, win);
  sendLess(win, edge, 1, right);
  sendMaybe(win, edge, right, 1);
  sendSize(win, edge, 0, right);
  sendSizeOn(win, edge, 0, right);
  edge[0] = 1;
  MPI_Win_fence(0, win);
}
#ifdef __cplusplus
static void fetchBy(double *&into, int from, MPI_Win win) {
  MPI_Get(into, 4, MPI_DOUBLE, from, 0, 4, MPI_DOUBLE, win);
}
double *otherPointer(MPI_Win win, double *edge, double *other, int left) {
  MPI_Win_fence(0, win);
  fetchBy(edge, left, win);
  edge = other; // the variable, not what was read into
  MPI_Win_fence(0, win);
  return edge;
}
#endif
void nested(MPI_Win win, int right) {
  double edge[4];
  MPI_Win_lock_all(0, win);    // expected-note {{the epoch was opened here}}
  sendTwice(win, edge, right); // expected-note {{it is issued by this call}}
  edge[0] = 1;                 // expected-warning {{'edge[0]' is written while MPI_Put}}
  MPI_Win_unlock_all(win);
}
void partly(MPI_Win win, double *both, int left) {
  double sum = 0;
  MPI_Win_fence(0, win);   // expected-note 2 {{the epoch was opened here}}
  fetch(both, left, &win); // expected-note 2 {{it is issued by this call}}
  sum += both[3];
  sum += both[4]; // expected-warning {{'both[4]' is read while MPI_Get at line 11 may still be writing it}}
  both[4] = sum; // expected-warning {{'both[4]' is written while MPI_Get}}
  MPI_Win_fence(0, win);
}
void again(MPI_Win win, double *edge, int right, int n) {
  MPI_Win_fence(0, win); // expected-note {{the epoch was opened here}}
  for (int i = 0; i < n; ++i) { // expected-note {{in the loop's next iteration}}
    edge[0] = i;               // expected-warning {{'edge[0]' is written while MPI_Put}}
    send(win, edge, 8, right); // expected-note {{it is issued by this call}}
  }
  MPI_Win_fence(0, win);
}
void freed(MPI_Win win, int right) {
  double *edge = (double *)malloc(64);
  MPI_Win_fence(0, win);     // expected-note {{the epoch was opened here}}
  send(win, edge, 8, right); // expected-note {{it is issued by this call}}
  free(edge);                // expected-warning {{'edge' is freed while MPI_Put at line 8 may still be reading it [rma-buffer-lifetime]}}
  MPI_Win_fence(0, win);
}
void scoped(MPI_Win win, int right) {
  MPI_Win_fence(0, win);
  {
    double edge = 3;
    send(win, &edge, 1, right); // expected-warning {{MPI_Put may still be reading 'edge' when that goes out of scope [rma-buffer-lifetime]}}
  }
  MPI_Win_fence(0, win);
}
void own(double *edge, double *memory, int right) {
  MPI_Win win;
  MPI_Win_create(memory, 64, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_lock_all(0, win);  // expected-note {{the epoch was opened here}}
  send(win, edge, 8, right); // expected-note {{it is issued by this call}}
  edge[0] = 1;               // expected-warning {{'edge[0]' is written while MPI_Put}}
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
}

#ifdef __cplusplus
struct Edges {
  MPI_Win win;
  double mine[4], other[4];
  void start(int to) { MPI_Put(mine, 4, MPI_DOUBLE, to, 0, 4, MPI_DOUBLE, win); } // #start
  void wait() { MPI_Win_fence(0, win); } // cxx-note 2 {{the epoch was opened here}}
  void both(int to) {
    wait();
    start(to);   // cxx-note {{it is issued by this call}}
    other[0] = 1;
    mine[3] = 1; // cxx-warning {{'mine[3]' is written while MPI_Put at line}} cxx-note@#start {{MPI_Put reads}}
    wait();
    mine[3] = 2;
  }
};
void member(Edges &edges, Edges &others, int to) {
  edges.wait();
  edges.start(to); // cxx-note {{it is issued by this call}}
  edges.other[1] = others.mine[1] = 3;
  edges.mine[0] = 3; // cxx-warning {{'edges.mine[0]' is written while MPI_Put at line}} cxx-note@#start {{MPI_Put reads}}
  edges.wait();
  edges.mine[0] = 4;
}
#endif

// ---- quiet
static void sendAndWait(MPI_Win win, const double *from, int to) {
  MPI_Put(from, 8, MPI_DOUBLE, to, 0, 8, MPI_DOUBLE, win);
  MPI_Win_flush_local(to, win);
}
static void sendIf(MPI_Win win, const double *from, int to) {
  if (to != MPI_PROC_NULL)
    MPI_Put(from, 8, MPI_DOUBLE, to, 0, 8, MPI_DOUBLE, win);
}
static void sendCopy(MPI_Win win, const double *from, int to) {
  static double copy[8];
  for (int i = 0; i < 8; ++i)
    copy[i] = from[i];
  MPI_Put(copy, 8, MPI_DOUBLE, to, 0, 8, MPI_DOUBLE, win);
}
static void sendNext(MPI_Win win, const double *from, int to) {
  from += 8;
  MPI_Put(from, 8, MPI_DOUBLE, to, 0, 8, MPI_DOUBLE, win);
}
static void sendPart(MPI_Win win, const double *from, int part, int to) {
  MPI_Put(from + 8 * part, 8, MPI_DOUBLE, to, 0, 8, MPI_DOUBLE, win);
}
static void finish(MPI_Win win) { MPI_Win_fence(0, win); }
void unseen(MPI_Win win);

void completed(MPI_Win win, double *edge, int right) {
  MPI_Win_lock_all(0, win);
  sendAndWait(win, edge, right);
  edge[0] = 1;
  send(win, edge, 8, right);
  MPI_Win_flush(right, win);
  edge[0] = 2;
  MPI_Win_unlock_all(win);
}
void completedByAnother(MPI_Win win, double *edge, int right) {
  MPI_Win_fence(0, win);
  send(win, edge, 8, right);
  finish(win);
  edge[0] = 1;
  send(win, edge, 8, right);
  unseen(win);
  edge[0] = 1;
  MPI_Win_fence(0, win);
}
void others(MPI_Win win, double *edge, double *other, int right) {
  MPI_Win_fence(0, win);
  send(win, edge, 4, right);
  other[0] = edge[0];
  edge[4] = 1;
  MPI_Win_fence(0, win);
  edge[0] = 1;
}
void perhapsNothing(MPI_Win win, double *edge, int right) {
  MPI_Win_fence(0, win);
  sendIf(win, edge, right);
  if (right == MPI_PROC_NULL)
    edge[0] = 1;
  MPI_Win_fence(0, win);
  sendIf(win, edge, MPI_PROC_NULL);
  edge[0] = 1;
  send(win, edge, 0, right);
  edge[0] = 2;
  send(win, edge, 8, MPI_PROC_NULL);
  edge[0] = 3;
  MPI_Win_fence(0, win);
}
void elsewhere(MPI_Win win, double *edge, int right) {
  MPI_Win_fence(0, win);
  sendCopy(win, edge, right);
  edge[0] = 1;
  sendNext(win, edge, right);
  edge[0] = 2;
  sendPart(win, edge, 1, right);
  edge[0] = 3;
  MPI_Win_fence(0, win);
}
void moved(MPI_Win win, double *edge, int right) {
  MPI_Win_fence(0, win);
  send(win, edge, 8, right);
  edge += 8;
  edge[0] = 1;
  MPI_Win_fence(0, win);
}
void alternating(MPI_Win win, int right, int n) {
  double edges[2][8];
  for (int i = 0; i < n; ++i) {
    edges[i % 2][0] = i;
    MPI_Win_fence(0, win);
    send(win, edges[i % 2], 8, right);
  }
  MPI_Win_fence(0, win);
}
void eachHasItsOwn(MPI_Win win, double *edges, int right, int n) {
  MPI_Win_fence(0, win);
  for (int i = 0; i < n; ++i) {
    edges[8 * i] = i;
    send(win, &edges[8 * i], 8, right);
  }
  MPI_Win_fence(0, win);
}
void firstOfLoop(MPI_Win win, double *edges, int right) {
  MPI_Win_fence(0, win);
  for (int i = 0; i < 8; ++i) {
    edges[i] = i;
    send(win, &edges[i], 1, right);
  }
  MPI_Win_fence(0, win);
}
void threads(MPI_Win win, double *edge, int right) {
  MPI_Win_lock_all(0, win);
#pragma omp parallel for private(edge)
  for (int i = 0; i < 8; ++i)
    send(win, edge, 8, right);
  MPI_Win_unlock_all(win);
}
