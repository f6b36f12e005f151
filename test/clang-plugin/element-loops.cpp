// RUN: %clang++ -std=c++20 -fplugin=%plugin %mpi-include -fsyntax-only -Wno-unused -Xclang -verify -Xclang -verify-ignore-unexpected=note %s
// RUN: %clang++ -std=c++17 -fplugin=%plugin %mpi-include -fsyntax-only -Wno-unused -Xclang -verify -Xclang -verify-ignore-unexpected=note %s
// RUN: %clang++ -std=c++23 -fplugin=%plugin %mpi-include -fsyntax-only -Wno-unused -Xclang -verify -Xclang -verify-ignore-unexpected=note %s
// Loops over all elements by iterators and references, assignments of objects, std::swap and std::exchange: what they
// surely access is in flight, or not.
#include <mpi.h>
#include <algorithm>
#include <array>
#include <functional>
#include <iterator>
#include <utility>
#include <vector>
struct Point { double x, y; };
struct Handle { double *data; void use(); };

void writes(MPI_Win w, int t) { std::vector<double> v(8); MPI_Win_fence(0, w);
  MPI_Put(v.data(), 8, MPI_DOUBLE, t, 0, 8, MPI_DOUBLE, w);
  for (auto it = v.begin(); it != v.end(); ++it) // expected-warning {{'v' is written while MPI_Put at line 17 may still be reading it [rma-local-race]}}
    *it = 1;
  MPI_Win_fence(0, w); }
void reads(MPI_Win w, int t, std::vector<double> &v, double &sum) { MPI_Win_fence(0, w);
  MPI_Get(v.data(), (int)v.size(), MPI_DOUBLE, t, 0, (int)v.size(), MPI_DOUBLE, w);
  for (auto it = std::cbegin(v), end = std::cend(v); it != end; it++) // expected-warning {{'v' is read while MPI_Get}}
    sum += *it;
  MPI_Win_fence(0, w); }
void readsCondition(MPI_Win w, int t, std::vector<double> &v, int &n) { MPI_Win_fence(0, w);
  MPI_Get(v.data(), (int)v.size(), MPI_DOUBLE, t, 0, (int)v.size(), MPI_DOUBLE, w);
  for (auto it = v.begin(); it != v.end(); ++it) // expected-warning {{'v' is read while MPI_Get}}
    if (*it > 0)
      n++;
  MPI_Win_fence(0, w); }
void increments(MPI_Win w, int t, std::vector<int> &v) { MPI_Win_fence(0, w);
  MPI_Put(v.data(), (int)v.size(), MPI_INT, t, 0, (int)v.size(), MPI_INT, w);
  for (int &x : v) // expected-warning {{'v' is written while MPI_Put}}
    x++;
  MPI_Win_fence(0, w); }
void byReference(MPI_Win w, int t, std::vector<int> &v, int &sum) { MPI_Win_fence(0, w);
  MPI_Get(v.data(), (int)v.size(), MPI_INT, t, 0, (int)v.size(), MPI_INT, w);
  for (const int &x : v) { // expected-warning {{'v' is read while MPI_Get}}
    int twice = 2 * x;
    sum += twice;
  }
  MPI_Win_fence(0, w); }
void object(MPI_Win w, int t, const Point &other) { Point p{}; MPI_Win_fence(0, w);
  MPI_Put(&p, 2, MPI_DOUBLE, t, 0, 2, MPI_DOUBLE, w);
  p = other; // expected-warning {{'p' is written while MPI_Put}}
  MPI_Win_fence(0, w); }
void objectRead(MPI_Win w, int t, Point &other) { Point p{}; MPI_Win_fence(0, w);
  MPI_Get(&p, 2, MPI_DOUBLE, t, 0, 2, MPI_DOUBLE, w);
  other = p; // expected-warning {{'p' is read while MPI_Get}}
  MPI_Win_fence(0, w); }
void array(MPI_Win w, int t) { std::array<int, 3> a{}, b{}; MPI_Win_fence(0, w);
  MPI_Put(a.data(), 3, MPI_INT, t, 0, 3, MPI_INT, w);
  a = b; // expected-warning {{'a' is written while MPI_Put}}
  MPI_Win_fence(0, w); }
