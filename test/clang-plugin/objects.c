// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Wno-unused -Xclang -verify -Xclang -verify-ignore-unexpected=note %s
// Structs that functions of the file are given the address of, in the style of objects.
#include <mpi.h>
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
typedef struct {
  MPI_Win win;
  double buf[16];
  double *out;
  int left, right;
  int n;
} Halo;
void unseen(Halo *h);
static void halo_init(Halo *h, MPI_Comm comm) {
  int rank, size;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &size);
  h->left = (rank + size - 1) % size;
  h->right = (rank + 1) % size;
  h->n = 16;
  MPI_Win_allocate(16 * sizeof(double), sizeof(double), MPI_INFO_NULL, comm, &h->out, &h->win);
  MPI_Win_lock_all(0, h->win);
}
static void halo_put(Halo *h) { MPI_Put(h->buf, 16, MPI_DOUBLE, h->right, 0, 16, MPI_DOUBLE, h->win); } // #halo-put
static void halo_finish(Halo *h) { MPI_Win_flush(h->right, h->win); }
static void halo_close(Halo *h) { MPI_Win_unlock_all(h->win); MPI_Win_free(&h->win); }
static void halo_log(const Halo *h) { printf("%d\n", h->n); }
static void halo_count(Halo *h) { h->n++; }
static void halo_pack(Halo *h) { for (int i = 0; i < 16; i++) h->buf[i] = i; }
static void halo_reset(Halo *h) { memset(h, 0, sizeof *h); }
static void halo_swap(Halo *a, Halo *b) { Halo c = *a; *a = *b; *b = c; }
static void halo_turn(Halo *h) { int x = h->left; h->left = h->right; h->right = x; }
static void halo_fence(Halo *h) { MPI_Win_fence(0, h->win); }

