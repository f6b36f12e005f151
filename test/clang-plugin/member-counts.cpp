// RUN: %clang++ -std=c++17 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify -Xclang -verify-ignore-unexpected=note %s
//
// Helpers whose loops count to a member: they access what is in flight if the operation moves as
// many elements.

#include <cstring>
#include <mpi.h>

struct Vector {
  double *cells;
  int count, used;
  double total() const {
    double all = 0;
    for (int i = 0; i < count; ++i)
      all += cells[i];
    return all;
  }
};
struct Field {
  Vector vector;
  MPI_Win win;
};

double sum(const Vector *v) {
  double all = 0;
  for (int i = 0; i < v->count; ++i)
    all += v->cells[i];
  return all;
}
double sumByValue(Vector v) {
  double all = 0;
  for (int i = 0; i < v.count; i++)
    all += v.cells[i];
  return all;
}
double sumUsed(const Vector &v) {
  double all = 0;
  for (int i = 0; i < v.used; i++)
    all += v.cells[i];
  return all;
}
double sumInner(const Field *f) {
  double all = 0;
  for (int i = 0; i < f->vector.count; i++)
    all += f->vector.cells[i];
  return all;
}
void copyFrom(const double *cells, int count, double *to) { std::memcpy(to, cells, count * sizeof(double)); }
void clear(Vector *v) {
  for (int i = 0; i < v->count; i++)
    v->cells[i] = 0;
}
void shrinkAndClear(Vector *v) {
  v->count = v->used;
  for (int i = 0; i < v->count; i++)
    v->cells[i] = 0;
}
void other();

double wrong(Vector *v, Vector &w, Field *f, double *to, int peer, MPI_Win win) {
  double all = 0;
  MPI_Get(v->cells, v->count, MPI_DOUBLE, peer, 0, v->count, MPI_DOUBLE, win);
  all += sum(v);        // expected-warning {{is read by sum while MPI_Get}}
  all += sumByValue(*v); // expected-warning {{is read by sumByValue while MPI_Get}}
  all += v->total();    // expected-warning {{is read by total while MPI_Get}}
  copyFrom(v->cells, v->count, to); // expected-warning {{is read by copyFrom while MPI_Get}}
  MPI_Win_flush(peer, win);
  MPI_Put(w.cells, w.used, MPI_DOUBLE, peer, 0, w.used, MPI_DOUBLE, win);
  all += sumUsed(w);
  MPI_Win_flush(peer, win);
  MPI_Get(w.cells, w.used, MPI_DOUBLE, peer, 0, w.used, MPI_DOUBLE, win);
  all += sumUsed(w); // expected-warning {{is read by sumUsed while MPI_Get}}
  MPI_Win_flush(peer, win);
  MPI_Get(f->vector.cells, f->vector.count, MPI_DOUBLE, peer, 0, f->vector.count, MPI_DOUBLE, f->win);
  all += sumInner(f);     // expected-warning {{is read by sumInner while MPI_Get}}
  all += sum(&f->vector); // expected-warning {{is read by sum while MPI_Get}}
  MPI_Win_flush(peer, f->win);
  return all;
}

void wrongStore(Vector *v, int peer, MPI_Win win) {
  MPI_Put(v->cells, v->count, MPI_DOUBLE, peer, 0, v->count, MPI_DOUBLE, win);
  clear(v); // expected-warning {{is written by clear while MPI_Put}}
  MPI_Win_flush(peer, win);
}

// Of others, in other places, or of which nobody knows whether there are any.
double right(Vector *v, Vector *w, Field *f, double *to, int peer, MPI_Win win) {
  double all = 0;
  MPI_Get(v->cells, v->count, MPI_DOUBLE, peer, 0, v->count, MPI_DOUBLE, win);
  all += sum(w) + sumUsed(*v) + sumInner(f);
  copyFrom(w->cells, v->count, to);
  copyFrom(v->cells, w->count, to);
  MPI_Win_flush(peer, win);
  all += sum(v);
  MPI_Get(v->cells, 4, MPI_DOUBLE, peer, 0, 4, MPI_DOUBLE, win);
  all += sum(v);
  MPI_Win_flush(peer, win);
  MPI_Get(v->cells, w->count, MPI_DOUBLE, peer, 0, w->count, MPI_DOUBLE, win);
  all += sum(v);
  MPI_Win_flush(peer, win);
  MPI_Get(v->cells + v->used, v->count, MPI_DOUBLE, peer, 0, v->count, MPI_DOUBLE, win);
  all += sum(v);
  MPI_Win_flush(peer, win);
  return all;
}
double changed(Vector *v, int peer, MPI_Win win) {
  double all = 0;
  MPI_Get(v->cells, v->count, MPI_DOUBLE, peer, 0, v->count, MPI_DOUBLE, win);
  v->count = 0;
  all += sum(v);
  MPI_Win_flush(peer, win);
  return all;
}
double changedByOthers(Vector *v, int peer, MPI_Win win) {
  double all = 0;
  MPI_Get(v->cells, v->count, MPI_DOUBLE, peer, 0, v->count, MPI_DOUBLE, win);
  other();
  all += sum(v);
  MPI_Win_flush(peer, win);
  return all;
}
void changedWithin(Vector *v, int peer, MPI_Win win) {
  MPI_Put(v->cells, v->count, MPI_DOUBLE, peer, 0, v->count, MPI_DOUBLE, win);
  shrinkAndClear(v);
  MPI_Win_flush(peer, win);
}
double changedThrough(Vector *v, int *count, int peer, MPI_Win win) {
  double all = 0;
  MPI_Get(v->cells, v->count, MPI_DOUBLE, peer, 0, v->count, MPI_DOUBLE, win);
  *count = 0;
  all += sum(v);
  MPI_Win_flush(peer, win);
  return all;
}
