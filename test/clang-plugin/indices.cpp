// RUN: %clang++ -std=c++20 -fplugin=%plugin %mpi-include -fsyntax-only -Wno-unused -Xclang -verify -Xclang -verify-ignore-unexpected=note %s
// Indices that callers give, datatypes, other elements, attached memory.
#include <mpi.h>
#include <vector>
#include <array>
#include <span>
#include <utility>
static void putAt(const double *a, int i, int t, MPI_Win w) { MPI_Put(&a[i], 1, MPI_DOUBLE, t, i, 1, MPI_DOUBLE, w); }
static void putBlock(const double *a, int i, int n, int t, MPI_Win w) { MPI_Put(a + i * n, 4, MPI_DOUBLE, t, i, 4, MPI_DOUBLE, w); }
static void putNext(const double *a, int i, int t, MPI_Win w) { ++i; MPI_Put(&a[i], 1, MPI_DOUBLE, t, i, 1, MPI_DOUBLE, w); }
static void putRow(double (*a)[8], int i, int t, MPI_Win w) { MPI_Put(a[i], 8, MPI_DOUBLE, t, i, 8, MPI_DOUBLE, w); }
void indices(MPI_Win w, int t, double *a, int k) {
  MPI_Win_lock_all(0, w);
  putAt(a, k, t, w);
  ++k;
  a[k] = 1;
  putNext(a, 4, t, w);
  a[4] = 1;
  putBlock(a, 1, 4, t, w);
  a[1] = 1;
  MPI_Win_unlock_all(w);
}
void rows(MPI_Win w, int t, double (*a)[8]) {
  MPI_Win_lock_all(0, w);
  putRow(a, 1, t, w);
  a[0][7] = a[2][0] = 1;
  a[1][7] = 1; // expected-warning {{[rma-local-race]}}
  MPI_Win_unlock_all(w);
}
void wholeArray(MPI_Win w, int t) {
  double a[2] = {};
  MPI_Win_lock_all(0, w);
  putAt(a, 1, t, w);
  a[0] = 1;
  MPI_Win_unlock_all(w);
}
void wholeObject(MPI_Win w, int t) {
  double a[1] = {};
  MPI_Win_lock_all(0, w);
  putAt(a, 0, t, w);
  a[0] = 1; // expected-warning {{[rma-local-race]}}
  MPI_Win_unlock_all(w);
}
static void set(double *a, int i, double v) { a[i] = v; }
static void setIf(double *a, int i, double v) { if (i > 0) a[i] = v; }
void sets(MPI_Win w, int t, double *a, int k) {
  MPI_Win_lock_all(0, w);
  MPI_Put(&a[k], 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w);
  set(a, k + 1, 1);
  setIf(a, k, 1);
  set(a, k, 1); // expected-warning {{[rma-local-race]}}
  MPI_Win_unlock_all(w);
}
void grows(MPI_Win w, int t) {
  std::vector<double> v(8);
  MPI_Win_lock_all(0, w);
  MPI_Put(v.data(), 8, MPI_DOUBLE, t, 0, 8, MPI_DOUBLE, w);
  std::vector<double> u = std::move(v);
  v.clear();
  v.assign(4, 1);
  MPI_Win_unlock_all(w);
}
void others(MPI_Win w, int t) {
  std::vector<double> v(8), u(8);
  MPI_Win_lock_all(0, w);
  MPI_Put(v.data(), 8, MPI_DOUBLE, t, 0, 8, MPI_DOUBLE, w);
  u = v;
  u.clear();
  u.assign(3, 1);
  MPI_Win_unlock_all(w);
  v.clear();
}
void nothing(MPI_Win w, int t, std::vector<double> &v) {
  if (v.empty())
    v.assign(4, 0);
  MPI_Win_lock_all(0, w);
  MPI_Put(v.data(), static_cast<int>(v.size()), MPI_DOUBLE, t, 0, static_cast<int>(v.size()), MPI_DOUBLE, w);
  MPI_Win_unlock_all(w);
  v.clear();
}
void perRank(MPI_Win w, int n, std::vector<std::vector<double>> &parts) {
  MPI_Win_lock_all(0, w);
  for (int t = 0; t < n; ++t)
    MPI_Put(parts[t].data(), 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w);
  MPI_Win_flush_all(w);
  for (auto &part : parts)
    part.clear();
  MPI_Win_unlock_all(w);
}
class Column {
  MPI_Datatype type;
public:
  explicit Column(int rows, int columns) { MPI_Type_vector(rows, 1, columns, MPI_DOUBLE, &type); MPI_Type_commit(&type); }
  ~Column() { MPI_Type_free(&type); }
  operator MPI_Datatype() const { return type; }
};
void column(MPI_Win w, int t, double *a) {
  Column c(8, 8);
  MPI_Win_fence(0, w);
  MPI_Put(a, 1, c, t, 0, 1, c, w);
  a[1] = 1;
  MPI_Win_fence(0, w);
}
void overlappingColumns(MPI_Win w, int t, double *a) {
  MPI_Datatype c;
  MPI_Type_vector(4, 1, 8, MPI_DOUBLE, &c);
  MPI_Type_commit(&c);
  MPI_Win_fence(0, w);
  for (int j = 0; j < 8; ++j) {
    a[j] = j;
    MPI_Put(a + j, 1, c, t, j, 1, c, w);
  }
  MPI_Win_fence(0, w);
  MPI_Type_free(&c);
}
void reused(MPI_Win w, int t, double *a) {
  MPI_Datatype c;
  MPI_Type_contiguous(4, MPI_DOUBLE, &c);
  MPI_Type_commit(&c);
  MPI_Type_free(&c);
  MPI_Type_contiguous(2, MPI_DOUBLE, &c);
  MPI_Type_commit(&c);
  MPI_Win_fence(0, w);
  MPI_Put(a, 1, c, t, 0, 1, c, w);
  a[3] = 1;
  MPI_Win_fence(0, w);
  MPI_Type_free(&c);
}
void resizedBack(MPI_Win w, int t, double *a) {
  MPI_Datatype c, r;
  MPI_Type_vector(2, 1, 4, MPI_DOUBLE, &c);
  MPI_Type_create_resized(c, 0, 8, &r);
  MPI_Type_commit(&r);
  MPI_Win_fence(0, w);
  MPI_Put(a, 2, r, t, 0, 4, MPI_DOUBLE, w);
  a[2] = a[3] = a[6] = 1;
  a[5] = 1; // expected-warning {{[rma-local-race]}}
  MPI_Win_fence(0, w);
}
static void given(MPI_Win w, int t, double *a, int n, MPI_Datatype c) { MPI_Put(a, n, c, t, 0, n, c, w); }
void counted(MPI_Win w, int t, double *a) {
  MPI_Datatype c;
  MPI_Type_vector(2, 1, 4, MPI_DOUBLE, &c);
  MPI_Type_commit(&c);
  MPI_Win_fence(0, w);
  given(w, t, a, 2, c);
  auto put = [&](int n) { MPI_Put(a, n, c, t, 0, n, c, w); };
  put(2);
  a[1] = 1;
  MPI_Win_fence(0, w);
}
struct Buffers { std::array<double, 4> a; std::vector<double> v; };
void member(MPI_Win w, int t, Buffers &b) {
  MPI_Win_fence(0, w);
  MPI_Put(b.v.data(), 4, MPI_DOUBLE, t, 0, 4, MPI_DOUBLE, w);
  b.a.fill(0);
  MPI_Win_fence(0, w);
  b.v.clear();
}
// Memory of dynamic windows.
struct Attached {
  MPI_Win win; std::vector<double> memory;
  explicit Attached(MPI_Win w) : win(w), memory(8) { MPI_Win_attach(win, memory.data(), 64); }
  ~Attached() { MPI_Win_detach(win, memory.data()); }
};
void attached(MPI_Win w) { Attached a(w); }
static void detach(MPI_Win w, void *p) { MPI_Win_detach(w, p); }
void helper(MPI_Win w) {
  double *p = new double[8];
  MPI_Win_attach(w, p, 64);
  detach(w, p);
  delete[] p;
}
void failed(MPI_Win w) {
  double *p = new double[8];
  if (MPI_Win_attach(w, p, 64) != MPI_SUCCESS) {
    delete[] p;
    return;
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_detach(w, p);
  delete[] p;
}
void used(MPI_Win w) {
  double m[8];
  MPI_Win_attach(w, m, sizeof m);
  m[0] = 1;
  MPI_Barrier(MPI_COMM_WORLD);
  double s = m[1];
  m[2] = s;
  MPI_Win_detach(w, m);
}
void vectorAttached(MPI_Win w) {
  std::vector<double> v(8);
  MPI_Win_attach(w, v.data(), 64); // expected-warning {{[rma-buffer-lifetime]}}
}
