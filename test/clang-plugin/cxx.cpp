// RUN: %clang++ -std=c++17 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify %s
// The checks in C++: once for all instances of a template, in lambdas, methods and containers.
#include <array>
#include <mpi.h>
#include <vector>

template <typename T> void fill(T value, int target, MPI_Win win) {
  std::vector<T> buffer(4);
  MPI_Win_fence(0, win); // expected-note {{the epoch was opened here}}
  MPI_Put(buffer.data(), 4, MPI_INT, target, 0, 4, MPI_INT, win); // expected-note {{MPI_Put reads 'buffer.data()'}}
  buffer[2] = value; // expected-warning {{'buffer[2]' is written while MPI_Put}}
  MPI_Win_fence(0, win);
}

void instantiate(MPI_Win win) {
  fill(1, 0, win);
  fill(1u, 0, win);
}

class Counter {
public:
  int next() {
    int one = 1;
    MPI_Fetch_and_op(&one, &value, MPI_INT, 0, 0, MPI_SUM, win); // expected-note {{MPI_Fetch_and_op writes '&value'}} expected-warning {{MPI_Fetch_and_op may still be reading 'one' when that goes out of scope [rma-buffer-lifetime]}}
    return value; // expected-warning {{'value' is read while MPI_Fetch_and_op}}
  }

private:
  int value = 0;
  MPI_Win win = MPI_WIN_NULL;
};

void lambda(MPI_Win win) {
  auto body = [win](int target) {
    std::array<int, 2> pair{};
    MPI_Win_lock(MPI_LOCK_SHARED, target, 0, win); // expected-note {{the epoch was opened here}}
    MPI_Get(pair.data(), 2, MPI_INT, target, 0, 2, MPI_INT, win); // expected-note {{MPI_Get writes 'pair.data()'}}
    int sum = pair[0]; // expected-warning {{'pair[0]' is read while MPI_Get}}
    MPI_Win_unlock(target, win);
    return sum;
  };
  body(0);
}

void noEpoch(int *memory) {
  MPI_Win win{};
  MPI_Win_create(memory, 4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_flush_all(win); // expected-warning {{MPI_Win_flush_all on window 'win', which has no epoch open}}
  MPI_Win_lock_all(0, win); // expected-note {{the epoch was opened here}}
  MPI_Win_free(&win); // expected-warning {{window 'win' is freed while the epoch}} expected-note {{close it with}}
}
