// RUN: rm -rf %t && split-file %s %t
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=wrong %t/told.c
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=right -DRIGHT %t/told.c
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=wrong %t/grid.c
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=right -DRIGHT %t/grid.c
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=wrong %t/parts.c
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=right -DRIGHT %t/parts.c
// RUN: %clang -std=c11 -fopenmp -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=wrong %t/frames.c
// RUN: %clang -std=c11 -fopenmp -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=right -DRIGHT %t/frames.c
//
// Numbers that processes tell each other, communicators of some, and long loops, when a program is
// executed for a few processes.

//--- told.c
// right-no-diagnostics
// Where each process writes, by what collectives and messages bring.
#include <mpi.h>
struct share {
  MPI_Win win;
  int *cells, rank, size, parts, offset, total, next;
};
static void agree(struct share *s) {
  int mine = 2 + s->rank, first = 0;
  if (s->rank == 0)
    s->parts = 3;
  MPI_Bcast(&s->parts, 1, MPI_INT, 0, MPI_COMM_WORLD);
  mine *= s->parts;
  MPI_Allreduce(&mine, &s->total, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  MPI_Scan(&mine, &s->offset, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
#ifdef RIGHT
  s->offset -= mine;
#endif
  // Where the next one begins is told by it.
  MPI_Sendrecv(&s->offset, 1, MPI_INT, (s->rank + s->size - 1) % s->size, 0, &first, 1, MPI_INT,
               (s->rank + 1) % s->size, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  s->next = first;
}
static void write(struct share *s) {
  MPI_Put(&s->rank, 1, MPI_INT, 0, s->offset, 1, MPI_INT, s->win); // wrong-warning {{MPI_Put accesses bytes 60 to 63 of 's->win', which has 60 at its target}}
}
static void erase(struct share *s) {
  int none = -1;
  MPI_Win_fence(0, s->win);
  MPI_Put(&none, 1, MPI_INT, 0, s->next, 1, MPI_INT, s->win); // wrong-warning {{MPI_Put accesses bytes 60 to 63}}
  MPI_Win_fence(0, s->win);
}
int main(int argc, char **argv) {
  struct share s;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &s.rank);
  MPI_Comm_size(MPI_COMM_WORLD, &s.size);
  agree(&s);
  MPI_Win_allocate(s.total * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &s.cells, &s.win); // wrong-note 2 {{the window is made here}}
  MPI_Win_fence(0, s.win);
  write(&s);
  erase(&s);
  MPI_Win_free(&s.win);
  MPI_Finalize();
}

//--- grid.c
// right-no-diagnostics
// Neighbours of a grid.
#include <mpi.h>
struct halo {
  MPI_Comm comm;
  MPI_Win win;
  double *cells;
  int left, right;
};
static void make(struct halo *h) {
  int size, dims[1] = {0}, periods[1] = {1};
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Dims_create(size, 1, dims);
  MPI_Cart_create(MPI_COMM_WORLD, 1, dims, periods, 0, &h->comm);
  MPI_Cart_shift(h->comm, 0, 1, &h->left, &h->right);
  MPI_Win_allocate(12 * sizeof(double), sizeof(double), MPI_INFO_NULL, h->comm, &h->cells, &h->win);
}
static void send(struct halo *h) {
  MPI_Put(&h->cells[10], 1, MPI_DOUBLE, h->right, 0, 1, MPI_DOUBLE, h->win); // wrong-note {{it is complete at its target with MPI_Win_fence at line 36, which must come between the two}}
}
static double first(struct halo *h) {
  return h->cells[0]; // wrong-warning {{'h->cells[0]' is read while another process's MPI_Put at line 19 may still be writing it}}
}
int main(int argc, char **argv) {
  struct halo h;
  double sum = 0;
  MPI_Init(&argc, &argv);
  make(&h);
  MPI_Win_fence(0, h.win);
  send(&h);
#ifdef RIGHT
  MPI_Win_fence(0, h.win);
#endif
  sum += first(&h);
#ifndef RIGHT
  MPI_Win_fence(0, h.win);
#endif
  MPI_Win_free(&h.win);
  MPI_Comm_free(&h.comm);
  MPI_Finalize();
  return sum < 0;
}

//--- parts.c
// right-no-diagnostics
// The even and the odd have windows of their own.
#include <mpi.h>
struct team {
  MPI_Comm comm;
  MPI_Win win;
  int *slots, rank, size;
};
static void make(struct team *t) {
  int world;
  MPI_Comm_rank(MPI_COMM_WORLD, &world);
  MPI_Comm_split(MPI_COMM_WORLD, world % 2, world, &t->comm);
  MPI_Comm_rank(t->comm, &t->rank);
  MPI_Comm_size(t->comm, &t->size);
  MPI_Win_allocate(t->size * sizeof(int), sizeof(int), MPI_INFO_NULL, t->comm, &t->slots, &t->win);
}
static void clear(struct team *t) {
  for (int i = 0; i < t->size; i++)
    t->slots[i] = 0; // wrong-warning {{'t->slots[i]' is written while another process's MPI_Put at line 23 may still be writing it}}
}
static void report(struct team *t, int value) {
  MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, t->win);
  MPI_Put(&value, 1, MPI_INT, 0, t->rank, 1, MPI_INT, t->win); // wrong-note {{nothing that the processes call orders the two}}
  MPI_Win_unlock(0, t->win);
}
int main(int argc, char **argv) {
  struct team t;
  MPI_Init(&argc, &argv);
  make(&t);
  clear(&t);
#ifdef RIGHT
  MPI_Barrier(t.comm);
#endif
  report(&t, 7);
  MPI_Win_free(&t.win);
  MPI_Comm_free(&t.comm);
  MPI_Finalize();
}

//--- frames.c
// right-no-diagnostics
// Buffers that take turns, filled by loops that are long, in structs and by threads.
#include <mpi.h>
#define CELLS 1000
struct stream {
  MPI_Win win;
  double frames[2][CELLS];
  int target;
};
static double *next(struct stream *s, int round) {
#ifdef RIGHT
  return s->frames[round % 2];
#else
  return s->frames[round / 2 % 2];
#endif
}
static void fill(double *frame, int round) {
  for (int i = 0; i < CELLS; i++)
    frame[i] = round + i; // wrong-warning {{'frame[i]' is written while MPI_Put at line 27 may still be reading it}}
}
static void fillByThreads(double *frame, int round) {
#pragma omp parallel for
  for (int i = CELLS - 1; i >= 0; i--)
    frame[i] = round - i; // wrong-warning {{'frame[i]' is written while MPI_Put at line 27 may still be reading it}}
}
static void ship(struct stream *s, const double *frame) {
  MPI_Put(frame, CELLS, MPI_DOUBLE, s->target, 0, CELLS, MPI_DOUBLE, s->win); // wrong-note 2 {{MPI_Put reads 'frame' from here until its local completion: MPI_Win_flush at line}}
}
int main(int argc, char **argv) {
  struct stream s;
  double *memory;
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  s.target = (rank + 1) % size;
  MPI_Win_allocate(CELLS * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &s.win);
  MPI_Win_lock_all(0, s.win);
  for (int round = 0; round < 8; round++) {
    double *frame = next(&s, round);
    if (round % 4 < 2)
      fill(frame, round);
    else
      fillByThreads(frame, round);
#ifdef RIGHT
    MPI_Win_flush(s.target, s.win);
#else
    if (round % 2 == 0)
      MPI_Win_flush(s.target, s.win);
#endif
    ship(&s, frame);
  }
  MPI_Win_unlock_all(s.win);
  MPI_Win_free(&s.win);
  MPI_Finalize();
}
