// RUN: %clang++ -std=c++20 -fsyntax-only -fplugin=%plugin %mpi-include -Xclang -verify %s
// Lambdas with parameters of any type are checked for the types that they are called with.

#include <mpi.h>
#include <utility>
#include <variant>
#include <vector>

void quietAssigned(MPI_Win window) {
  auto close = [window](auto value) {
    MPI_Win_fence(0, window);
    value = 0;
    return value;
  };
  close(1);
  close(2.0);
}

void quietNeverCalled(MPI_Win window, double *buffer) {
  auto put = [=](auto i) {
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, window);
    MPI_Put(buffer, 1, MPI_DOUBLE, 1, i, 1, MPI_DOUBLE, window);
    buffer[i] = 1;
    MPI_Win_unlock(1, window);
  };
  (void)put;
}

int quietBehindUnlock(MPI_Win window) {
  auto get = [window](auto sample) {
    decltype(sample) value = 0;
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, window);
    MPI_Get(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, window);
    MPI_Win_unlock(1, window);
    value += 1;
    return value;
  };
  return get(1);
}

int warnInside(MPI_Win window) {
  auto get = [window](auto sample) {
    decltype(sample) value = 0;
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, window); // expected-note {{the epoch was opened here}}
    MPI_Get(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, window); // expected-note {{MPI_Get writes '&value'}}
    value += 1; // expected-warning {{'value' is written while MPI_Get}}
    MPI_Win_unlock(1, window);
    return value;
  };
  return get(1);
}

void warnOfWindow(MPI_Win window, std::vector<int> &values) {
  auto put = [window](auto &from) {
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, window); // expected-note {{the epoch was opened here}}
    MPI_Put(from.data(), 4, MPI_INT, 1, 0, 4, MPI_INT, window); // expected-note {{MPI_Put reads 'from.data()'}}
    for (int i = 0; i < 4; ++i)
      from[i] = 0; // expected-warning {{'from[i]' is written while MPI_Put}}
    MPI_Win_unlock(1, window);
  };
  put(values);
}

void quietVisit(MPI_Win window, std::variant<int, float> &number) {
  std::visit(
      [&](auto &value) {
        MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, window);
        MPI_Put(&value, sizeof value, MPI_BYTE, 1, 0, sizeof value, MPI_BYTE, window);
        MPI_Win_unlock(1, window);
        value = 0;
      },
      number);
}

void warnVisit(MPI_Win window, std::variant<int, float> &number) {
  std::visit(
      [&](auto &value) {
        MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, window); // expected-note {{the epoch was opened here}}
        MPI_Put(&value, sizeof value, MPI_BYTE, 1, 0, sizeof value, MPI_BYTE, window); // expected-note {{MPI_Put reads '&value'}}
        value = 0; // expected-warning {{'value' is written while MPI_Put}}
        MPI_Win_unlock(1, window);
      },
      number);
}

template <int n> struct Number {};
void warnCountGiven(MPI_Win window) {
  auto get = [window]<int n>(Number<n>) {
    int values[n];
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, window); // expected-note {{the epoch was opened here}}
    MPI_Get(values, n, MPI_INT, 1, 0, n, MPI_INT, window); // expected-note {{MPI_Get writes 'values'}}
    values[0]++; // expected-warning {{'values[0]' is written while MPI_Get}}
    MPI_Win_unlock(1, window);
  };
  get(Number<4>());
}
