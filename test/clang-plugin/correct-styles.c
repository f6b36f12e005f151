// RUN: %clang -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify %s
// Correct programs in the styles one meets: queue locks, spinning, rings of buffers, state machines.
// expected-no-diagnostics
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
// mutex queue (MCS-like)
typedef struct {
  int rank;
  MPI_Win win;
  MPI_Comm comm;
} Mutex;
static const int next = 0, blocked = 1, tail = 2;
void mcs_lock(Mutex *m) {
  int *mem, flag, dummy, prev, minus = -1;
  int size;
  MPI_Comm_size(m->comm, &size);
  MPI_Win_get_attr(m->win, MPI_WIN_BASE, &mem, &flag);
  MPI_Win_lock_all(0, m->win);
  mem[blocked] = 1;
  mem[next] = -1;
  MPI_Win_sync(m->win);
  MPI_Fetch_and_op(&m->rank, &prev, MPI_INT, 0, tail, MPI_REPLACE, m->win);
  MPI_Win_flush(0, m->win);
  if (prev != -1) {
    MPI_Accumulate(&m->rank, 1, MPI_INT, prev, next, 1, MPI_INT, MPI_REPLACE, m->win);
    MPI_Win_flush(prev, m->win);
    do {
      MPI_Fetch_and_op(&dummy, &flag, MPI_INT, m->rank, blocked, MPI_NO_OP, m->win);
      MPI_Win_flush(m->rank, m->win);
    } while (flag == 1);
  }
  MPI_Win_unlock_all(m->win);
}
// spin CAS
void spin(MPI_Win win, int target) {
  int zero = 0, one = 1, old;
  MPI_Win_lock(MPI_LOCK_SHARED, target, 0, win);
  do {
    MPI_Compare_and_swap(&one, &zero, &old, MPI_INT, target, 0, win);
    MPI_Win_flush(target, win);
  } while (old != 0);
  one = 0;
  MPI_Win_unlock(target, win);
}
// nonblocking pipeline w/ ring of buffers
void ring(int n, int target, MPI_Win win) {
  enum { DEPTH = 4 };
  char *bufs[DEPTH];
  MPI_Request reqs[DEPTH];
  for (int i = 0; i < DEPTH; i++) {
    bufs[i] = malloc(1024);
    reqs[i] = MPI_REQUEST_NULL;
  }
  MPI_Win_lock(MPI_LOCK_SHARED, target, 0, win);
  for (int i = 0; i < n; i++) {
    int slot = i % DEPTH;
    MPI_Wait(&reqs[slot], MPI_STATUS_IGNORE);
    memset(bufs[slot], i, 1024);
    MPI_Rput(bufs[slot], 1024, MPI_BYTE, target, i * 1024, 1024, MPI_BYTE, win, &reqs[slot]);
  }
  MPI_Waitall(DEPTH, reqs, MPI_STATUSES_IGNORE);
  MPI_Win_unlock(target, win);
  for (int i = 0; i < DEPTH; i++)
    free(bufs[i]);
}
// macros
#define WITH_LOCK(win, t, ...)                                                                     \
  do {                                                                                             \
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, t, 0, win);                                                   \
    __VA_ARGS__;                                                                                   \
    MPI_Win_unlock(t, win);                                                                        \
  } while (0)
