// RUN: %clang++ -std=c++20 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify %s
//
// Spans that show what something else holds, and pointers into memory that was made before.

#include <mpi.h>
#include <cstdlib>
#include <span>
#include <vector>

void shown(MPI_Win w, std::vector<double> &v, double *p) {
  std::span<double> all(v), part(p, 10);
  std::span deduced(v);
  auto tail = all.subspan(4);
  MPI_Win_fence(0, w); // expected-note 6 {{the epoch was opened here}}
  MPI_Put(v.data(), 10, MPI_DOUBLE, 1, 0, 10, MPI_DOUBLE, w); // expected-note 4 {{MPI_Put reads 'v.data()'}}
  all[0] = 1; // expected-warning {{'all[0]' is written while MPI_Put}}
  deduced.front() = 1; // expected-warning {{is written while MPI_Put}}
  tail[5] = 1; // expected-warning {{'tail[5]' is written while MPI_Put}}
  tail[6] = 1; // quiet
  all[10] = 1; // quiet
  all.subspan(2)[0] = 1; // expected-warning {{is written while MPI_Put}}
  MPI_Put(part.data(), 5, MPI_DOUBLE, 2, 0, 5, MPI_DOUBLE, w); // expected-note 2 {{MPI_Put reads 'part.data()'}}
  p[4] = 1; // expected-warning {{'p[4]' is written while MPI_Put}}
  p[5] = 1; // quiet
  part.first(3)[2] = 1; // expected-warning {{is written while MPI_Put}}
  MPI_Win_fence(0, w);
  all[0] = 1; // quiet
}

void shownAnew(MPI_Win w, std::vector<double> &v, std::vector<double> &u) {
  std::span<double> at(v);
  MPI_Win_fence(0, w);
  MPI_Put(v.data(), 10, MPI_DOUBLE, 1, 0, 10, MPI_DOUBLE, w);
  at = u;
  at[0] = 1; // quiet
  MPI_Win_fence(0, w);
}

void moved(MPI_Win w, std::vector<double> &v, bool isLarge) {
  std::span<double> at(v);
  if (isLarge)
    at = at.subspan(20);
  MPI_Win_fence(0, w);
  MPI_Put(v.data(), 10, MPI_DOUBLE, 1, 0, 10, MPI_DOUBLE, w);
  at[0] = 1; // quiet
  MPI_Win_fence(0, w);
}

void elsewhere(MPI_Win w, std::vector<double> &v, std::vector<double> u) {
  std::span<double> at(v);
  MPI_Win_fence(0, w);
  MPI_Put(v.data(), 10, MPI_DOUBLE, 1, 0, 10, MPI_DOUBLE, w);
  v = std::move(u);
  v[0] = 1; // quiet
  MPI_Win_fence(0, w);
}

double loops(MPI_Win w, std::span<double> s, std::vector<double> &got, std::vector<double> &other) {
  double sum = 0;
  MPI_Win_fence(0, w); // expected-note 3 {{the epoch was opened here}}
  MPI_Put(s.data(), 8, MPI_DOUBLE, 1, 0, 8, MPI_DOUBLE, w); // expected-note {{MPI_Put reads 's.data()'}}
  for (double &x : s) { // expected-warning {{'s' is written while MPI_Put}}
    sum += x;
    x = 0;
  }
  MPI_Get(got.data(), 8, MPI_DOUBLE, 1, 8, 8, MPI_DOUBLE, w); // expected-note 2 {{MPI_Get writes 'got.data()'}}
  for (double x : got) { // expected-warning {{'got' is read while MPI_Get}}
    const double twice = 2 * x;
    sum += twice;
  }
  for (double &x : got) { // expected-warning {{'got' is read while MPI_Get}}
    if (x < 0)
      break;
    x = 1;
  }
  for (double x : s) { // quiet
    sum += x;
    sum /= 2;
  }
  for (double &x : other) { // quiet
    sum += x;
    x = 0;
  }
  for (double &x : s) { // quiet
    if (sum > 0)
      break;
    x = 0;
  }
  MPI_Win_fence(0, w);
  for (double &x : s) { // quiet
    sum += x;
    x = 0;
  }
  return sum;
}