int exchanged(MPI_Win w, int t) { int a = 1; MPI_Win_fence(0, w);
  MPI_Put(&a, 1, MPI_INT, t, 0, 1, MPI_INT, w);
  int old = std::exchange(a, 2); // expected-warning {{'a' is written by exchange while MPI_Put}}
  MPI_Win_fence(0, w); return old; }
void swapped(MPI_Win w, int t) { double a[2] = {}; MPI_Win_fence(0, w);
  MPI_Get(&a[1], 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w);
  std::swap(a[0], a[1]); // expected-warning {{'a[1]' is written by swap while MPI_Get}}
  MPI_Win_fence(0, w); }
void transformed(MPI_Win w, int t, std::vector<double> &from) { std::vector<double> v(8); MPI_Win_fence(0, w);
  MPI_Put(v.data(), 8, MPI_DOUBLE, t, 0, 8, MPI_DOUBLE, w);
  std::transform(from.begin(), from.end(), v.begin(), [](double x) { return -x; }); // expected-warning {{'v' is written by transform while MPI_Put}}
  MPI_Win_fence(0, w); }
void combined(MPI_Win w, int t, std::vector<double> &a, std::vector<double> &b) { std::vector<double> v(8); MPI_Win_fence(0, w);
  MPI_Put(v.data(), 8, MPI_DOUBLE, t, 0, 8, MPI_DOUBLE, w);
  std::transform(a.begin(), a.end(), b.begin(), v.begin(), [](double x, double y) { return x + y; }); // expected-warning {{'v' is written by transform while MPI_Put}}
  MPI_Win_fence(0, w); }
void inPlace(MPI_Win w, int t, std::vector<double> &v) { MPI_Win_fence(0, w);
  MPI_Put(v.data(), (int)v.size(), MPI_DOUBLE, t, 0, (int)v.size(), MPI_DOUBLE, w);
  std::transform(v.begin(), v.end(), v.begin(), [](double x) { return -x; }); // expected-warning {{'v' is written by transform while MPI_Put}}
  MPI_Win_fence(0, w); }

// Near twins that are right.
void readsPut(MPI_Win w, int t, std::vector<double> &v, double &sum) { MPI_Win_fence(0, w);
  MPI_Put(v.data(), (int)v.size(), MPI_DOUBLE, t, 0, (int)v.size(), MPI_DOUBLE, w);
  for (auto it = v.begin(); it != v.end(); ++it)
    sum += *it;
  for (const double &x : v)
    sum += x;
  MPI_Win_fence(0, w); }
void other(MPI_Win w, int t) { std::vector<double> u(8), v(8); MPI_Win_fence(0, w);
  MPI_Put(v.data(), 8, MPI_DOUBLE, t, 0, 8, MPI_DOUBLE, w);
  for (auto it = u.begin(); it != u.end(); ++it)
    *it = 1;
  MPI_Win_fence(0, w); }
void rest(MPI_Win w, int t) { std::vector<double> v(8); MPI_Win_fence(0, w);
  MPI_Put(v.data(), 4, MPI_DOUBLE, t, 0, 4, MPI_DOUBLE, w);
  for (auto it = v.begin() + 4; it != v.end(); ++it)
    *it = 1;
  MPI_Win_fence(0, w); }
void half(MPI_Win w, int t) { std::vector<double> v(8); MPI_Win_fence(0, w);
  MPI_Put(&v[4], 4, MPI_DOUBLE, t, 0, 4, MPI_DOUBLE, w);
  for (auto it = v.begin(); it != v.begin() + 4; ++it)
    *it = 1;
  int i = 0;
  for (auto it = v.begin(); it != v.end() && i < 4; ++it, ++i)
    *it = 1;
  MPI_Win_fence(0, w); }
void perhaps(MPI_Win w, int t, std::vector<double> &v, bool is) { MPI_Win_fence(0, w);
  MPI_Put(v.data(), (int)v.size(), MPI_DOUBLE, t, 0, (int)v.size(), MPI_DOUBLE, w);
  for (auto it = v.begin(); it != v.end(); ++it)
    if (is)
      *it = 1;
  for (double &x : v)
    is ? x = 1 : 0.0;
  for (double &x : v) {
    if (!is)
      break;
    x = 1;
  }
  MPI_Win_fence(0, w); }
void addresses(MPI_Win w, int t, std::vector<int> &v) { MPI_Win_fence(0, w);
  for (int &x : v)
    MPI_Get(&x, 1, MPI_INT, t, 0, 1, MPI_INT, w);
  std::vector<int *> places;
  for (int &x : v)
    places.push_back(&x);
  for (auto it = v.begin(); it != v.end(); ++it)
    places.push_back(&*it);
  MPI_Win_fence(0, w); }