void object1(void) {
  Halo h;
  halo_init(&h, MPI_COMM_WORLD);
  halo_put(&h);
  h.buf[0] = 1; // expected-warning {{[rma-local-race]}}
  halo_finish(&h);
  h.buf[0] = 1;
  halo_close(&h);
}
void object1ok(void) {
  Halo h;
  halo_init(&h, MPI_COMM_WORLD);
  h.buf[0] = 1;
  halo_put(&h);
  halo_finish(&h);
  h.buf[0] = 1;
  halo_put(&h);
  halo_close(&h);
}
void object2(Halo h, double v) { // by value parameter
  halo_put(&h);
  h.buf[3] = v; // expected-warning {{[rma-local-race]}}
  halo_finish(&h);
}
void object3(void) {
  Halo h;
  halo_init(&h, MPI_COMM_WORLD);
  halo_put(&h);
  halo_log(&h);
  halo_count(&h);
  h.buf[0] = 1; // expected-warning {{[rma-local-race]}}
  halo_finish(&h);
  halo_close(&h);
}
void object4(void) {
  Halo h;
  halo_init(&h, MPI_COMM_WORLD);
  halo_put(&h);
  halo_pack(&h); // expected-warning {{[rma-local-race]}}
  halo_close(&h);
}
void object5(void) {
  Halo h;
  halo_init(&h, MPI_COMM_WORLD);
  halo_close(&h);
  halo_put(&h); // expected-warning@#halo-put {{[rma-freed-window]}}
}
void object6(void) {
  Halo h, g;
  halo_init(&h, MPI_COMM_WORLD);
  halo_init(&g, MPI_COMM_WORLD);
  halo_put(&h);
  g.buf[0] = 1;
  halo_swap(&h, &g); // expected-warning {{[rma-local-race]}}
  halo_finish(&g);
  g.buf[0] = 1;
  h.buf[0] = 1;
  halo_close(&h);
  halo_close(&g);
}
void object7(Halo *h) {
  halo_fence(h);
  halo_put(h);
  h->buf[0] = 1; // expected-warning {{[rma-local-race]}}
  halo_count(h);
  h->buf[1] = 1; // expected-warning {{[rma-local-race]}}
  halo_fence(h);
  h->buf[0] = 1;
}
void object8(Halo *h) {
  halo_fence(h);
  halo_put(h);
  halo_turn(h);
  h->buf[1] = 1; // expected-warning {{[rma-local-race]}}
  halo_fence(h);
}
void object9(Halo *h) {
  halo_put(h);
  unseen(h);
  h->buf[1] = 1;
}
void object10(void) {
  Halo h;
  halo_init(&h, MPI_COMM_WORLD);
  halo_put(&h);
  halo_turn(&h);
  halo_finish(&h); // flushes another rank: quiet or not, who knows
  h.buf[1] = 1;
  halo_close(&h);
}
void object11(void) {
  Halo h;
  halo_init(&h, MPI_COMM_WORLD);
  MPI_Put(h.buf, 16, MPI_DOUBLE, h.right, 0, 16, MPI_DOUBLE, h.win);
  h.buf[1] = 1; // expected-warning {{[rma-local-race]}}
  halo_close(&h);
}
void object12(void) {
  Halo *h = malloc(sizeof *h);
  halo_init(h, MPI_COMM_WORLD);
  halo_put(h);
  h->buf[1] = 1; // expected-warning {{[rma-local-race]}}
  halo_close(h);
  free(h);
}
void object13(void) {
  Halo *h = malloc(sizeof *h);
  halo_init(h, MPI_COMM_WORLD);
  halo_put(h);
  free(h); // expected-warning {{[rma-buffer-lifetime]}}
}
// pointers inside
typedef struct { double *send, *recv; int n; MPI_Win win; int to; } Xfer;
static void xfer_start(Xfer *x) { MPI_Put(x->send, x->n, MPI_DOUBLE, x->to, 0, x->n, MPI_DOUBLE, x->win); }
static void xfer_put8(Xfer *x) { MPI_Put(x->send, 8, MPI_DOUBLE, x->to, 0, 8, MPI_DOUBLE, x->win); }
static void xfer_wait(Xfer *x) { MPI_Win_flush_local(x->to, x->win); }
static void xfer_swap(Xfer *x) { double *h = x->send; x->send = x->recv; x->recv = h; }
static void xfer_next(Xfer *x) { x->send += x->n; }
static void xfer_tick(Xfer *x) { x->n++; }
void x1(Xfer *x) {
  xfer_put8(x);
  x->send[0] = 1; // expected-warning {{[rma-local-race]}}
  xfer_wait(x);
  x->send[0] = 1;
}
void x2(Xfer *x) {
  xfer_put8(x);
  xfer_swap(x);
  x->send[0] = 1;
  xfer_wait(x);
}
void x3(MPI_Win w, double *a, double *b) {
  Xfer x = {.send = a, .recv = b, .n = 8, .win = w, .to = 1};
  MPI_Win_lock_all(0, w);
  xfer_put8(&x);
  x.send[0] = 1; // expected-warning {{[rma-local-race]}}
  xfer_wait(&x);
  x.send[0] = 1;
  xfer_put8(&x);
  xfer_swap(&x);
  x.send[0] = 1;
  xfer_wait(&x);
  MPI_Win_unlock_all(w);
}
void x4(MPI_Win w, double *a, double *b) {
  Xfer x = {a, b, 8, w, 1};
  xfer_put8(&x);
  xfer_next(&x);
  x.send[0] = 1;
  xfer_wait(&x);
}
void x5(MPI_Win w, double *a, double *b) {
  Xfer x = {a, b, 8, w, 1};
  xfer_put8(&x);
  xfer_tick(&x);
  x.send[0] = 1; // expected-warning {{[rma-local-race]}}
  xfer_wait(&x);
}
void x6(MPI_Win w, double *a, double *b) {
  Xfer x = {a, b, 8, w, 1};
  xfer_put8(&x);
  memset(&x, 0, sizeof x);
  x.send = b;
  x.send[0] = 1;
}
void x7(MPI_Win w, double *a, double *b) {
  Xfer x = {a, b, 8, w, 1}, y = {b, a, 8, w, 2};
  xfer_put8(&x);
  memcpy(&x, &y, sizeof x);
  x.send[0] = 1;
  MPI_Win_flush(1, w);
}
void x8(MPI_Win w, double *a, double *b) {
  Xfer x = {a, b, 8, w, 1}, y = {b, a, 8, w, 2};
  Xfer *p = &x;
  xfer_put8(&x);
  xfer_swap(p);
  x.send[0] = 1;
  MPI_Win_flush(1, w);
}
void x9(MPI_Win w, double *a, double *b) {
  Xfer x = {a, b, 8, w, 1}, y = {b, a, 8, w, 2};
  xfer_put8(&x);
  x = y;
  x.send[0] = 1;
  MPI_Win_flush(1, w);
}
static void deep(Xfer *x, int n) { if (n) deep(x, n - 1); else xfer_swap(x); }
void x10(MPI_Win w, double *a, double *b) {
  Xfer x = {a, b, 8, w, 1};
  xfer_put8(&x);
  deep(&x, 3);
  x.send[0] = 1;
  MPI_Win_flush(1, w);
}
static void outer(Xfer *x) { xfer_swap(x); }
static void indirect(double **p, double *to) { *p = to; }
void x11(MPI_Win w, double *a, double *b) {
  Xfer x = {a, b, 8, w, 1};
  xfer_put8(&x);
  outer(&x);
  x.send[0] = 1;
  MPI_Win_flush(1, w);
}
void x12(MPI_Win w, double *a, double *b) {
  Xfer x = {a, b, 8, w, 1};
  xfer_put8(&x);
  indirect(&x.send, b);
  x.send[0] = 1;
  MPI_Win_flush(1, w);
}
static void viaVoid(void *p) { Xfer *x = p; x->send = x->recv; }
void x13(MPI_Win w, double *a, double *b) {
  Xfer x = {a, b, 8, w, 1};
  xfer_put8(&x);
  viaVoid(&x);
  x.send[0] = 1;
  MPI_Win_flush(1, w);
}
static void viaElement(Xfer *x, int i) { x[i].send = x[i].recv; }
void x14(MPI_Win w, double *a, double *b, int i) {
  Xfer x[2] = {{a, b, 8, w, 1}, {a + 8, b + 8, 8, w, 1}};
  xfer_put8(&x[0]);
  viaElement(x, i);
  x[0].send[0] = 1;
  MPI_Win_flush(1, w);
}
// window member
typedef struct { MPI_Win win; int rank; double value; } Cell;
static void cell_lock(Cell *c) { MPI_Win_lock(MPI_LOCK_EXCLUSIVE, c->rank, 0, c->win); } // #lock
static void cell_unlock(Cell *c) { MPI_Win_unlock(c->rank, c->win); }
static void cell_store(Cell *c) { MPI_Put(&c->value, 1, MPI_DOUBLE, c->rank, 0, 1, MPI_DOUBLE, c->win); } // #store
static void cell_rank(Cell *c, int r) { c->rank = r; }
static void cell_value(Cell *c, double v) { c->value = v; }
void c1(Cell *c) {
  cell_lock(c);
  cell_store(c);
  cell_unlock(c);
  cell_store(c); // expected-warning@#store {{[rma-no-epoch]}}
}
void c2(MPI_Win w) {
  Cell c = {w, 1, 2.0};
  cell_lock(&c);
  cell_store(&c);
  cell_value(&c, 3); // expected-warning {{[rma-local-race]}}
  cell_unlock(&c);
  cell_value(&c, 3);
  cell_store(&c); // expected-warning@#store {{[rma-no-epoch]}}
}
void c3(MPI_Win w) {
  Cell c = {w, 1, 2.0};
  cell_lock(&c);
  cell_store(&c);
  cell_unlock(&c);
  cell_rank(&c, 2);
  cell_lock(&c);
  cell_store(&c);
  cell_unlock(&c);
}
void c4(MPI_Win w) {
  Cell c = {w, 1, 2.0};
  cell_lock(&c);
  cell_lock(&c); // expected-warning@#lock {{[rma-nested-epoch]}}
  cell_store(&c);
  cell_unlock(&c);
}
void c5(MPI_Win w, int n) {
  Cell c = {w, 0, 2.0};
  for (int i = 0; i < n; i++) {
    cell_rank(&c, i);
    cell_lock(&c);
    cell_store(&c);
    cell_unlock(&c);
    cell_value(&c, i);
  }
}
