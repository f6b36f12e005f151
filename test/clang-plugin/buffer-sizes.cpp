// RUN: %clang++ -std=c++20 -fplugin=%plugin %mpi-include -fsyntax-only -Wno-vla-cxx-extension -Xclang -verify %s
// Buffers that are smaller than what a call takes, and containers in the place of what they hold.
#include <array>
#include <mpi.h>
#include <string>
#include <vector>
struct Cell {
  int state;
  double flux[4];
};
struct Message {
  int count;
  int data[];
};
extern int declaredElsewhere[];
static int four[4];
void tooSmall(MPI_Win win) {
  int buffer[4], value = 0;
  double rows[2][3] = {};
  Cell cell = {};
  MPI_Win_fence(0, win);
  MPI_Get(buffer, 5, MPI_INT, 0, 0, 5, MPI_INT, win); // expected-warning {{MPI_Get takes 20 bytes at 'buffer', where there are 16 [rma-type-mismatch]}}
  MPI_Win_fence(0, win);
  MPI_Put(&value, 10, MPI_INT, 0, 0, 10, MPI_INT, win); // expected-warning {{MPI_Put takes 40 bytes at '&value', where there are 4 [rma-type-mismatch]}}
  MPI_Put(&buffer[2], 3, MPI_INT, 0, 10, 3, MPI_INT, win); // expected-warning {{takes 12 bytes at '&buffer[2]', where there are 8}}
  MPI_Put(buffer + 1, 4, MPI_INT, 0, 20, 4, MPI_INT, win); // expected-warning {{takes 16 bytes at 'buffer + 1', where there are 12}}
  MPI_Put(rows, 7, MPI_DOUBLE, 0, 30, 7, MPI_DOUBLE, win); // expected-warning {{takes 56 bytes at 'rows', where there are 48}}
  MPI_Put(rows[1], 4, MPI_DOUBLE, 0, 40, 4, MPI_DOUBLE, win); // expected-warning {{takes 32 bytes at 'rows[1]', where there are 24}}
  MPI_Put(cell.flux, 5, MPI_DOUBLE, 0, 50, 5, MPI_DOUBLE, win); // expected-warning {{takes 40 bytes at 'cell.flux', where there are 32}}
  MPI_Put(&cell, sizeof cell + 1, MPI_BYTE, 0, 60, sizeof cell + 1, MPI_BYTE, win); // expected-warning {{takes 41 bytes at '&cell', where there are 40}}
  MPI_Put(four, 5, MPI_INT, 0, 80, 5, MPI_INT, win); // expected-warning {{takes 20 bytes at 'four', where there are 16}}
  MPI_Win_fence(0, win);
}
void largeEnough(MPI_Win win, int *pointer, int row[4], Message *message, int n) {
  int buffer[4], value = 0, counted[n], &first = pointer[0];
  double rows[2][3] = {};
  Cell cell = {};
  MPI_Win_fence(0, win);
  MPI_Get(buffer, 4, MPI_INT, 0, 0, 4, MPI_INT, win);
  MPI_Win_fence(0, win);
  MPI_Put(&value, 4, MPI_BYTE, 0, 0, 4, MPI_BYTE, win);
  MPI_Put(rows, 6, MPI_DOUBLE, 0, 1, 6, MPI_DOUBLE, win);
  MPI_Put(rows[0], 6, MPI_DOUBLE, 0, 7, 6, MPI_DOUBLE, win); // both rows: one after the other
  MPI_Put(&cell.state, sizeof cell, MPI_BYTE, 0, 13, sizeof cell, MPI_BYTE, win);
  MPI_Put(declaredElsewhere, 40, MPI_INT, 0, 60, 40, MPI_INT, win);
  MPI_Put(row, 40, MPI_INT, 0, 100, 40, MPI_INT, win);
  MPI_Put(&first, 40, MPI_INT, 0, 200, 40, MPI_INT, win);
  MPI_Put(counted, 40, MPI_INT, 0, 300, 40, MPI_INT, win);
  MPI_Put(message->data, 40, MPI_INT, 0, 400, 40, MPI_INT, win);
  MPI_Put(&buffer[n], 2, MPI_INT, 0, 500, 2, MPI_INT, win);
  MPI_Put(buffer, 0, MPI_INT, 0, 600, 0, MPI_INT, win);
  MPI_Put(buffer, 5, MPI_INT, MPI_PROC_NULL, 0, 5, MPI_INT, win);
  MPI_Win_fence(0, win);
}
void containers(MPI_Win win, std::vector<int> *given, std::array<int, 4> &numbers) {
  std::vector<int> field(4);
  std::string name = "four";
  MPI_Win_fence(0, win);
  MPI_Put(&field, 4, MPI_INT, 0, 0, 4, MPI_INT, win); // expected-warning {{MPI_Put takes '&field', a 'std::vector' itself and not what it holds [rma-type-mismatch]}}
  MPI_Put(given, 4, MPI_INT, 0, 4, 4, MPI_INT, win); // expected-warning {{takes 'given', a 'std::vector' itself}}
  MPI_Put(&name, 4, MPI_CHAR, 0, 8, 4, MPI_CHAR, win); // expected-warning {{takes '&name', a 'std::basic_string' itself}}
  MPI_Put(field.data(), 4, MPI_INT, 0, 12, 4, MPI_INT, win);
  MPI_Put(&field[0], 4, MPI_INT, 0, 16, 4, MPI_INT, win);
  MPI_Put(given->data(), 4, MPI_INT, 0, 20, 4, MPI_INT, win);
  MPI_Put(&name[0], 4, MPI_CHAR, 0, 24, 4, MPI_CHAR, win);
  MPI_Put(&numbers, 4, MPI_INT, 0, 28, 4, MPI_INT, win); // an array begins with its elements
  MPI_Win_fence(0, win);
}
void swapped(MPI_Win win, float *f, long *l) {
  MPI_Win_fence(0, win);
  MPI_Compare_and_swap(&f[0], &f[1], &f[2], MPI_FLOAT, 0, 0, win); // expected-warning {{MPI_Compare_and_swap takes integers and bytes, not MPI_FLOAT [rma-type-mismatch]}}
  MPI_Compare_and_swap(&l[0], &l[1], &l[2], MPI_LONG, 0, 8, win);
  MPI_Win_fence(0, win);
}
