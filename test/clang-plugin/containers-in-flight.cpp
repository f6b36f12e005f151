// RUN: %clang++ -std=c++20 -fplugin=%plugin %mpi-include -fsyntax-only -Wno-unused -Xclang -verify -Xclang -verify-ignore-unexpected=note %s
// Containers that get other elements, and elements that a helper is given the index of.
#include <mpi.h>
#include <vector>
#include <array>
#include <string>
#include <span>
#include <memory>
#include <algorithm>
#include <numeric>
void clear1(MPI_Win w, int t) {
  std::vector<double> v(8);
  MPI_Win_lock_all(0, w);
  MPI_Put(v.data(), 8, MPI_DOUBLE, t, 0, 8, MPI_DOUBLE, w);
  v.clear(); // expected-warning {{[rma-buffer-lifetime]}}
  MPI_Win_unlock_all(w);
}
void assign1(MPI_Win w, int t) {
  std::vector<double> v(8);
  MPI_Win_lock_all(0, w);
  MPI_Put(v.data(), 8, MPI_DOUBLE, t, 0, 8, MPI_DOUBLE, w);
  v.assign(8, 0.0); // expected-warning {{[rma-local-race]}}
  MPI_Win_unlock_all(w);
}
void assignList(MPI_Win w, int t) {
  std::vector<double> v(8);
  MPI_Win_lock_all(0, w);
  MPI_Put(v.data(), 8, MPI_DOUBLE, t, 0, 8, MPI_DOUBLE, w);
  v = {1, 2, 3}; // expected-warning {{[rma-local-race]}}
  MPI_Win_unlock_all(w);
}
void resize1(MPI_Win w, int t) {
  std::vector<double> v(8);
  MPI_Win_lock_all(0, w);
  MPI_Put(v.data(), 8, MPI_DOUBLE, t, 0, 8, MPI_DOUBLE, w);
  v.resize(100); // expected-warning {{is freed by resize}}
  MPI_Win_unlock_all(w);
}
void resizeOk(MPI_Win w, int t) {
  std::vector<double> v(8);
  MPI_Win_lock_all(0, w);
  MPI_Put(v.data(), 8, MPI_DOUBLE, t, 0, 8, MPI_DOUBLE, w);
  MPI_Win_flush(t, w);
  v.resize(100);
  v.clear();
  v.assign(3, 1);
  MPI_Win_unlock_all(w);
}
void push1(MPI_Win w, int t) {
  std::vector<double> v;
  v.reserve(16);
  v.push_back(1);
  MPI_Win_lock_all(0, w);
  MPI_Put(v.data(), 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w);
  v.push_back(2); // within what is reserved
  MPI_Win_unlock_all(w);
}
void size1(MPI_Win w, int t) {
  std::vector<double> v(8);
  MPI_Win_lock_all(0, w);
  MPI_Put(v.data(), static_cast<int>(v.size()), MPI_DOUBLE, t, 0, static_cast<int>(v.size()), MPI_DOUBLE, w);
  v[0] = 1; // expected-warning {{[rma-local-race]}}
  std::fill(v.begin(), v.end(), 0.0); // expected-warning {{[rma-local-race]}}
  MPI_Win_unlock_all(w);
}
void size2(MPI_Win w, int t, std::vector<double> &v) {
  MPI_Win_lock_all(0, w);
  MPI_Get(v.data(), v.size(), MPI_DOUBLE, t, 0, v.size(), MPI_DOUBLE, w);
  double s = std::accumulate(v.begin(), v.end(), 0.0); // expected-warning {{[rma-local-race]}}
  for (double x : v) // expected-warning {{[rma-local-race]}}
    s += x;
  MPI_Win_unlock_all(w);
}
void size3(MPI_Win w, int t, std::span<double> v) {
  MPI_Win_lock_all(0, w);
  MPI_Get(v.data(), v.size(), MPI_DOUBLE, t, 0, v.size(), MPI_DOUBLE, w);
  v[0] = 1; // expected-warning {{[rma-local-race]}}
  MPI_Win_unlock_all(w);
  v[0] = 1;
}
void loopSize(MPI_Win w, int t) {
  std::vector<double> v(8);
  MPI_Win_lock_all(0, w);
  MPI_Put(v.data(), v.size(), MPI_DOUBLE, t, 0, v.size(), MPI_DOUBLE, w);
  for (std::size_t i = 0; i < v.size(); ++i)
    v[i] = 0; // expected-warning {{[rma-local-race]}}
  MPI_Win_unlock_all(w);
}
void lambdaIndex(MPI_Win w, int t) {
  double a[8] = {};
  auto put = [&](int i) { MPI_Put(&a[i], 1, MPI_DOUBLE, t, i, 1, MPI_DOUBLE, w); };
  MPI_Win_lock_all(0, w);
  put(0);
  put(1);
  a[2] = 1;
  a[1] = 1; // expected-warning {{[rma-local-race]}}
  MPI_Win_unlock_all(w);
}
void helperIndexOk(MPI_Win w, int t) {
  double a[8] = {};
  auto put = [&](int i) { MPI_Put(&a[i], 1, MPI_DOUBLE, t, i, 1, MPI_DOUBLE, w); };
  MPI_Win_lock_all(0, w);
  for (int i = 0; i < 8; ++i) {
    a[i] = i;
    put(i);
  }
  MPI_Win_unlock_all(w);
}
static void putAt(double *a, int i, int t, MPI_Win w) { MPI_Put(&a[i], 1, MPI_DOUBLE, t, i, 1, MPI_DOUBLE, w); }
void helperIndex(MPI_Win w, int t, double *a) {
  MPI_Win_lock_all(0, w);
  putAt(a, 3, t, w);
  a[2] = 1;
  a[3] = 1; // expected-warning {{[rma-local-race]}}
  MPI_Win_unlock_all(w);
}
void helperIndexVar(MPI_Win w, int t, double *a, int k) {
  MPI_Win_lock_all(0, w);
  putAt(a, k, t, w);
  a[k + 1] = 1;
  a[k] = 1; // expected-warning {{[rma-local-race]}}
  MPI_Win_unlock_all(w);
}
static void setAt(double *a, int i, double v) { a[i] = v; }
void helperSet(MPI_Win w, int t, double *a, int k) {
  MPI_Win_lock_all(0, w);
  MPI_Put(a, 4, MPI_DOUBLE, t, 0, 4, MPI_DOUBLE, w);
  setAt(a, 5, 1);
  setAt(a, 2, 1); // expected-warning {{[rma-local-race]}}
  MPI_Win_unlock_all(w);
}
void stringBuf(MPI_Win w, int t) {
  std::string s = "abcdef";
  MPI_Win_lock_all(0, w);
  MPI_Put(s.data(), s.size(), MPI_CHAR, t, 0, s.size(), MPI_CHAR, w);
  s[0] = 'x'; // expected-warning {{[rma-local-race]}}
  MPI_Win_unlock_all(w);
}
void uniq(MPI_Win w, int t) {
  auto p = std::make_unique<double[]>(8);
  MPI_Win_lock_all(0, w);
  MPI_Get(p.get(), 8, MPI_DOUBLE, t, 0, 8, MPI_DOUBLE, w);
  double s = p[3]; // expected-warning {{[rma-local-race]}}
  MPI_Win_unlock_all(w);
  s = p[3];
}
void moveVec(MPI_Win w, int t, std::vector<std::vector<double>> &keep) {
  std::vector<double> v(8);
  MPI_Put(v.data(), 8, MPI_DOUBLE, t, 0, 8, MPI_DOUBLE, w);
  keep.push_back(std::move(v)); // memory lives on
}
void moveVec2(MPI_Win w, int t) {
  std::vector<double> v(8), u;
  MPI_Win_lock_all(0, w);
  MPI_Put(v.data(), 8, MPI_DOUBLE, t, 0, 8, MPI_DOUBLE, w);
  u = std::move(v);
  v.assign(8, 0);
  MPI_Win_unlock_all(w);
}
void swapVec(MPI_Win w, int t, int n) {
  std::vector<double> v(8), u(8);
  MPI_Win_lock_all(0, w);
  MPI_Put(v.data(), 8, MPI_DOUBLE, t, 0, 8, MPI_DOUBLE, w);
  v.swap(u);
  v[0] = 1;
  v.clear();
  MPI_Win_unlock_all(w);
}
// Through pointers that always mean the same container.
struct Held {
  std::vector<int> v;
};
void throughPointer(MPI_Win w) {
  std::vector<int> v(4);
  Held h;
  auto *p = &v;
  Held *q = &h;
  MPI_Win_lock_all(0, w);
  MPI_Get(v.data(), 4, MPI_INT, 1, 0, 4, MPI_INT, w);
  (*p)[0] = 1; // expected-warning {{'(*p)[0]' is written while MPI_Get}}
  MPI_Win_flush_all(w);
  MPI_Get(p->data(), 4, MPI_INT, 1, 0, 4, MPI_INT, w);
  v[0] = 1; // expected-warning {{'v[0]' is written while MPI_Get}}
  MPI_Win_flush_all(w);
  MPI_Get(h.v.data(), 4, MPI_INT, 1, 0, 4, MPI_INT, w);
  q->v[0] = 1; // expected-warning {{'q->v[0]' is written while MPI_Get}}
  MPI_Win_unlock_all(w);
}
void throughOtherPointer(MPI_Win w) {
  std::vector<int> v(4), u(4);
  Held h, k;
  auto *p = &v;
  Held *q = &k;
  MPI_Win_lock_all(0, w);
  MPI_Get(v.data(), 4, MPI_INT, 1, 0, 4, MPI_INT, w);
  p = &u;
  (*p)[0] = 1;
  MPI_Get(h.v.data(), 4, MPI_INT, 1, 4, 4, MPI_INT, w);
  q->v[0] = 1;
  MPI_Win_unlock_all(w);
}
// Loops of functions over a container that they are given.
static void fillAll(std::vector<double> &v) {
  for (auto &x : v)
    x = 2;
}
static void fillCounted(std::vector<double> &v) {
  for (std::size_t i = 0; i < v.size(); ++i)
    v[i] = 2;
}
static void fillByIterator(std::vector<double> &v) {
  for (auto i = v.begin(); i != v.end(); ++i)
    *i = 2;
}
static double sumOf(const std::vector<double> &v) {
  double sum = 0;
  for (double x : v)
    sum += x;
  return sum;
}
static void fillOther(std::vector<double> &v, std::vector<double> &u) {
  for (auto &x : u)
    x = v.size();
}
double loopsElsewhere(MPI_Win w) {
  std::vector<double> v(4), u(4);
  MPI_Win_lock_all(0, w);
  MPI_Put(v.data(), 4, MPI_DOUBLE, 1, 0, 4, MPI_DOUBLE, w);
  fillAll(v); // expected-warning {{'v' is written by fillAll while MPI_Put}}
  MPI_Win_flush_all(w);
  MPI_Put(v.data(), 4, MPI_DOUBLE, 1, 0, 4, MPI_DOUBLE, w);
  fillCounted(v); // expected-warning {{'v' is written by fillCounted while MPI_Put}}
  MPI_Win_flush_all(w);
  MPI_Put(v.data(), 4, MPI_DOUBLE, 1, 0, 4, MPI_DOUBLE, w);
  fillByIterator(v); // expected-warning {{'v' is written by fillByIterator while MPI_Put}}
  MPI_Win_flush_all(w);
  MPI_Get(v.data(), 4, MPI_DOUBLE, 1, 0, 4, MPI_DOUBLE, w);
  double sum = sumOf(v); // expected-warning {{'v' is read by sumOf while MPI_Get}}
  MPI_Win_flush_all(w);
  MPI_Put(v.data(), 4, MPI_DOUBLE, 1, 0, 4, MPI_DOUBLE, w);
  sum += sumOf(v);
  fillOther(v, u);
  fillAll(u);
  MPI_Win_unlock_all(w);
  fillAll(v);
  return sum;
}
