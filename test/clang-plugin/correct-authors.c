// RUN: %clang -std=gnu11 -fplugin=%plugin %mpi-include -fsyntax-only -Wno-unused -Xclang -verify -Xclang -verify-ignore-unexpected=note %s
// Correct programs in the styles of many authors.
// expected-no-diagnostics
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdbool.h>
#include <stdarg.h>
#define TRY(x) do { int e_ = (x); if (e_ != MPI_SUCCESS) { err = e_; goto fail; } } while (0)
#define CHECK(x) if ((rc = (x)) != MPI_SUCCESS) return rc
#define EPOCH(w) for (int once_ = (MPI_Win_lock_all(0, (w)), 1); once_; once_ = 0, MPI_Win_unlock_all(w))
#define LOCKED(r, w) for (int o_ = (MPI_Win_lock(MPI_LOCK_EXCLUSIVE, (r), 0, (w)), 0); !o_; o_ = 1, MPI_Win_unlock((r), (w)))
#define PUT(p, n, r, d, w) _Generic(*(p), double: MPI_Put((p), (n), MPI_DOUBLE, (r), (d), (n), MPI_DOUBLE, (w)), int: MPI_Put((p), (n), MPI_INT, (r), (d), (n), MPI_INT, (w)))
/* 1 goto cleanup */
int a1(MPI_Comm c, int n) { int err = 0; MPI_Win w = MPI_WIN_NULL; double *b = NULL, *tmp = NULL;
  TRY(MPI_Alloc_mem(n * 8, MPI_INFO_NULL, &b)); TRY(MPI_Win_create(b, n * 8, 8, MPI_INFO_NULL, c, &w));
  tmp = malloc(n * 8); if (!tmp) { err = MPI_ERR_NO_MEM; goto fail; }
  TRY(MPI_Win_fence(0, w)); TRY(MPI_Put(tmp, 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, w)); TRY(MPI_Win_fence(0, w));
  tmp[0] = 1;
fail: free(tmp); if (w != MPI_WIN_NULL) MPI_Win_free(&w); if (b) MPI_Free_mem(b); return err; }
/* 2 error returns */
int a2(MPI_Win w, int t, double *x) {
  int rc; CHECK(MPI_Win_lock(MPI_LOCK_SHARED, t, 0, w)); CHECK(MPI_Put(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w));
  CHECK(MPI_Win_unlock(t, w)); x[0] = 2; return 0;
}
/* 3 epoch macros */
void a3(MPI_Win w, int t, double *x) {
  EPOCH(w) { PUT(x, 2, t, 0, w); MPI_Win_flush_local(t, w); x[0] = 1; PUT(x, 2, t, 4, w); }
  x[1] = 1;
  EPOCH(w) { MPI_Get(x, 2, MPI_DOUBLE, t, 0, 2, MPI_DOUBLE, w); }
  x[0]++;
}
void a4(MPI_Win w, int n, int *v) {
  for (int r = 0; r < n; r++) LOCKED(r, w) { PUT(&v[r], 1, r, 0, w); }
  v[0] = 3;
}
/* 5 state machine */
enum St { IDLE, OPEN, SENT, CLOSED };
void a5(MPI_Win w, int t, double *x) {
  enum St s = IDLE;
  while (s != CLOSED) switch (s) {
    case IDLE: MPI_Win_lock(MPI_LOCK_SHARED, t, 0, w);
    s = OPEN; break;
    case OPEN: x[0] = 4;
    MPI_Put(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w); s = SENT; break;
    case SENT: MPI_Win_unlock(t, w);
    x[0] = 1; s = CLOSED; break; default: return;
  }
}
struct Fsm { enum St s; MPI_Win w; double x[4]; int t; };
int a6(struct Fsm *f) {
  switch (f->s) {
    case IDLE: MPI_Win_lock(MPI_LOCK_SHARED, f->t, 0, f->w);
    f->s = OPEN; return 1;
    case OPEN: MPI_Put(f->x, 4, MPI_DOUBLE, f->t, 0, 4, MPI_DOUBLE, f->w);
    f->s = SENT; return 1;
    case SENT: MPI_Win_unlock(f->t, f->w);
    f->s = CLOSED; return 1;
    case CLOSED: f->x[0] = 1;
    return 0;
  }
  return -1;
}
void a7(struct Fsm *f) { while (a6(f) > 0) continue; f->x[0] = 2; }
/* 8 setjmp */
static jmp_buf env;
void a8(MPI_Win w, int t, double *x) {
  if (setjmp(env) == 0) {
    MPI_Win_lock_all(0, w); MPI_Put(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w); longjmp(env, 1);
  }
  MPI_Win_unlock_all(w); x[0] = 1;
}
/* 9 K&R */
void a9(MPI_Win w, int t, double *x) {
  MPI_Win_lock(MPI_LOCK_SHARED, t, 0, w); MPI_Get(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w); MPI_Win_unlock(t, w);
  x[0] += 1;
}
/* 10 callbacks */
typedef void (*body_fn)(MPI_Win, int, void *);
void a10_with(MPI_Win w, int t, body_fn f, void *ctx) {
  MPI_Win_lock(MPI_LOCK_SHARED, t, 0, w); f(w, t, ctx); MPI_Win_unlock(t, w);
}
static void a10_put(MPI_Win w, int t, void *ctx) { MPI_Put(ctx, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w); }
void a10(MPI_Win w, int t, double *x) { a10_with(w, t, a10_put, x); x[0] = 1; a10_with(w, t, a10_put, x); }
struct Ops { void (*open)(MPI_Win); void (*close)(MPI_Win); };
static void la(MPI_Win w) { MPI_Win_lock_all(0, w); }
static void ua(MPI_Win w) { MPI_Win_unlock_all(w); }
static const struct Ops passive = { la, ua };
void a11(MPI_Win w, int t, double *x) {
  passive.open(w); MPI_Put(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w); passive.close(w); x[0] = 1;
}
/* 12 shared memory */
void a12(MPI_Comm c) {
  MPI_Win w; int *mine, *left, me, n; MPI_Aint sz; int du; MPI_Comm_rank(c, &me); MPI_Comm_size(c, &n);
  MPI_Win_allocate_shared(4, 4, MPI_INFO_NULL, c, &mine, &w); MPI_Win_lock_all(MPI_MODE_NOCHECK, w); *mine = me;
  MPI_Win_sync(w); MPI_Barrier(c); MPI_Win_sync(w); MPI_Win_shared_query(w, (me + n - 1) % n, &sz, &du, &left);
  int v = *left; MPI_Win_sync(w); MPI_Barrier(c); *mine = v; MPI_Win_unlock_all(w); MPI_Win_free(&w);
}
/* 13 dynamic windows */
void a13(MPI_Comm c, int t) {
  MPI_Win w; double *b = malloc(80); MPI_Aint a, ra; MPI_Win_create_dynamic(MPI_INFO_NULL, c, &w);
  MPI_Win_attach(w, b, 80); MPI_Get_address(b, &a);
  MPI_Sendrecv(&a, 1, MPI_AINT, t, 0, &ra, 1, MPI_AINT, t, 0, c, MPI_STATUS_IGNORE);
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, t, 0, w); double v = 1; MPI_Put(&v, 1, MPI_DOUBLE, t, ra, 1, MPI_DOUBLE, w);
  MPI_Win_unlock(t, w); v = 2; MPI_Barrier(c); MPI_Win_detach(w, b); free(b); MPI_Win_free(&w);
}
/* 14 pscw */
void a14(MPI_Win w, MPI_Group g, double *x, int t) {
  MPI_Win_post(g, 0, w); MPI_Win_start(g, 0, w); MPI_Put(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w);
  MPI_Win_complete(w); x[0] = 1; MPI_Win_wait(w);
}
void a15(MPI_Win w, MPI_Group g) {
  int done = 0; MPI_Win_post(g, 0, w); while (!done) MPI_Win_test(w, &done); MPI_Win_post(g, 0, w); MPI_Win_wait(w);
}
void a16(MPI_Win w, MPI_Group g, double *x, int t, bool origin) {
  if (origin) {
    MPI_Win_start(g, 0, w); MPI_Get(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w); MPI_Win_complete(w); x[0]++;
  } else { MPI_Win_post(g, 0, w); MPI_Win_wait(w); }
}
/* 17 requests */
void a17(MPI_Win w, int t, double *x, int n) {
  MPI_Request *r = malloc(n * sizeof *r); MPI_Win_lock_all(0, w);
  for (int i = 0; i < n; i++) MPI_Rput(&x[i], 1, MPI_DOUBLE, t, i, 1, MPI_DOUBLE, w, &r[i]);
  MPI_Waitall(n, r, MPI_STATUSES_IGNORE); for (int i = 0; i < n; i++) x[i] = 0; MPI_Win_unlock_all(w); free(r);
}
void a18(MPI_Win w, int t, double x[2][64], int n) {
  MPI_Request r[2] = { MPI_REQUEST_NULL, MPI_REQUEST_NULL }; MPI_Win_lock_all(0, w);
  for (int i = 0; i < n; i++) {
    int k = i & 1; MPI_Wait(&r[k], MPI_STATUS_IGNORE); memset(x[k], 0, 64 * 8);
    MPI_Rput(x[k], 64, MPI_DOUBLE, t, 64 * i, 64, MPI_DOUBLE, w, &r[k]);
  }
  MPI_Waitall(2, r, MPI_STATUSES_IGNORE); MPI_Win_unlock_all(w);
}
struct Slot { MPI_Request req; double data[8]; bool busy; };
void a19(MPI_Win w, int t, struct Slot *s, int n) {
  MPI_Win_lock_all(0, w);
  for (int i = 0; i < n; i++) {
    struct Slot *k = &s[i % 4];
    if (k->busy) { MPI_Wait(&k->req, MPI_STATUS_IGNORE); k->busy = false; }
    k->data[0] = i; MPI_Rput(k->data, 8, MPI_DOUBLE, t, 8 * i, 8, MPI_DOUBLE, w, &k->req); k->busy = true;
  }
  for (int i = 0; i < 4; i++) if (s[i].busy) MPI_Wait(&s[i].req, MPI_STATUS_IGNORE); MPI_Win_unlock_all(w);
}
void a20(MPI_Win w, int t, struct Slot *s) {
  MPI_Win_lock_all(0, w); MPI_Rget(s->data, 8, MPI_DOUBLE, t, 0, 8, MPI_DOUBLE, w, &s->req); int f = 0;
  while (!f) MPI_Test(&s->req, &f, MPI_STATUS_IGNORE); s->data[0]++;
  MPI_Rget(s->data, 8, MPI_DOUBLE, t, 0, 8, MPI_DOUBLE, w, &s->req); MPI_Wait(&s->req, MPI_STATUS_IGNORE);
  s->data[0]++; MPI_Win_unlock_all(w);
}
void a21(MPI_Win w, int t, struct Slot *a, struct Slot *b) {
  MPI_Win_lock_all(0, w); MPI_Rget(a->data, 8, MPI_DOUBLE, t, 0, 8, MPI_DOUBLE, w, &a->req);
  MPI_Rget(b->data, 8, MPI_DOUBLE, t, 8, 8, MPI_DOUBLE, w, &b->req); MPI_Request both[2] = { a->req, b->req };
  MPI_Waitall(2, both, MPI_STATUSES_IGNORE); a->data[0] += b->data[0]; MPI_Win_unlock_all(w);
}
static void waitSlot(struct Slot *s) { if (s->req != MPI_REQUEST_NULL) MPI_Wait(&s->req, MPI_STATUS_IGNORE); }
void a22(MPI_Win w, int t, struct Slot *s) {
  MPI_Win_lock_all(0, w); MPI_Rget(s->data, 8, MPI_DOUBLE, t, 0, 8, MPI_DOUBLE, w, &s->req); waitSlot(s);
  s->data[0]++; MPI_Rget(s->data, 8, MPI_DOUBLE, t, 0, 8, MPI_DOUBLE, w, &s->req); waitSlot(s); MPI_Win_unlock_all(w);
}
void a23(MPI_Win w, int t, struct Slot *s) {
  MPI_Win_lock_all(0, w); MPI_Rget(s->data, 8, MPI_DOUBLE, t, 0, 8, MPI_DOUBLE, w, &s->req); MPI_Win_flush(t, w);
  s->data[0]++; MPI_Wait(&s->req, MPI_STATUS_IGNORE); MPI_Win_unlock_all(w);
}
void a24(MPI_Win w, int t, struct Slot *s) {
  MPI_Win_lock_all(0, w);
  struct Slot l;
  l.busy = false; MPI_Rget(l.data, 8, MPI_DOUBLE, t, 0, 8, MPI_DOUBLE, w, &l.req);
  MPI_Waitall(1, &l.req, MPI_STATUSES_IGNORE); *s = l; MPI_Win_unlock_all(w);
}
/* 25 dup'ed comm */
void a25(MPI_Comm c) {
  MPI_Comm d; MPI_Comm_dup(c, &d); int n, me; MPI_Comm_size(d, &n); MPI_Comm_rank(d, &me); MPI_Win w; int *b;
  MPI_Win_allocate(4 * n, 4, MPI_INFO_NULL, d, &b, &w); MPI_Win_fence(MPI_MODE_NOPRECEDE, w);
  for (int r = 0; r < n; r++) if (r != me) MPI_Put(&me, 1, MPI_INT, r, me, 1, MPI_INT, w);
  MPI_Win_fence(MPI_MODE_NOSUCCEED | MPI_MODE_NOSTORE, w); MPI_Win_free(&w); MPI_Comm_free(&d);
}
/* 26 windows in arrays of structs */
struct Lev {
  MPI_Win win[2]; double *mem[2]; int nx;
};
struct Grid { struct Lev lev[4]; int cur, left, right; };
void a26(struct Grid *g) {
  for (int l = 0; l < 4; l++) for (int k = 0; k < 2; k++) MPI_Win_fence(0, g->lev[l].win[k]);
  for (int l = 0; l < 4; l++) MPI_Put(g->lev[l].mem[0], 1, MPI_DOUBLE, g->left, 0, 1, MPI_DOUBLE, g->lev[l].win[0]);
  for (int l = 0; l < 4; l++) for (int k = 0; k < 2; k++) MPI_Win_fence(0, g->lev[l].win[k]); g->lev[0].mem[0][0] = 1;
}
void a27(struct Grid *g) {
  int c = g->cur; MPI_Win_lock(MPI_LOCK_SHARED, g->left, 0, g->lev[c].win[0]);
  MPI_Put(g->lev[c].mem[1], 4, MPI_DOUBLE, g->left, 0, 4, MPI_DOUBLE, g->lev[c].win[0]);
  MPI_Win_unlock(g->left, g->lev[c].win[0]); g->lev[c].mem[1][0] = 1; g->cur ^= 1;
}
static void exchange(struct Lev *l, int k, int t) {
  MPI_Win_lock(MPI_LOCK_SHARED, t, 0, l->win[k]);
  MPI_Put(&l->mem[k][l->nx], 4, MPI_DOUBLE, t, 0, 4, MPI_DOUBLE, l->win[k]); MPI_Win_unlock(t, l->win[k]);
}
void a28(struct Grid *g) {
  for (int l = 0; l < 4; l++) {
    exchange(&g->lev[l], 0, g->left); exchange(&g->lev[l], 0, g->right); exchange(&g->lev[l], 1, g->left);
  }
  g->lev[0].mem[0][g->lev[0].nx] = 1;
}
static void beginPut(struct Lev *l, int k, int t) {
  MPI_Put(&l->mem[k][l->nx], 4, MPI_DOUBLE, t, 0, 4, MPI_DOUBLE, l->win[k]);
}
void a29(struct Grid *g) {
  struct Lev *l = &g->lev[g->cur];
  MPI_Win_fence(0, l->win[0]); beginPut(l, 0, g->left); l->mem[0][0] = 1; l->mem[1][l->nx] = 2;
  MPI_Win_fence(0, l->win[0]); l->mem[0][l->nx] = 3;
}
void a30(struct Grid *g) {
  struct Lev *l = &g->lev[g->cur];
  MPI_Win_fence(0, l->win[0]); beginPut(l, 0, g->left); l->nx += 4; l->mem[0][l->nx] = 2; MPI_Win_fence(0, l->win[0]);
}
void a31(struct Grid *g) {
  struct Lev *l = &g->lev[0];
  MPI_Win_lock_all(0, l->win[0]); beginPut(l, 0, g->left); l = &g->lev[1]; l->mem[0][l->nx] = 2;
  MPI_Win_unlock_all(g->lev[0].win[0]);
}
/* 32 atomics, spin lock */
void a32(MPI_Win w, int t) {
  int one = 1, zero = 0, old; MPI_Win_lock_all(0, w);
  do {
    MPI_Compare_and_swap(&one, &zero, &old, MPI_INT, t, 0, w); MPI_Win_flush(t, w);
  } while (old != 0);
  MPI_Accumulate(&zero, 1, MPI_INT, t, 0, 1, MPI_INT, MPI_REPLACE, w); MPI_Win_unlock_all(w);
}
void a33(MPI_Win w, int t) {
  int one = 1, old; MPI_Win_lock(MPI_LOCK_SHARED, t, 0, w); MPI_Fetch_and_op(&one, &old, MPI_INT, t, 0, MPI_SUM, w);
  MPI_Win_flush(t, w); if (old > 4) printf("%d", old); MPI_Fetch_and_op(&one, &old, MPI_INT, t, 0, MPI_SUM, w);
  MPI_Win_unlock(t, w); printf("%d", old);
}
/* 34 conditional lock flags */
void a34(MPI_Win w, int t, double *x, bool own) {
  bool locked = false;
  if (own) { MPI_Win_lock(MPI_LOCK_SHARED, t, 0, w); locked = true; }
  MPI_Put(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w); if (locked) MPI_Win_unlock(t, w); else MPI_Win_flush(t, w);
  x[0] = 1;
}
void a35(MPI_Win w, const int *nb, int n, double *x) {
  for (int i = 0; i < n; i++) {
    if (nb[i] == MPI_PROC_NULL) continue; MPI_Win_lock(MPI_LOCK_SHARED, nb[i], 0, w);
    MPI_Put(&x[i], 1, MPI_DOUBLE, nb[i], 0, 1, MPI_DOUBLE, w);
  }
  for (int i = 0; i < n; i++) if (nb[i] != MPI_PROC_NULL) MPI_Win_unlock(nb[i], w);
  for (int i = 0; i < n; i++) x[i] = 0;
}
/* 36 double buffering with pointer swap */
void a36(MPI_Win w, int t, double *cur, double *next, int n) {
  MPI_Win_lock_all(0, w);
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < 8; k++) next[k] = k; MPI_Win_flush_local(t, w);
    MPI_Put(next, 8, MPI_DOUBLE, t, 0, 8, MPI_DOUBLE, w); double *s = cur; cur = next; next = s;
  }
  MPI_Win_unlock_all(w);
}
/* 37 variadic */
void a37(MPI_Win w, int n, ...) {
  va_list ap; va_start(ap, n); MPI_Win_lock_all(0, w);
  for (int i = 0; i < n; i++) {
    double *p = va_arg(ap, double *); MPI_Put(p, 1, MPI_DOUBLE, i, 0, 1, MPI_DOUBLE, w);
  }
  MPI_Win_unlock_all(w); va_end(ap);
}
/* 38 global window, init/fini */
static MPI_Win gw = MPI_WIN_NULL; static double *gmem; static int gready;
void a38_init(MPI_Comm c) {
  if (!gready) {
    MPI_Win_allocate(80, 8, MPI_INFO_NULL, c, &gmem, &gw); MPI_Win_lock_all(MPI_MODE_NOCHECK, gw); gready = 1;
  }
}
void a38_put(int t, double v) {
  static double slot[16]; static int next; double *p = &slot[next++ % 16]; if (next % 16 == 0) MPI_Win_flush_all(gw);
  *p = v; MPI_Put(p, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, gw); MPI_Win_flush_local(t, gw);
}
void a38_fini(void) {
  if (gready) { MPI_Win_unlock_all(gw); MPI_Win_free(&gw); gready = 0; }
}
/* 39 statement expressions */
#define fetch(w, t, d) ({ double v_; MPI_Get(&v_, 1, MPI_DOUBLE, (t), (d), 1, MPI_DOUBLE, (w)); MPI_Win_flush((t), (w)); v_; })
double a39(MPI_Win w, int t) {
  MPI_Win_lock_all(0, w); double s = fetch(w, t, 0) + fetch(w, t, 1); MPI_Win_unlock_all(w); return s;
}
/* 40 compound literals */
void a40(MPI_Win w, int t) {
  MPI_Win_lock_all(0, w); MPI_Accumulate(&(int){1}, 1, MPI_INT, t, 0, 1, MPI_INT, MPI_SUM, w);
  MPI_Win_flush_local(t, w); MPI_Win_unlock_all(w);
}
static void incr(MPI_Win w, int t, const int *v) {
  MPI_Win_lock(MPI_LOCK_SHARED, t, 0, w); MPI_Accumulate(v, 1, MPI_INT, t, 0, 1, MPI_INT, MPI_SUM, w);
  MPI_Win_unlock(t, w);
}
void a41(MPI_Win w, int t, int n) {
  for (int i = 0; i < n; i++) incr(w, t, &(int){i});
  if (n) { incr(w, t, (int[]){1, 2}); }
}
/* 42 status reuse, waits */
void a42(struct Grid *g, MPI_Win w, struct Slot *s, int t) {
  MPI_Status st; MPI_Win_lock_all(0, w); MPI_Rget(s->data, 8, MPI_DOUBLE, t, 0, 8, MPI_DOUBLE, w, &s->req);
  MPI_Wait(&s->req, &st); MPI_Recv(s->data, 8, MPI_DOUBLE, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &st);
  MPI_Put(s->data, 8, MPI_DOUBLE, st.MPI_SOURCE, 0, 8, MPI_DOUBLE, w); MPI_Win_flush(st.MPI_SOURCE, w);
  s->data[0] = 1; MPI_Win_unlock_all(w);
}
void a43(MPI_Win w, double *x) {
  MPI_Status st;
  for (;;) {
    MPI_Recv(x, 1, MPI_DOUBLE, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &st); if (st.MPI_TAG == 1) break;
    MPI_Win_lock(MPI_LOCK_SHARED, st.MPI_SOURCE, 0, w); MPI_Put(x, 1, MPI_DOUBLE, st.MPI_SOURCE, 0, 1, MPI_DOUBLE, w);
    MPI_Win_unlock(st.MPI_SOURCE, w);
  }
}
void a44(MPI_Win w, double *x, int i, int j) {
  MPI_Status st[2]; MPI_Recv(x, 1, MPI_DOUBLE, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &st[0]);
  MPI_Win_lock(MPI_LOCK_SHARED, st[0].MPI_SOURCE, 0, w); int t = st[0].MPI_SOURCE;
  MPI_Recv(x, 1, MPI_DOUBLE, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &st[0]);
  MPI_Win_lock(MPI_LOCK_SHARED, st[0].MPI_SOURCE, 0, w); MPI_Win_unlock(st[0].MPI_SOURCE, w); MPI_Win_unlock(t, w);
}
/* 45 pointer to status in struct */
struct Rx { MPI_Status st; MPI_Status *p; int from; };
void a45(MPI_Win w, struct Rx *r, double *x) {
  MPI_Recv(x, 1, MPI_DOUBLE, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &r->st);
  MPI_Win_lock(MPI_LOCK_SHARED, r->p->MPI_SOURCE, 0, w); int t = r->p->MPI_SOURCE;
  MPI_Recv(x, 1, MPI_DOUBLE, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &r->st);
  MPI_Win_lock(MPI_LOCK_SHARED, r->p->MPI_SOURCE, 0, w); MPI_Win_unlock(r->p->MPI_SOURCE, w); MPI_Win_unlock(t, w);
}
/* 46 recursion */
void a46(MPI_Win w, int t, double *x, int n) {
  if (n == 0) return; MPI_Win_lock(MPI_LOCK_SHARED, t, 0, w); MPI_Put(x, 1, MPI_DOUBLE, t, n, 1, MPI_DOUBLE, w);
  MPI_Win_unlock(t, w); x[0] = n; a46(w, t, x, n - 1);
}
/* 47 union */
union U { double d[4]; int i[8]; };
void a47(MPI_Win w, int t, union U *u) {
  MPI_Win_lock_all(0, w); MPI_Put(u->d, 2, MPI_DOUBLE, t, 0, 2, MPI_DOUBLE, w); u->i[6] = 1; MPI_Win_unlock_all(w);
  u->i[0] = 1;
}
/* 48 omp */
void a48(MPI_Win w, int n, double *x) { MPI_Win_lock_all(0, w);
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    MPI_Put(&x[i], 1, MPI_DOUBLE, i, 0, 1, MPI_DOUBLE, w); MPI_Win_flush(i, w); x[i] = 0;
  }
  MPI_Win_unlock_all(w); }
void a49(MPI_Win w, double *x, int t) {
#pragma omp parallel
  {
#pragma omp master
    {
      MPI_Win_lock(MPI_LOCK_SHARED, t, 0, w); MPI_Put(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w); MPI_Win_unlock(t, w);
    }
#pragma omp barrier
#pragma omp single
    x[0] = 1;
  } }
/* 50 bool mode choices */
void a50(MPI_Win w, MPI_Group g, int t, double *x, int mode) {
  if (mode == 0) MPI_Win_fence(0, w); else if (mode == 1) MPI_Win_start(g, 0, w);
  else MPI_Win_lock(MPI_LOCK_SHARED, t, 0, w); MPI_Put(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w);
  if (mode == 0) MPI_Win_fence(0, w); else if (mode == 1) MPI_Win_complete(w); else MPI_Win_unlock(t, w); x[0] = 1;
}