void macro(int t) {
  int v = 3, m;
  MPI_Win win;
  MPI_Win_create(&m, 4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  WITH_LOCK(win, t, MPI_Put(&v, 1, MPI_INT, t, 0, 1, MPI_INT, win));
  v = 4;
  WITH_LOCK(win, t, MPI_Get(&v, 1, MPI_INT, t, 0, 1, MPI_INT, win));
  printf("%d", v);
  MPI_Win_free(&win);
}
// growing prefix
void prefix(int n, int t, MPI_Win win, int *a) {
  MPI_Win_lock(MPI_LOCK_SHARED, t, 0, win);
  for (int i = 0; i < n; i++) {
    a[i] = i;
    MPI_Put(a, i + 1, MPI_INT, t, 0, i + 1, MPI_INT, win);
  }
  MPI_Win_unlock(t, win);
}
// parity of iterations: even puts, odd flushes
void parity(int n, int t, MPI_Win win) {
  int v = 0;
  MPI_Win_lock(MPI_LOCK_SHARED, t, 0, win);
  for (int i = 0; i < n; i++) {
    if (i % 2 == 0) {
      v = i;
      MPI_Put(&v, 1, MPI_INT, t, 0, 1, MPI_INT, win);
    } else
      MPI_Win_flush(t, win);
  }
  MPI_Win_unlock(t, win);
}
// switch state machine
void machine(int t, MPI_Win win, const int *ops, int n) {
  int v = 0;
  for (int i = 0; i < n; i++)
    switch (ops[i]) {
    case 0:
      MPI_Win_lock(MPI_LOCK_SHARED, t, 0, win);
      break;
    case 1:
      MPI_Put(&v, 1, MPI_INT, t, 0, 1, MPI_INT, win);
      break;
    case 2:
      MPI_Win_unlock(t, win);
      break;
    case 3:
      v = i;
      break;
    }
}
// window array
void many(int k, MPI_Comm c) {
  MPI_Win wins[8];
  int mem[8], v[8];
  for (int i = 0; i < k; i++)
    MPI_Win_create(&mem[i], 4, 4, MPI_INFO_NULL, c, &wins[i]);
  for (int i = 0; i < k; i++)
    MPI_Win_fence(0, wins[i]);
  for (int i = 0; i < k; i++)
    MPI_Get(&v[i], 1, MPI_INT, 0, 0, 1, MPI_INT, wins[i]);
  for (int i = 0; i < k; i++)
    MPI_Win_fence(0, wins[i]);
  for (int i = 0; i < k; i++)
    v[0] += v[i];
  for (int i = 0; i < k; i++)
    MPI_Win_free(&wins[i]);
}
// recursion
void rec(int depth, MPI_Win win) {
  int v = depth;
  if (depth == 0)
    return;
  MPI_Put(&v, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
  rec(depth - 1, win);
  MPI_Win_flush(0, win);
  v = 1;
}
// shared window
void shm(MPI_Comm node, int rank) {
  int *base;
  MPI_Win win;
  MPI_Aint sz;
  int du;
  MPI_Win_allocate_shared(4, 4, MPI_INFO_NULL, node, &base, &win);
  MPI_Win_lock_all(MPI_MODE_NOCHECK, win);
  MPI_Win_shared_query(win, 0, &sz, &du, &base);
  base[rank] = rank;
  MPI_Win_sync(win);
  MPI_Barrier(node);
  MPI_Win_sync(win);
  printf("%d\n", base[0]);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
}
// dynamic
void dyn(int n) {
  MPI_Win win;
  int *p = malloc(n * 4);
  MPI_Aint a, *all = malloc(n * sizeof *all);
  MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_attach(win, p, n * 4);
  MPI_Get_address(p, &a);
  MPI_Allgather(&a, 1, MPI_AINT, all, 1, MPI_AINT, MPI_COMM_WORLD);
  MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
  MPI_Get(p, 1, MPI_INT, 0, all[0], 1, MPI_INT, win);
  MPI_Win_unlock(0, win);
  p[0]++;
  MPI_Win_detach(win, p);
  MPI_Win_free(&win);
}
// conditional epoch type
void either(int fence, int t) {
  int v = 1, m;
  MPI_Win win;
  MPI_Win_create(&m, 4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  if (fence)
    MPI_Win_fence(0, win);
  else
    MPI_Win_lock_all(0, win);
  MPI_Put(&v, 1, MPI_INT, t, 0, 1, MPI_INT, win);
  if (fence)
    MPI_Win_fence(0, win);
  else
    MPI_Win_unlock_all(win);
  v = 2;
  MPI_Win_free(&win);
}
// locks on self + remote
void two(int me, int other) {
  int v, m;
  MPI_Win win;
  MPI_Win_create(&m, 4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_lock(MPI_LOCK_SHARED, me, 0, win);
  MPI_Win_lock(MPI_LOCK_SHARED, other, 0, win);
  MPI_Get(&v, 1, MPI_INT, other, 0, 1, MPI_INT, win);
  MPI_Win_unlock(other, win);
  m = v;
  MPI_Win_unlock(me, win);
  MPI_Win_free(&win);
}
// post conditional
void cond_post(int r, MPI_Group g) {
  int m;
  MPI_Win win;
  MPI_Win_create(&m, 4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  for (int i = 0; i < 3; i++) {
    if (r == i)
      MPI_Win_post(g, 0, win);
    else {
      MPI_Win_start(g, 0, win);
      MPI_Put(&r, 1, MPI_INT, i, 0, 1, MPI_INT, win);
    }
    if (r == i)
      MPI_Win_wait(win);
    else
      MPI_Win_complete(win);
  }
  MPI_Win_free(&win);
}
static MPI_Win gw;
static double gbuf[4];
static double norm(const double *v, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += v[i] * v[i];
  return s;
}
static void push(int t) { MPI_Put(gbuf, 4, MPI_DOUBLE, t, 0, 4, MPI_DOUBLE, gw); }
static void wait_(void) { MPI_Win_flush_all(gw); }
void g1(int t, double *x) {
  MPI_Put(gbuf, 4, MPI_DOUBLE, t, 0, 4, MPI_DOUBLE, gw);
  *x = norm(gbuf, 4);
  wait_();
  gbuf[0] = 1;
  push(t);
  wait_();
  gbuf[1] = 2;
}
int main(int c, char **v) {
  int m = 0, r;
  MPI_Win win;
  MPI_Init(&c, &v);
  MPI_Comm_rank(MPI_COMM_WORLD, &r);
  MPI_Win_create(&m, 4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(MPI_MODE_NOPRECEDE | MPI_MODE_NOSTORE, win);
  if (r == 0) {
    MPI_Put(&r, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  }
  MPI_Win_fence(MPI_MODE_NOSTORE | MPI_MODE_NOPUT | MPI_MODE_NOSUCCEED, win);
  r = m;
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
