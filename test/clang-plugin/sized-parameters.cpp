// RUN: %clang++ -std=c++20 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify -Xclang -verify-ignore-unexpected=note %s
//
// Methods that move as many elements as a span or vector has that they are given: all of what the
// caller passes is in flight, or the part of it that the span shows.

#include <array>
#include <mpi.h>
#include <span>
#include <utility>
#include <vector>

struct Window {
  MPI_Win win;

  void put(int target, std::span<const double> from) {
    MPI_Put(from.data(), static_cast<int>(from.size()), MPI_DOUBLE, target, 0, static_cast<int>(from.size()), MPI_DOUBLE, win);
  }
  void get(int target, std::span<double> to) {
    const int count = static_cast<int>(to.size());
    MPI_Get(to.data(), count, MPI_DOUBLE, target, 0, count, MPI_DOUBLE, win);
  }
  void putVector(int target, const std::vector<double> &from) {
    MPI_Put(from.data(), from.size(), MPI_DOUBLE, target, 0, from.size(), MPI_DOUBLE, win);
  }
  template <class Container> void getAny(int target, Container &to) {
    MPI_Get(to.data(), to.size(), MPI_DOUBLE, target, 0, to.size(), MPI_DOUBLE, win);
  }
  void getBytes(int target, std::span<double> to) {
    MPI_Get(to.data(), to.size(), MPI_BYTE, target, 0, to.size(), MPI_BYTE, win);
  }
  void getHalf(int target, std::span<double> to) {
    MPI_Get(to.data(), to.size() / 2, MPI_DOUBLE, target, 0, to.size() / 2, MPI_DOUBLE, win);
  }
  void getBehind(int target, std::span<double> to) {
    to = to.subspan(1);
    MPI_Get(to.data(), to.size(), MPI_DOUBLE, target, 0, to.size(), MPI_DOUBLE, win);
  }
  void flush(int target) { MPI_Win_flush(target, win); }
};

struct Epoch {
  MPI_Win win;
  explicit Epoch(const Window &window) : win(window.win) { MPI_Win_lock_all(0, win); }
  ~Epoch() { MPI_Win_unlock_all(win); }
  Epoch(const Epoch &) = delete;
};

#define DURING(name, ...)                                                                          \
  void name(Window window, int target) {                                                           \
    std::vector<double> v(8), other(8);                                                            \
    std::vector<std::vector<double>> rows(2, std::vector<double>(8));                              \
    std::array<double, 8> array{};                                                                 \
    double c[8] = {}, table[2][8] = {};                                                            \
    Epoch epoch(window);                                                                           \
    __VA_ARGS__;                                                                                   \
    window.flush(target);                                                                          \
    v[0] = other[0] = rows[0][0] = array[0] = c[0] = table[0][0] = 1;                              \
  }

// All of it is in flight.
DURING(vectorPut, window.put(target, v); v[2] = 1) // expected-warning {{'v[2]' is written while MPI_Put at line 16 may still be reading it [rma-local-race]}}
DURING(vectorGot, window.get(target, v); v[7] = 1) // expected-warning {{'v[7]' is written while MPI_Get at line 20 may still be writing it [rma-local-race]}}
DURING(arrayGot, window.get(target, array); array[2] = 1) // expected-warning {{[rma-local-race]}}
DURING(cArrayGot, window.get(target, c); c[7] = 1) // expected-warning {{[rma-local-race]}}
DURING(rowGot, window.get(target, table[0]); table[0][2] = 1) // expected-warning {{[rma-local-race]}}
DURING(rowVectorGot, window.get(target, rows[1]); rows[1][3] = 1) // expected-warning {{[rma-local-race]}}
DURING(spelledSpan, window.put(target, std::span(v)); v[2] = 1) // expected-warning {{[rma-local-race]}}
DURING(firstOfPart, window.put(target, std::span(v).subspan(2)); v[2] = 1) // expected-warning {{[rma-local-race]}}
DURING(byReference, window.putVector(target, v); v[5] = 1) // expected-warning {{[rma-local-race]}}
DURING(byTemplate, window.getAny(target, v); v[5] = 1) // expected-warning {{[rma-local-race]}}

// It is not: completed, read only, another part or container.
DURING(flushed, window.put(target, v); window.flush(target); v[2] = 1)
DURING(read, window.put(target, v); other[0] = v[2])
DURING(behindPart, window.put(target, std::span<const double>(v).first(4)); v[5] = 1)
DURING(beforePart, window.get(target, std::span(v).subspan(4)); v[0] = 1)
DURING(otherRow, window.get(target, table[0]); table[1][2] = 1)
DURING(otherVector, window.get(target, rows[0]); rows[1][2] = 1)
DURING(exchanged, window.get(target, v); std::swap(v, other); v[0] = 1)
DURING(fewerBytes, window.getBytes(target, v); v[2] = 1)
DURING(half, window.getHalf(target, v); v[7] = 1)
DURING(behind, window.getBehind(target, v); v[0] = 1)
DURING(nothing, window.get(target, {}); v[0] = 1)

struct Halo {
  Window window;
  std::vector<double> row;
  double edge[8], corner[8];
  void exchange(int target) {
    Epoch epoch(window);
    window.get(target, row);
    window.get(target, edge);
    row[3] = 1;  // expected-warning {{[rma-local-race]}}
    edge[3] = 1; // expected-warning {{[rma-local-race]}}
    corner[3] = 1;
    window.flush(target);
    row[3] = edge[3] = 1;
  }
};