void each(MPI_Win w, int t, std::vector<int> &v) {
  for (auto it = v.begin(); it != v.end(); ++it) {
    *it = 1;
    MPI_Win_lock(MPI_LOCK_SHARED, t, 0, w);
    MPI_Put(&*it, 1, MPI_INT, t, 0, 1, MPI_INT, w);
    MPI_Win_unlock(t, w);
  } }
void eachInOne(MPI_Win w, int t, std::vector<int> &v) { MPI_Win_fence(0, w);
  for (auto it = v.begin(); it != v.end(); ++it) {
    *it = 1;
    MPI_Put(&*it, 1, MPI_INT, t, 0, 1, MPI_INT, w);
  }
  MPI_Win_fence(0, w);
  for (int &x : v) {
    x = 1;
    MPI_Put(&x, 1, MPI_INT, t, 0, 1, MPI_INT, w);
  }
  MPI_Win_fence(0, w); }
void buffers(MPI_Win w, int t, int steps) { std::vector<double> a(8), b(8); double *now = a.data(), *next = b.data();
  MPI_Win_lock_all(0, w);
  for (int i = 0; i < steps; ++i) {
    MPI_Put(now, 8, MPI_DOUBLE, t, 0, 8, MPI_DOUBLE, w);
    std::swap(now, next);
    next = std::exchange(now, next);
    std::swap(now, next);
    MPI_Win_flush_local(t, w);
  }
  MPI_Win_unlock_all(w); }
void vectors(MPI_Win w, int t) { std::vector<double> a(8), b(8); MPI_Win_lock_all(0, w);
  MPI_Put(a.data(), 8, MPI_DOUBLE, t, 0, 8, MPI_DOUBLE, w);
  std::swap(a, b);
  for (double &x : a)
    x = 1;
  MPI_Win_unlock_all(w); }
void pointers(MPI_Win w, int t, Handle h, Handle g) { MPI_Win_fence(0, w);
  MPI_Put(h.data, 8, MPI_DOUBLE, t, 0, 8, MPI_DOUBLE, w);
  h = g;
  h.data[0] = 1;
  MPI_Win_fence(0, w); }
void members(MPI_Win w, int t, Point a[2], const Point &p) { MPI_Win_fence(0, w);
  MPI_Put(&a[0], 2, MPI_DOUBLE, t, 0, 2, MPI_DOUBLE, w);
  a[1] = p;
  Point copy = a[0];
  std::swap(a[1].x, a[1].y);
  a[1] = std::exchange(copy, p);
  MPI_Win_fence(0, w); }
void sources(MPI_Win w, int t, std::vector<double> &v, std::vector<double> &out) { MPI_Win_fence(0, w);
  MPI_Put(v.data(), (int)v.size(), MPI_DOUBLE, t, 0, (int)v.size(), MPI_DOUBLE, w);
  std::transform(v.begin(), v.end(), out.begin(), [](double x) { return -x; });
  std::transform(v.begin(), v.end(), v.begin(), out.begin(), [](double x, double y) { return x * y; });
  MPI_Win_fence(0, w); }
// What completes the operation comes before the element is accessed.
int readRemote(MPI_Win w, int i) { int r; MPI_Get(&r, 1, MPI_INT, 0, i, 1, MPI_INT, w); MPI_Win_flush(0, w); return r; }
void completes(MPI_Win w, std::vector<int> &v) { int i = 0; MPI_Win_lock_all(0, w);
  MPI_Put(v.data(), 4, MPI_INT, 0, 0, 4, MPI_INT, w);
  for (auto &x : v)
    x = readRemote(w, i++);
  MPI_Put(v.data(), 4, MPI_INT, 0, 4, 4, MPI_INT, w);
  for (auto it = v.begin(); it != v.end(); ++it)
    *it = (MPI_Win_flush_local(0, w), 3);
  MPI_Put(v.data(), 4, MPI_INT, 0, 8, 4, MPI_INT, w);
  std::generate(v.begin(), v.end(), [&] { return readRemote(w, i++); });
  MPI_Win_unlock_all(w); }
