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

// What delete gives back, and what loops over arrays do with their elements.
struct Traced {
  double value;
  ~Traced();
};
void deleted(int target, MPI_Win win) {
  double *one = new double, *many = new double[8], *done = new double[8];
  MPI_Win_lock(MPI_LOCK_SHARED, target, 0, win); // expected-note 2 {{the epoch was opened here}}
  MPI_Get(done, 8, MPI_DOUBLE, target, 0, 8, MPI_DOUBLE, win);
  MPI_Win_flush(target, win);
  MPI_Get(one, 1, MPI_DOUBLE, target, 0, 1, MPI_DOUBLE, win);   // expected-note {{MPI_Get writes 'one'}}
  MPI_Get(many, 8, MPI_DOUBLE, target, 0, 8, MPI_DOUBLE, win);  // expected-note {{MPI_Get writes 'many'}}
  delete[] done;
  delete one;    // expected-warning-re {{'one' is freed while MPI_Get at line {{[0-9]+}} may still be writing it [rma-buffer-lifetime]}}
  delete[] many; // expected-warning {{'many' is freed while MPI_Get}}
  MPI_Win_unlock(target, win);
}
void deletedObject(int target, MPI_Win win, Traced *traced) {
  double value = 0;
  MPI_Win_lock(MPI_LOCK_SHARED, target, 0, win);
  MPI_Get(&value, 1, MPI_DOUBLE, target, 0, 1, MPI_DOUBLE, win);
  delete traced; // may do anything
  value = 1;
  MPI_Win_unlock(target, win);
}
void ranges(int target, MPI_Win win) {
  double from[4] = {}, into[4], sum = 0;
  MPI_Win_lock(MPI_LOCK_SHARED, target, 0, win); // expected-note 2 {{the epoch was opened here}}
  MPI_Put(from, 4, MPI_DOUBLE, target, 0, 4, MPI_DOUBLE, win); // expected-note {{MPI_Put reads 'from'}}
  for (double each : from)
    sum += each;
  for (double &each : from) // expected-warning {{'from' is written while MPI_Put}}
    each = sum;
  MPI_Get(into, 4, MPI_DOUBLE, target, 4, 4, MPI_DOUBLE, win); // expected-note {{MPI_Get writes 'into'}}
  for (double each : into) // expected-warning {{'into' is read while MPI_Get}}
    sum += each;
  for (double &each : into)
    if (&each == &into[3])
      MPI_Win_flush(target, win);
  for (double each : into)
    sum += each;
  MPI_Win_unlock(target, win);
}
