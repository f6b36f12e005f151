// RUN: %clang++ -std=c++20 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify %s
//
// Pointers that get several values: each is followed to where it is read, if no other one may be.

#include <mpi.h>
#include <cstdlib>
#include <stdexcept>
#include <utility>

void roles(MPI_Win win, int to) {
  int x[4] = {1}, y[4] = {2};
  int *front = x, *back = y;
  MPI_Win_lock_all(0, win); // expected-note {{the epoch was opened here}}
  MPI_Put(front, 4, MPI_INT, to, 0, 4, MPI_INT, win); // expected-note {{MPI_Put reads 'front'}}
  front[0] = back[0]; // expected-warning {{'front[0]' is written while MPI_Put}}
  int *third = front;
  front = back;
  back = third;
  front[1] = 3; // quiet
  MPI_Win_unlock_all(win);
}

void exchanged(MPI_Win win, int to) {
  int x[4] = {1}, y[4] = {2};
  int *front = x, *back = y;
  MPI_Win_lock_all(0, win); // expected-note {{the epoch was opened here}}
  MPI_Put(front, 4, MPI_INT, to, 0, 4, MPI_INT, win); // expected-note {{MPI_Put reads 'front'}}
  std::swap(front, back);
  front[0] = 1; // quiet
  back[0] = 1; // expected-warning {{'back[0]' is written while MPI_Put}}
  std::swap(front, back);
  back[0] = 1; // quiet
  MPI_Win_unlock_all(win);
}

void walking(MPI_Win win, double *all) {
  double *at = all;
  MPI_Win_fence(0, win); // expected-note 3 {{the epoch was opened here}}
  MPI_Put(at, 4, MPI_DOUBLE, 1, 0, 4, MPI_DOUBLE, win); // expected-note 2 {{MPI_Put reads 'at'}}
  at += 4;
  MPI_Get(at, 4, MPI_DOUBLE, 1, 4, 4, MPI_DOUBLE, win); // expected-note {{MPI_Get writes 'at'}}
  at++;
  double sum = *at; // expected-warning {{'*at' is read while MPI_Get}}
  at -= 2;
  *at = sum; // expected-warning {{'*at' is written while MPI_Put}}
  all[3] = sum; // expected-warning {{'all[3]' is written while MPI_Put}}
  at = all + 8;
  *at = sum; // quiet
  --at;
  at[1] = sum; // quiet
  MPI_Win_fence(0, win);
}

void setLater(MPI_Win win) {
  int *memory = static_cast<int *>(std::malloc(64)), *part;
  part = memory + 8;
  MPI_Win_fence(0, win); // expected-note {{the epoch was opened here}}
  MPI_Put(part, 4, MPI_INT, 1, 0, 4, MPI_INT, win); // expected-note {{MPI_Put reads 'part'}}
  memory[4] = 1; // quiet
  memory[8] = 1; // expected-warning {{'memory[8]' is written while MPI_Put}}
  MPI_Win_fence(0, win);
  std::free(memory);
}

double given(MPI_Win win, double *a, double *b) {
  double *third;
  MPI_Win_fence(0, win); // expected-note {{the epoch was opened here}}
  MPI_Get(b, 8, MPI_DOUBLE, 0, 0, 8, MPI_DOUBLE, win); // expected-note {{MPI_Get writes 'b'}}
  double sum = a[0]; // quiet
  third = a;
  a = b;
  b = third;
  sum += b[0]; // quiet
  sum += a[0]; // expected-warning {{'a[0]' is read while MPI_Get}}
  MPI_Win_fence(0, win);
  return sum;
}

void stepped(MPI_Win win, int *all, int n) {
  static int buffer[8];
  int *at = buffer;
  MPI_Win_fence(0, win); // expected-note 3 {{the epoch was opened here}}
  MPI_Put(at++, 1, MPI_INT, 1, 0, 1, MPI_INT, win); // expected-note {{MPI_Put reads 'at++'}}
  *at = 1; // quiet
  MPI_Put(++at, 1, MPI_INT, 1, 1, 1, MPI_INT, win); // expected-note 2 {{MPI_Put reads '++at'}}
  buffer[1] = n; // quiet
  buffer[2] = n; // expected-warning {{'buffer[2]' is written while MPI_Put}}
  *at++ = n; // expected-warning {{is written while MPI_Put}}
  *at++ = n; // quiet
  buffer[0] = n; // expected-warning {{'buffer[0]' is written while MPI_Put}}
  MPI_Win_fence(0, win);
  MPI_Win_fence(0, win);
  for (int i = 0; i < n; ++i)
    MPI_Put(all++, 1, MPI_INT, 1, i, 1, MPI_INT, win);
  all[0] = 1; // quiet
  MPI_Win_fence(0, win);
}

// ---- one of several values, or another one

void eitherWay(MPI_Win win, bool isOdd) {
  int x[4] = {1}, y[4] = {2};
  int *chosen = x;
  if (isOdd)
    chosen = y;
  MPI_Win_fence(0, win);
  MPI_Put(chosen, 4, MPI_INT, 1, 0, 4, MPI_INT, win);
  x[0] = 1; // quiet
  y[0] = 1; // quiet
  MPI_Win_fence(0, win);
}

