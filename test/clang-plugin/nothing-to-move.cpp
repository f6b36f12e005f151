// Helpers in C++ that leave out what would move nothing, and that are told by constants what to do.
//
// RUN: %clang++ -std=c++20 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify -Xclang -verify-ignore-unexpected=note %s
#include <cstring>
#include <mpi.h>
#include <span>
#include <vector>

enum class Wait { No, Yes };

class Window {
public:
  MPI_Win handle;
  int me;
  std::vector<double> local;

  void lock(int t, bool exclusive) {
    if (exclusive)
      MPI_Win_lock(MPI_LOCK_EXCLUSIVE, t, 0, handle);
    else
      MPI_Win_lock(MPI_LOCK_SHARED, t, 0, handle);
  }
  void put(std::span<const double> s, int t) {
    if (s.empty())
      return;
    MPI_Put(s.data(), int(s.size()), MPI_DOUBLE, t, 0, int(s.size()), MPI_DOUBLE, handle);
  }
  void get(std::vector<double> &v, int t, Wait wait = Wait::Yes) {
    if (v.size() == 0)
      return;
    MPI_Get(v.data(), int(v.size()), MPI_DOUBLE, t, 0, int(v.size()), MPI_DOUBLE, handle);
    if (wait == Wait::Yes)
      MPI_Win_flush(t, handle);
  }
  void putOrCopy(const std::vector<double> &v, int t) {
    if (t == me) {
      std::memcpy(local.data(), v.data(), v.size() * sizeof(double));
      return;
    }
    MPI_Put(v.data(), int(v.size()), MPI_DOUBLE, t, 0, int(v.size()), MPI_DOUBLE, handle);
  }
  template <class T> void send(const T *p, std::size_t n, int t) {
    if (!n || p == nullptr)
      return;
    MPI_Put(p, int(n * sizeof(T)), MPI_BYTE, t, 0, int(n * sizeof(T)), MPI_BYTE, handle);
  }
};

void unknownSize(Window &w, std::vector<double> &v, int t) {
  w.lock(t, false);
  w.put(v, t);
  v[0] = 1; // expected-warning {{'v[0]' is written while MPI_Put}}
  MPI_Win_unlock(t, w.handle);
}
void knownSize(Window &w, int t) {
  std::vector<double> v(8);
  w.lock(t, true);
  w.put(v, t);
  for (double &each : v) // expected-warning {{'v' is written while MPI_Put}}
    each = 1;
  MPI_Win_unlock(t, w.handle);
}
void another(Window &w, std::vector<double> &v, std::vector<double> &u, int t) {
  w.lock(t, false);
  w.put(v, t);
  u[0] = 1;
  MPI_Win_unlock(t, w.handle);
  v[0] = 1;
}
void nothing(Window &w, std::vector<double> &v, int t) {
  std::vector<double> none;
  w.lock(t, false);
  w.put(none, t);
  none.push_back(1);
  w.put(std::span(v).first(0), t);
  v[0] = 1;
  w.put(v, t);
  if (v.empty())
    v.push_back(1);
  MPI_Win_unlock(t, w.handle);
}
double waits(Window &w, int t) {
  std::vector<double> v(8), u(8);
  w.lock(t, false);
  w.get(v, t);
  double sum = v[0];
  w.get(u, t, Wait::No);
  sum += u[0]; // expected-warning {{'u[0]' is read while MPI_Get}}
  MPI_Win_unlock(t, w.handle);
  return sum;
}
void own(Window &w, std::vector<double> &v, int t) {
  w.lock(t, false);
  w.putOrCopy(v, t);
  if (t == w.me)
    v[0] = 1;
  MPI_Win_unlock(t, w.handle);
}
void bytes(Window &w, std::vector<double> &v, double x, int t, bool on) {
  double y[4] = {};
  w.lock(t, false);
  w.send(&x, 1, t);
  x = 2; // expected-warning {{'x' is written while MPI_Put}}
  w.send(y, 3, t);
  y[3] = 1;
  y[2] = 1; // expected-warning {{'y[2]' is written while MPI_Put}}
  w.send(v.data(), v.size(), t);
  if (v.empty())
    v.push_back(1);
  w.send(&w.me, 0, t);
  w.me = 0;
  double z = 1;
  w.send(on ? &z : nullptr, 1, t);
  if (!on)
    z = 2;
  MPI_Win_unlock(t, w.handle);
}
