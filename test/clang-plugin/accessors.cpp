// RUN: %clang++ -std=c++20 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify \
// RUN:   -Xclang -verify-ignore-unexpected=note %s
// What functions in sight return, if they do nothing but that; and the ends of containers.
#include <array>
#include <iterator>
#include <memory>
#include <mpi.h>
#include <numeric>
#include <vector>

template <typename T> struct Grid {
  std::vector<T> cells;
  int nx;
  T &operator()(int i, int j) { return cells[i * nx + j]; }
  const T &at(int i, int j) const { return cells[i * nx + j]; }
  T *row(int i) { return &cells[i * nx]; }
  T copy(int i) const { return cells[i]; }
};
struct Field {
  double *u;
  int stride;
};
static double *cell(Field *f, int i, int j) { return f->u + i * f->stride + j; }
static double &first(double *u) { return u[0]; }

double grid(MPI_Win w, Grid<double> &g, Grid<double> &other) {
  MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, w);
  MPI_Get(g.row(1), g.nx, MPI_DOUBLE, 1, 0, g.nx, MPI_DOUBLE, w);
  double value = g(1, 0);     // expected-warning {{'g(1, 0)' is read while MPI_Get}}
  value += g.at(1, 0);        // expected-warning {{'g.at(1, 0)' is read while MPI_Get}}
  value += g.row(1)[0];       // expected-warning {{'g.row(1)[0]' is read while MPI_Get}}
  value += g(2, 0) + other(1, 0) + g.row(2)[0];
  MPI_Win_unlock(1, w);
  return value + g(1, 0);
}
void writes(MPI_Win w, Grid<double> &g, int i, int j) {
  MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, w);
  MPI_Put(&g(i, j), 1, MPI_DOUBLE, 1, 0, 1, MPI_DOUBLE, w);
  g(i, j) = 1; // expected-warning {{'g(i, j)' is written while MPI_Put}}
  ++j;
  g(i, j) = 1;
  MPI_Win_unlock(1, w);
}
double helper(MPI_Win w, Field *f, Field *other, int i) {
  MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, w);
  MPI_Get(cell(f, i, 1), 1, MPI_DOUBLE, 1, 0, 1, MPI_DOUBLE, w);
  double value = *cell(f, i, 1); // expected-warning {{'*cell(f, i, 1)' is read while MPI_Get}}
  value += *cell(f, i, 2) + *cell(other, i, 1);
  MPI_Get(f->u, 1, MPI_DOUBLE, 1, 0, 1, MPI_DOUBLE, w);
  value += first(f->u); // expected-warning {{'first(f->u)' is read while MPI_Get}}
  MPI_Win_unlock(1, w);
  return value;
}
int ends(MPI_Win w, std::vector<int> &v) {
  MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, w);
  MPI_Get(v.data(), (int)v.size(), MPI_INT, 1, 0, (int)v.size(), MPI_INT, w);
  int value = v.back();        // expected-warning {{'v.back()' is read while MPI_Get}}
  value += v[v.size() - 1];    // expected-warning {{'v[v.size() - 1]' is read while MPI_Get}}
  MPI_Win_flush(1, w);
  MPI_Get(&v.back(), 1, MPI_INT, 1, 0, 1, MPI_INT, w);
  value += v[0] + v[v.size() - 2];
  v.push_back(1);
  value += v.back(); // another one
  MPI_Win_unlock(1, w);
  return value;
}
int pointers(MPI_Win w) {
  auto p = std::make_unique<int[]>(8);
  std::array<int, 8> a;
  int plain[8], sum = 0;
  MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, w);
  MPI_Get(p.get(), 8, MPI_INT, 1, 0, 8, MPI_INT, w);
  sum += std::accumulate(p.get(), p.get() + 8, 0); // expected-warning {{'p.get()' is read by accumulate}}
  MPI_Get(a.data(), 8, MPI_INT, 1, 0, 8, MPI_INT, w);
  for (auto it = a.begin(); it != a.end(); ++it)
    sum += *it; // expected-warning {{'*it' is read while MPI_Get}}
  MPI_Get(plain, 4, MPI_INT, 1, 0, 4, MPI_INT, w);
  for (auto it = std::begin(plain) + 4; it != std::end(plain); ++it)
    sum += *it;
  for (auto it = std::begin(plain); it != std::end(plain); ++it)
    sum += *it; // expected-warning {{'*it' is read while MPI_Get}}
  MPI_Win_unlock(1, w);
  return sum;
}
int others(MPI_Win w) {
  std::vector<int> v(8), other(8);
  MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, w);
  MPI_Get(v.data(), 8, MPI_INT, 1, 0, 8, MPI_INT, w);
  for (int &x : other)
    x = 1;
  other.push_back(2);
  int value = v[0]; // expected-warning {{'v[0]' is read while MPI_Get}}
  v.swap(other);
  value += v[0];
  MPI_Win_unlock(1, w);
  return value;
}
// A reference to a pointer is another name of it.
struct Names {
  int *&p;
  int *pointer() { return p; }
};
void names(MPI_Win w, int *a, int *b) {
  Names n{a};
  MPI_Win_lock_all(0, w);
  MPI_Put(n.pointer(), 4, MPI_INT, 1, 0, 4, MPI_INT, w);
  a = b;
  n.pointer()[0] = 1;
  MPI_Win_unlock_all(w);
}