struct Flushes { MPI_Win w; ~Flushes() { MPI_Win_flush_local_all(w); } };
void guarded(MPI_Win w, std::vector<int> &v) { MPI_Win_lock_all(0, w);
  MPI_Put(v.data(), 4, MPI_INT, 0, 0, 4, MPI_INT, w);
  std::generate(v.begin(), v.end(), [&] { Flushes now{w}; return 1; });
  MPI_Win_unlock_all(w); }
// Another element than the first, or none.
struct Odd { std::vector<int>::iterator i; Odd(std::vector<int>::iterator i) : i(i) {} int &operator*() { return i[1]; }
  Odd &operator++() { i += 2; return *this; } bool operator!=(const Odd &o) const { return i != o.i; } };
void odd(MPI_Win w, std::vector<int> &v) { MPI_Win_fence(0, w);
  MPI_Get(v.data(), 1, MPI_INT, 0, 0, 1, MPI_INT, w);
  for (Odd it = v.begin(); it != v.end(); ++it)
    *it = 3;
  for (auto it = v.begin(); it != v.end(); ++it)
    *it = (++it, 5);
  MPI_Win_fence(0, w); }
void decays(MPI_Win w, std::vector<int *> &rows) { static int a[4][8]; MPI_Win_fence(0, w);
  MPI_Get(a, 32, MPI_INT, 0, 0, 32, MPI_INT, w);
  for (auto row : a)
    rows.push_back(row);
  MPI_Win_fence(0, w); }
void wider(MPI_Win w, std::vector<int> &v, long &s) { MPI_Win_fence(0, w);
  MPI_Get(v.data() + 1, 3, MPI_INT, 0, 0, 3, MPI_INT, w);
  for (long x : v) {
    s = x;
    break;
  }
  MPI_Win_fence(0, w); }
void notEvaluated(MPI_Win w, std::vector<int> &v, Point &q) { bool s = false; Point p{}; MPI_Win_fence(0, w);
  MPI_Get(v.data(), 4, MPI_INT, 0, 0, 4, MPI_INT, w);
  MPI_Get(&p, 2, MPI_DOUBLE, 0, 0, 2, MPI_DOUBLE, w);
  for (auto &x : v)
    s = noexcept(x + 1);
  for (auto &x : v)
    s = __builtin_constant_p(x);
  for (auto &x : v)
    if constexpr (sizeof(x) == 1)
      x = 1;
  (void)noexcept(q = p);
  (void)noexcept(std::exchange(p, q));
  MPI_Win_fence(0, w); }
struct Empty {};
struct Derived : Empty { int v; };
class Padded { int i = 0; char c = 0; public: int get() { return i; } };
class Tail : public Padded { public: char d; };
void parts(MPI_Win w) { Derived g{}; Empty e; Tail x; Padded y; MPI_Win_fence(0, w);
  MPI_Get(&g.v, 1, MPI_INT, 0, 0, 1, MPI_INT, w);
  MPI_Get(&x.d, 1, MPI_CHAR, 0, 1, 1, MPI_CHAR, w);
  static_cast<Empty &>(g) = e;
  e = g;
  static_cast<Padded &>(x) = y;
  y = x;
  MPI_Win_fence(0, w); }
#if __cplusplus >= 202002L
void ranges(MPI_Win w) { std::vector<int> a(4), b(4), o(4); MPI_Win_fence(0, w);
  MPI_Put(b.data(), 4, MPI_INT, 0, 0, 4, MPI_INT, w);
  std::ranges::transform(a.begin(), a.end(), b.begin(), b.end(), o.begin(), std::plus<>{});
  std::ranges::swap(a, b);
  for (auto &x : b)
    x = 1;
  MPI_Win_fence(0, w); }
void rangesPointers(MPI_Win w) { Point p[2]; Point *a = p, *b = p + 1; MPI_Win_fence(0, w);
  MPI_Get(a, 2, MPI_DOUBLE, 0, 0, 2, MPI_DOUBLE, w);
  std::ranges::swap(a, b);
  *a = Point{};
  MPI_Win_fence(0, w); }
#endif
#if __cplusplus > 202002L
void consteval_(MPI_Win w, std::vector<int> &v) { MPI_Win_fence(0, w);
  MPI_Put(v.data(), 1, MPI_INT, 0, 0, 1, MPI_INT, w);
  MPI_Win_fence(0, w);
  for (auto &x : v)
    if consteval { x = 1; } else { x = 2; } }
#endif