void madeBefore(MPI_Win w) {
  double *memory, *in, *out;
  memory = static_cast<double *>(std::malloc(800));
  in = memory + 1;
  out = memory + 50;
  MPI_Win_fence(0, w); // expected-note {{the epoch was opened here}}
  MPI_Put(memory, 8, MPI_DOUBLE, 1, 0, 8, MPI_DOUBLE, w); // expected-note {{MPI_Put reads 'memory'}}
  in[0] = 1; // expected-warning {{'in[0]' is written while MPI_Put}}
  out[0] = 1; // quiet
  MPI_Win_fence(0, w);
  std::free(memory);
}

void madeByMpi(MPI_Win w) {
  double *memory;
  MPI_Alloc_mem(800, MPI_INFO_NULL, &memory);
  double *in = memory + 1;
  MPI_Win_fence(0, w); // expected-note {{the epoch was opened here}}
  MPI_Put(memory, 8, MPI_DOUBLE, 1, 0, 8, MPI_DOUBLE, w); // expected-note {{MPI_Put reads 'memory'}}
  in[0] = 1; // expected-warning {{'in[0]' is written while MPI_Put}}
  MPI_Win_fence(0, w);
  MPI_Free_mem(memory);
}

void madeAgain(MPI_Win w, int n) {
  double *memory = static_cast<double *>(std::malloc(800)), *in = memory;
  for (int i = 0; i < n; ++i) {
    memory = static_cast<double *>(std::malloc(800));
    MPI_Win_fence(0, w);
    MPI_Put(memory, 8, MPI_DOUBLE, 1, 0, 8, MPI_DOUBLE, w);
    in[0] = 1; // quiet
    MPI_Win_fence(0, w);
  }
}

void madeInEachTurn(MPI_Win w, int n) {
  for (int i = 0; i < n; ++i) {
    double *memory;
    memory = static_cast<double *>(std::malloc(800));
    double *in = memory + 1;
    MPI_Win_fence(0, w); // expected-note {{the epoch was opened here}}
    MPI_Put(memory, 8, MPI_DOUBLE, 1, 0, 8, MPI_DOUBLE, w); // expected-note {{MPI_Put reads 'memory'}}
    in[0] = 1; // expected-warning {{'in[0]' is written while MPI_Put}}
    MPI_Win_fence(0, w);
    in[0] = 2; // quiet
    std::free(memory);
  }
}

void copiedToo(MPI_Win w, int to, std::vector<std::vector<int>> &all) {
  std::vector<int> mine(100, 3), gone(100, 4);
  MPI_Win_lock(MPI_LOCK_SHARED, to, 0, w);
  MPI_Put(mine.data(), 100, MPI_INT, to, 0, 100, MPI_INT, w); // expected-warning {{MPI_Put may still be reading 'mine' when that goes out of scope}}
  all.push_back(mine);
  MPI_Put(gone.data(), 100, MPI_INT, to, 100, 100, MPI_INT, w);
  all.push_back(std::move(gone)); // quiet
}

std::vector<int> copied(MPI_Win w, int to) {
  std::vector<int> kept;
  MPI_Win_lock(MPI_LOCK_SHARED, to, 0, w);
  {
    std::vector<int> mine(100, 3), moves(100, 4);
    MPI_Put(mine.data(), 100, MPI_INT, to, 0, 100, MPI_INT, w); // expected-warning {{MPI_Put may still be reading 'mine' when that goes out of scope}}
    kept = mine;
    MPI_Put(moves.data(), 100, MPI_INT, to, 100, 100, MPI_INT, w);
    kept = std::move(moves); // quiet: they live on
  }
  MPI_Win_unlock(to, w);
  return kept;
}