void byTurns(MPI_Win win, int n) {
  int x[4] = {1}, y[4] = {2};
  int *front = x, *back = y;
  for (int i = 0; i < n; ++i) {
    MPI_Win_fence(0, win);
    MPI_Put(front, 4, MPI_INT, 1, 0, 4, MPI_INT, win);
    std::swap(front, back);
    front[0] = i; // quiet
  }
  MPI_Win_fence(0, win);
}

void stepByStep(MPI_Win win, int *all, int n) {
  int *at = all;
  MPI_Win_fence(0, win);
  for (int i = 0; i < n; ++i) {
    at[0] = i; // quiet
    MPI_Put(at, 1, MPI_INT, 1, i, 1, MPI_INT, win);
    at += 1;
  }
  at[0] = 1; // quiet
  MPI_Win_fence(0, win);
}

void madeByMpi(MPI_Win win) {
  int spare[4] = {};
  int *memory = spare;
  MPI_Win_fence(0, win);
  MPI_Put(memory, 4, MPI_INT, 1, 0, 4, MPI_INT, win);
  MPI_Alloc_mem(64, MPI_INFO_NULL, &memory);
  memory[0] = 1; // quiet
  MPI_Win_fence(0, win);
  MPI_Free_mem(memory);
}

void throughItsAddress(MPI_Win win) {
  int x[4] = {1}, y[4] = {2};
  int *front = x, **place = &front;
  MPI_Win_fence(0, win);
  MPI_Put(front, 4, MPI_INT, 1, 0, 4, MPI_INT, win);
  *place = y;
  front[0] = 1; // quiet
  MPI_Win_fence(0, win);
}

void byLambda(MPI_Win win) {
  int x[4] = {1}, y[4] = {2};
  int *front = x;
  auto turn = [&] { front = front == x ? y : x; };
  MPI_Win_fence(0, win);
  MPI_Put(front, 4, MPI_INT, 1, 0, 4, MPI_INT, win);
  turn();
  front[0] = 1; // quiet
  MPI_Win_fence(0, win);
}

void mayThrow();
void handled(MPI_Win win) {
  int x[4] = {1}, y[4] = {2};
  int *front = x;
  MPI_Win_fence(0, win);
  MPI_Put(front, 4, MPI_INT, 1, 0, 4, MPI_INT, win);
  try {
    front = y;
    mayThrow();
    front = x;
  } catch (const std::runtime_error &) {
    front[0] = 1; // quiet
  }
  MPI_Win_fence(0, win);
}

void valueChanges(MPI_Win win, int n) {
  int all[64] = {}, at = 0;
  int *part = all + at;
  MPI_Win_fence(0, win);
  MPI_Put(part, 4, MPI_INT, 1, 0, 4, MPI_INT, win);
  at = n;
  part = all + at;
  part[0] = 1; // quiet
  MPI_Win_fence(0, win);
}

void newEachTime(MPI_Win win, int n) {
  int *last = nullptr;
  MPI_Win_lock_all(0, win);
  for (int i = 0; i < n; ++i) {
    int *mine = static_cast<int *>(std::malloc(16));
    if (last)
      last[0] = 1; // quiet
    MPI_Put(mine, 4, MPI_INT, 1, 0, 4, MPI_INT, win);
    last = mine;
    MPI_Win_flush(1, win);
    last[1] = 1; // quiet
  }
  MPI_Win_unlock_all(win);
}

void goesBack(MPI_Win win, int n) {
  int x[4] = {1}, y[4] = {2};
  int *front = x;
again:
  MPI_Win_fence(0, win);
  MPI_Put(front, 4, MPI_INT, 1, 0, 4, MPI_INT, win);
  MPI_Win_fence(0, win);
  front[0] = n; // quiet
  front = y;
  if (--n > 0)
    goto again;
}

// ---- under other names

struct Named {
  int *&at;
};

void throughReferences(MPI_Win win) {
  int x[8] = {1}, y[8] = {2}, index = 0;
  int *front = x, *back = y, *third = x, *rows[2] = {x, x};
  int *&name = front, *&other = back, &number = index;
  Named named{third};
  MPI_Win_lock_all(0, win);
  MPI_Put(front, 4, MPI_INT, 1, 0, 4, MPI_INT, win);
  name = y;
  front[0] = 1; // quiet
  MPI_Win_flush(1, win);
  name = x;
  MPI_Put(front, 4, MPI_INT, 1, 0, 4, MPI_INT, win);
  std::swap(name, other);
  front[0] = 1; // quiet
  MPI_Win_flush(1, win);
  MPI_Put(third, 4, MPI_INT, 1, 0, 4, MPI_INT, win);
  named.at = y;
  third[0] = 1; // quiet
  MPI_Win_flush(1, win);
  MPI_Put(rows[0], 4, MPI_INT, 1, 0, 4, MPI_INT, win);
  for (int *&row : rows)
    row = y;
  rows[0][0] = 1; // quiet
  MPI_Win_flush(1, win);
  MPI_Put(x + index, 4, MPI_INT, 1, 0, 4, MPI_INT, win);
  number = 4;
  x[index] = 1; // quiet
  MPI_Win_unlock_all(win);
}
