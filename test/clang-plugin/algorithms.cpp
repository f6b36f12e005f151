// RUN: %clang++ -std=c++20 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify %s
// The C++ library's algorithms and containers, beside operations that are under way.
#include <mpi.h>
#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <numeric>
#include <span>
#include <vector>

void writes(MPI_Win w, std::vector<double> &v, double *p, int n) {
  MPI_Win_lock_all(0, w); // expected-note 5 {{the epoch was opened here}}
  std::fill(v.begin(), v.end(), 0.0); // quiet
  MPI_Put(v.data(), 8, MPI_DOUBLE, 0, 0, 8, MPI_DOUBLE, w); // expected-note {{MPI_Put reads 'v.data()'}}
  std::fill(v.begin(), v.end(), 0.0); // expected-warning {{'v' is written by fill while MPI_Put}}
  MPI_Win_flush(0, w);
  MPI_Put(v.data(), n, MPI_DOUBLE, 0, 0, n, MPI_DOUBLE, w); // expected-note {{MPI_Put reads 'v.data()'}}
  std::fill(v.begin() + 8, v.end(), 0.0); // quiet
  std::ranges::fill(v, 0.0); // expected-warning {{'v' is written by fill while MPI_Put}}
  MPI_Win_flush(0, w);
  MPI_Put(p, n, MPI_DOUBLE, 0, 0, n, MPI_DOUBLE, w); // expected-note {{MPI_Put reads 'p'}}
  std::fill_n(p + n, n, 1.0); // quiet
  std::fill(p, p, 1.0); // quiet
  std::fill_n(p, 0, 1.0); // quiet
  std::fill_n(p, n, 1.0); // expected-warning {{'p' is written by fill_n while MPI_Put}}
  MPI_Win_flush(0, w);
  MPI_Put(p + 8, 8, MPI_DOUBLE, 0, 0, 8, MPI_DOUBLE, w); // expected-note {{MPI_Put reads 'p + 8'}}
  std::iota(p, p + 8, 1.0); // quiet
  std::iota(p, p + 9, 1.0); // expected-warning {{'p' is written by iota while MPI_Put}}
  MPI_Win_flush(0, w);
  std::array<double, 8> a;
  MPI_Put(a.data(), 8, MPI_DOUBLE, 0, 0, 8, MPI_DOUBLE, w); // expected-note {{MPI_Put reads 'a.data()'}}
  a.fill(1.0); // expected-warning {{'a' is written by fill while MPI_Put}}
  MPI_Win_unlock_all(w);
  a.fill(2.0); // quiet
}
double reads(MPI_Win w, std::vector<double> &out, const std::vector<double> &from) {
  double in[8], sum = 0;
  MPI_Win_fence(0, w); // expected-note {{the epoch was opened here}}
  MPI_Get(in, 8, MPI_DOUBLE, 0, 0, 8, MPI_DOUBLE, w); // expected-note {{MPI_Get writes 'in'}}
  std::copy(from.begin(), from.end(), out.begin()); // quiet
  std::copy(in, in + 8, out.begin()); // expected-warning {{'in' is read by copy while MPI_Get}}
  MPI_Win_fence(0, w); // expected-note {{the epoch was opened here}}
  MPI_Get(in, 4, MPI_DOUBLE, 0, 0, 4, MPI_DOUBLE, w); // expected-note {{MPI_Get writes 'in'}}
  std::copy_n(in + 4, 4, out.begin()); // quiet
  std::copy(from.begin(), from.end(), std::begin(in)); // expected-warning {{'in' is written by copy while MPI_Get}}
  MPI_Win_fence(0, w); // expected-note {{the epoch was opened here}}
  MPI_Get(out.data(), 4, MPI_DOUBLE, 0, 0, 4, MPI_DOUBLE, w); // expected-note {{MPI_Get writes 'out.data()'}}
  sum = std::accumulate(out.begin(), out.end(), 0.0); // expected-warning {{'out' is read by accumulate while MPI_Get}}
  MPI_Win_fence(0, w);
  MPI_Put(out.data(), 4, MPI_DOUBLE, 0, 0, 4, MPI_DOUBLE, w);
  sum += std::accumulate(out.begin(), out.end(), 0.0); // quiet
  MPI_Win_fence(0, w);
  return sum;
}
void elements(MPI_Win w, std::span<int> s) {
  std::vector<int> v(8), other(8);
  MPI_Win_fence(0, w); // expected-note 3 {{the epoch was opened here}}
  MPI_Put(v.data(), 8, MPI_INT, 0, 0, 8, MPI_INT, w); // expected-note 3 {{MPI_Put reads 'v.data()'}}
  v.front() = 1; // expected-warning {{'v.front()' is written while MPI_Put}}
  v.at(7) = 1; // expected-warning {{'v.at(7)' is written while MPI_Put}}
  for (int &x : v) // expected-warning {{'v' is written while MPI_Put}}
    x = 0;
  v.swap(other);
  v.front() = 2; // quiet
  MPI_Win_fence(0, w); // expected-note {{the epoch was opened here}}
  MPI_Put(s.data(), 4, MPI_INT, 0, 0, 4, MPI_INT, w); // expected-note {{MPI_Put reads 's.data()'}}
  s[4] = 1; // quiet
  s[0] = 1; // expected-warning {{'s[0]' is written while MPI_Put}}
  s = s.subspan(4);
  s[0] = 1; // quiet
  MPI_Win_fence(0, w); // expected-note {{the epoch was opened here}}
  int total = 0;
  MPI_Get(v.data(), 8, MPI_INT, 0, 0, 8, MPI_INT, w); // expected-note {{MPI_Get writes 'v.data()'}}
  for (int x : v) // expected-warning {{'v' is read while MPI_Get}}
    total += x;
  MPI_Win_fence(0, w);
}
std::vector<int> lifetimes(MPI_Win w) {
  MPI_Win_lock_all(0, w); // expected-note 2 {{the epoch was opened here}}
  std::vector<int> kept(8), outer(8);
  {
    std::vector<int> v(8);
    MPI_Put(v.data(), 8, MPI_INT, 0, 0, 8, MPI_INT, w); // expected-warning {{MPI_Put may still be reading 'v' when that goes out of scope}}
  }
  {
    std::vector<int> moved(8);
    MPI_Put(moved.data(), 8, MPI_INT, 0, 8, 8, MPI_INT, w); // quiet
    MPI_Put(outer.data(), 8, MPI_INT, 0, 16, 8, MPI_INT, w); // expected-note {{MPI_Put reads 'outer.data()'}}
    outer = std::move(moved); // expected-warning {{'outer' is freed while MPI_Put}}
  }
  auto p = std::make_unique<int[]>(8);
  MPI_Put(p.get(), 8, MPI_INT, 0, 24, 8, MPI_INT, w); // expected-note {{MPI_Put reads 'p.get()'}}
  p.reset(); // expected-warning {{'p' is freed by reset while MPI_Put}}
  MPI_Put(kept.data(), 8, MPI_INT, 0, 32, 8, MPI_INT, w); // quiet
  return kept;
}
struct Release { void operator()(int *) const {} };
void ownDeleter(MPI_Win w, int *memory) {
  MPI_Win_lock_all(0, w);
  {
    std::unique_ptr<int, Release> p(memory);
    MPI_Put(p.get(), 8, MPI_INT, 0, 24, 8, MPI_INT, w); // quiet
  }
  MPI_Win_unlock_all(w);
}
struct Halo {
  MPI_Win win;
  std::vector<double> send;
  double *rows[2];
  void start(int t) {
    MPI_Win_fence(0, win); // expected-note {{the epoch was opened here}}
    MPI_Put(send.data(), 8, MPI_DOUBLE, t, 0, 8, MPI_DOUBLE, win); // expected-note {{MPI_Put reads 'send}}
  }
  void clear() { std::fill(send.begin(), send.end(), 0.0); } // expected-note {{it is written here}}
  void finish() { MPI_Win_fence(0, win); }
  void wrong(int t) {
    start(t); // expected-note {{it is issued by this call}}
    send[0] = 1; // expected-warning {{'send[0]' is written while MPI_Put}}
    finish();
    send[0] = 1; // quiet
  }
  void memberRange(int t) {
    MPI_Win_fence(0, win); // expected-note {{the epoch was opened here}}
    MPI_Put(send.data(), 8, MPI_DOUBLE, t, 0, 8, MPI_DOUBLE, win); // expected-note {{MPI_Put reads 'send.data()'}}
    clear(); // expected-warning {{'send' is written by clear while MPI_Put}}
    MPI_Win_fence(0, win); // expected-note {{the epoch was opened here}}
    MPI_Put(rows[0], 8, MPI_DOUBLE, t, 0, 8, MPI_DOUBLE, win); // expected-note {{MPI_Put reads 'rows[0]'}}
    rows[1][0] = 1; // quiet
    rows[0][7] = 1; // expected-warning {{'rows[0][7]' is written while MPI_Put}}
    std::swap(rows[0], rows[1]);
    rows[0][7] = 1; // quiet
    MPI_Win_fence(0, win);
  }
};
// A helper that exchanges buffers, or windows.
struct Pair {
  MPI_Win win, other;
  std::vector<double> send, next;
};
static void rotate(Pair &pair) { std::swap(pair.send, pair.next); }
static void exchange(Pair &pair) { std::swap(pair.win, pair.other); }
void rotated(Pair &pair) {
  MPI_Win_lock_all(0, pair.win);
  MPI_Put(pair.send.data(), 8, MPI_DOUBLE, 0, 0, 8, MPI_DOUBLE, pair.win);
  rotate(pair);
  pair.send[0] = 1; // quiet
  exchange(pair);
  MPI_Win_lock_all(0, pair.win); // quiet
  MPI_Win_unlock_all(pair.win);
  MPI_Win_unlock_all(pair.other);
}
void sorts(MPI_Win w, int t) {
  std::vector<int> keys(8);
  MPI_Win_lock_all(0, w); // expected-note 4 {{the epoch was opened here}}
  MPI_Get(keys.data(), 8, MPI_INT, t, 0, 8, MPI_INT, w); // expected-note 4 {{MPI_Get writes 'keys.data()'}}
  std::sort(keys.begin(), keys.end()); // expected-warning {{'keys' is written by sort while MPI_Get}}
  std::reverse(keys.begin(), keys.end()); // expected-warning {{'keys' is written by reverse while MPI_Get}}
  int most = *std::max_element(keys.begin(), keys.end()); // expected-warning {{'keys' is read by max_element while MPI_Get}}
  std::for_each(keys.begin(), keys.end(), [](int &key) { ++key; }); // expected-warning {{'keys' is read by for_each while MPI_Get}}
  std::string name(8, ' ');
  MPI_Get(name.data(), 8, MPI_CHAR, t, 0, 8, MPI_CHAR, w); // expected-note {{MPI_Get writes 'name.data()'}}
  name[0] = most; // expected-warning {{'name[0]' is written while MPI_Get}}
  MPI_Win_unlock_all(w);
  std::sort(keys.begin(), keys.end()); // quiet
  name[0] = 'a'; // quiet
}
// Arrays stay where they are, and what they hold changes; what vectors hold changes its owner.
void swapsArrays(MPI_Win w, int t) {
  std::array<int, 4> a{1, 2, 3, 4}, b{5, 6, 7, 8}, other{};
  MPI_Win_lock_all(0, w); // expected-note 3 {{the epoch was opened here}}
  MPI_Put(a.data(), 4, MPI_INT, t, 0, 4, MPI_INT, w); // expected-note 3 {{MPI_Put reads 'a.data()'}}
  std::swap(b, other); // quiet
  b.swap(other); // quiet
  std::swap(a, b); // expected-warning {{'a' is written by swap while MPI_Put}}
  a.swap(b); // expected-warning {{'a' is written by swap while MPI_Put}}
  b.swap(a); // expected-warning {{'a' is written by swap while MPI_Put}}
  MPI_Win_flush_all(w);
  std::swap(a, b); // quiet
  MPI_Win_unlock_all(w);
}
double products(MPI_Win w, const std::vector<double> &x, int t) {
  std::vector<double> y(8);
  MPI_Win_lock(MPI_LOCK_SHARED, t, 0, w); // expected-note 2 {{the epoch was opened here}}
  MPI_Get(y.data(), 8, MPI_DOUBLE, t, 0, 8, MPI_DOUBLE, w); // expected-note 2 {{MPI_Get writes 'y.data()'}}
  double sum = std::inner_product(x.begin(), x.end(), x.begin(), 0.0); // quiet
  sum += std::inner_product(x.begin(), x.begin() + 8, y.begin(), 0.0); // expected-warning {{'y' is read by inner_product while MPI_Get}}
  sum += std::transform_reduce(x.begin(), x.begin() + 8, y.begin(), 0.0); // expected-warning {{'y' is read by transform_reduce while MPI_Get}}
  sum += std::transform_reduce(x.begin(), x.end(), 0.0, std::plus<>(), [](double a) { return a * a; }); // quiet
  const auto later = [](const double *a, const double *b) { return std::max(a, b); };
  const auto place = [&](const double &a) { return &a; };
  const double *last = // what it begins with is no second range
      std::transform_reduce(x.begin(), x.end(), static_cast<const double *>(y.data()), later, place); // quiet
  sum += last == x.data();
  std::sort(y.data(), y.data() + 1); // quiet: of one element nothing is accessed
  sum += *std::max_element(x.data(), x.data() + 1) + (std::is_sorted(y.data(), y.data() + 1) ? 1 : 0); // quiet
  MPI_Win_unlock(t, w);
  return sum + std::inner_product(x.begin(), x.end(), y.begin(), 0.0); // quiet
}
