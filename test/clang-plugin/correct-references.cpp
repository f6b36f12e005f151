// RUN: %clang++ -std=c++17 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify %s
// expected-no-diagnostics
// References, unique pointers and copies of structs that do not meet an operation.
#include <memory>
#include <mpi.h>
#include <utility>
#include <vector>
struct P {
  double x, y;
};
void correct(MPI_Win w, int n) {
  auto p = std::make_unique<int[]>(4);
  auto q = std::make_unique<P>();
  std::unique_ptr<int[]> o;
  MPI_Put(p.get(), 4, MPI_INT, 0, 0, 4, MPI_INT, w);
  auto kept = std::move(p);
  p = std::make_unique<int[]>(4);
  p[0] = 1;
  MPI_Win_flush(0, w);
  MPI_Put(p.get(), 4, MPI_INT, 0, 0, 4, MPI_INT, w);
  o = std::move(p);
  p.reset(new int[4]);
  p[0] = 1;
  MPI_Win_flush(0, w);
  MPI_Put(p.get(), 4, MPI_INT, 0, 0, 4, MPI_INT, w);
  std::swap(o, p);
  p[0] = 1;
  MPI_Win_flush(0, w);
  MPI_Put(p.get(), 4, MPI_INT, 0, 0, 4, MPI_INT, w);
  p.swap(o);
  p[0] = 1;
  MPI_Win_flush(0, w);
  MPI_Put(&q->x, 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, w);
  q->y = 1;
  MPI_Win_flush(0, w);
  q->x = 1;
  std::vector<std::unique_ptr<int>> v;
  for (int i = 0; i < n; i++) {
    v.push_back(std::make_unique<int>(i));
    MPI_Put(v.back().get(), 1, MPI_INT, 0, 0, 1, MPI_INT, w);
    *v.back() = *p.get();
  }
  MPI_Win_flush(0, w);
  for (int i = 0; i < n; i++) {
    auto u = std::make_unique<int>(i);
    *u = 1;
    MPI_Put(u.get(), 1, MPI_INT, 0, 0, 1, MPI_INT, w);
    v[i] = std::move(u);
  }
  MPI_Win_flush(0, w);
  int a[4], i = 0;
  int &r = a[i];
  i = 1;
  MPI_Put(&a[1], 1, MPI_INT, 0, 0, 1, MPI_INT, w);
  r = 2;
  MPI_Win_flush(0, w);
  for (int &e : a) {
    e = 1;
    MPI_Put(&e, 1, MPI_INT, 0, 0, 1, MPI_INT, w);
  }
  MPI_Win_flush(0, w);
  for (int k = 0; k < 4; k++) {
    int &e = a[k];
    e = k;
    MPI_Put(&e, 1, MPI_INT, 0, 0, 1, MPI_INT, w);
  }
  MPI_Win_flush(0, w);
  for (int k = 0; k < 4; k++) {
    const int &e = a[k];
    a[k] = 1;
    MPI_Put(&e, 1, MPI_INT, 0, 0, 1, MPI_INT, w);
  }
  MPI_Win_flush(0, w);
  P s{1, 2}, t;
  MPI_Put(&s, 2, MPI_DOUBLE, 0, 0, 2, MPI_DOUBLE, w);
  t = s;
  P z(s);
  MPI_Win_flush(0, w);
  s = t;
  s = z;
  const P &cp = P{1, 2};
  MPI_Put(&s, 2, MPI_DOUBLE, 0, 0, 2, MPI_DOUBLE, w);
  t = cp;
  MPI_Win_flush(0, w);
  bool c = n > 2;
  int x = 0, y = 0;
  int &m = c ? x : y;
  MPI_Put(&x, 1, MPI_INT, 0, 0, 1, MPI_INT, w);
  if (!c)
    m = 1;
  MPI_Win_flush(0, w);
}
