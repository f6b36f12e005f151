// RUN: rm -rf %t && split-file %s %t
// RUN: %clang -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=wrong -Xclang -verify-ignore-unexpected=note %t/columns.c
// RUN: %clang -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=right -DRIGHT %t/columns.c
// RUN: %clang -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=wrong -Xclang -verify-ignore-unexpected=note %t/halo.c
// RUN: %clang -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=right -DRIGHT %t/halo.c
// RUN: %clang -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=wrong -Xclang -verify-ignore-unexpected=note %t/structs.c
// RUN: %clang -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=right -DRIGHT %t/structs.c
// RUN: %clang -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=wrong -Xclang -verify-ignore-unexpected=note %t/indexed.c
// RUN: %clang -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=right -DRIGHT %t/indexed.c
// RUN: %clang -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=wrong -Xclang -verify-ignore-unexpected=note %t/sides.c
// RUN: %clang -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=right -DRIGHT %t/sides.c
// RUN: %clang -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=right %t/extents.c
// Datatypes that helpers make with numbers that are known as the program runs: their gaps are not touched.

//--- columns.c
// right-no-diagnostics
#include <mpi.h>
#include <stdlib.h>
#ifdef RIGHT
enum { WIDTH = 2, LAST = 7 };
#else
enum { WIDTH = 3, LAST = 8 };
#endif
static MPI_Datatype columns(int rows, int stride) {
  MPI_Datatype type;
  MPI_Type_vector(rows, WIDTH, stride, MPI_DOUBLE, &type);
  MPI_Type_commit(&type);
  return type;
}
static void scatter(const double *block, MPI_Datatype type, int rank, MPI_Win win) {
  MPI_Put(block, 8 * WIDTH, MPI_DOUBLE, 0, 2 * rank, 1, type, win); // wrong-warning {{MPI_Put accesses at target '0' what another process's MPI_Put may be writing}}
}
int main(int argc, char **argv) {
  int rank, size;
  double *matrix, block[8 * WIDTH] = {0}, sum = 0;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const int stride = 2 * size + 1; // one column more than what they put
  MPI_Win_allocate(8 * stride * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &matrix, &win);
  MPI_Datatype type = columns(8, stride);
  MPI_Win_fence(0, win);
  if (rank == 0)
    for (int row = 0; row < 8; row++)
      sum += matrix[row * stride + 2 * size]; // wrong-warning {{may still be writing it}}
  scatter(block, type, rank, win);
  MPI_Win_fence(0, win);
  MPI_Type_free(&type);
  MPI_Win_free(&win);
  MPI_Finalize();
  return sum == 1;
}

//--- halo.c
// right-no-diagnostics
#include <mpi.h>
#ifdef RIGHT
enum { FIRST = 1 };
#else
enum { FIRST = 0 };
#endif
static MPI_Datatype side(int rows, int columns, int column) {
  int sizes[2] = {rows, columns}, inner[2] = {rows - 2, 1}, from[2] = {1, column};
  MPI_Datatype type;
  MPI_Type_create_subarray(2, sizes, inner, from, MPI_ORDER_C, MPI_INT, &type);
  MPI_Type_commit(&type);
  return type;
}
int main(int argc, char **argv) {
  int rank, size, rows = 6, columns = 5, *cells, sum = 0;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Win_allocate(rows * columns * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);
  MPI_Datatype ghosts = side(rows, columns, 0), edge = side(rows, columns, columns - 2);
  for (int i = 0; i < rows * columns; i++)
    cells[i] = rank;
  MPI_Win_fence(0, win);
  MPI_Put(cells, 1, edge, (rank + 1) % size, 0, 1, ghosts, win);
  for (int row = 0; row < rows; row++)
    for (int column = FIRST; column < columns; column++)
      sum += cells[row * columns + column]; // wrong-warning {{may still be writing it}}
  sum += cells[0] + cells[(rows - 1) * columns]; // corners
  MPI_Win_fence(0, win);
  MPI_Type_free(&ghosts);
  MPI_Type_free(&edge);
  MPI_Win_free(&win);
  MPI_Finalize();
  return sum == 1;
}

//--- structs.c
// right-no-diagnostics
#include <mpi.h>
#include <stddef.h>
struct particle {
  double place[3];
  int kind, owner;
};
#ifdef RIGHT
#define COUNT 4
#else
#define COUNT 5
#endif
static MPI_Datatype particleType(void) {
  int lengths[2] = {3, 1};
  MPI_Aint offsets[2] = {offsetof(struct particle, place), offsetof(struct particle, kind)};
  MPI_Datatype types[2] = {MPI_DOUBLE, MPI_INT}, packed, type;
  MPI_Type_create_struct(2, lengths, offsets, types, &packed);
  MPI_Type_create_resized(packed, 0, sizeof(struct particle), &type);
  MPI_Type_commit(&type);
  MPI_Type_free(&packed);
  return type;
}
int main(int argc, char **argv) {
  int rank, size, owned = 0;
  struct particle *all, mine[COUNT] = {0};
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Win_allocate(4 * sizeof *all, sizeof *all, MPI_INFO_NULL, MPI_COMM_WORLD, &all, &win);
  MPI_Datatype type = particleType();
  MPI_Win_fence(0, win);
  MPI_Get(mine, COUNT, type, (rank + 1) % size, 0, COUNT, type, win); // wrong-warning {{accesses bytes 0 to 155 of 'win', which has 128 at its target}}
#ifdef RIGHT
  for (int i = 0; i < 4; i++)
    all[i].owner = mine[i].owner = rank; // which the type leaves out
#endif
  MPI_Win_fence(0, win);
  for (int i = 0; i < 4; i++)
    owned += mine[i].owner == rank;
  MPI_Type_free(&type);
  MPI_Win_free(&win);
  MPI_Finalize();
  return owned == 0;
}

//--- indexed.c
// right-no-diagnostics
#include <mpi.h>
static void everyOther(int *lengths, int *at, int count) {
  for (int i = 0; i < count; i++) {
    lengths[i] = 1;
    at[i] = 2 * i;
  }
}
int main(int argc, char **argv) {
  int rank, size, lengths[4], at[4], values[4], *cells, sum = 0;
  MPI_Win win;
  MPI_Datatype type;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Win_allocate(9 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);
  everyOther(lengths, at, 4);
  MPI_Type_indexed(4, lengths, at, MPI_INT, &type);
  MPI_Type_commit(&type);
  for (int i = 0; i < 4; i++)
    values[i] = rank;
  MPI_Win_fence(0, win);
  MPI_Put(values, 4, MPI_INT, (rank + 1) % size, 0, 1, type, win);
#ifdef RIGHT
  for (int i = 1; i < 9; i += 2)
#else
  for (int i = 1; i < 9; i += 3)
#endif
    sum += cells[i]; // wrong-warning {{may still be writing it}}
  MPI_Win_fence(0, win);
  MPI_Type_free(&type);
  MPI_Win_free(&win);
  MPI_Finalize();
  return sum == 1;
}

//--- sides.c
// right-no-diagnostics
#include <mpi.h>
static void put(const void *values, int count, MPI_Datatype type, int rank, MPI_Datatype column, MPI_Win win) {
  MPI_Put(values, count, type, 0, rank, 1, column, win); // wrong-warning {{MPI_Put of MPI_FLOAT at the origin and MPI_DOUBLE at the target}}
}
static void get(void *values, int count, MPI_Datatype column, MPI_Win win) {
  MPI_Get(values, count, MPI_DOUBLE, 0, 0, 1, column, win); // wrong-warning {{MPI_Get of 40 bytes at the origin and 48 at the target}}
}
int main(int argc, char **argv) {
  int rank, size;
  double *matrix, whole[6] = {0};
  float halves[6] = {0};
  MPI_Win win;
  MPI_Datatype column;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Type_vector(6, 1, 2 * size, MPI_DOUBLE, &column);
  MPI_Type_commit(&column);
  MPI_Win_allocate(12 * size * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &matrix, &win);
  MPI_Win_fence(0, win);
#ifdef RIGHT
  put(whole, 6, MPI_DOUBLE, rank, column, win);
  put(whole, 6 * sizeof(double), MPI_BYTE, size + rank, column, win);
#else
  put(halves, 6, MPI_FLOAT, rank, column, win);
#endif
  MPI_Win_fence(0, win);
#ifdef RIGHT
  get(whole, 6, column, win);
#else
  get(whole, 5, column, win);
#endif
  MPI_Win_fence(0, win);
  MPI_Type_free(&column);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}

//--- extents.c
// right-no-diagnostics
#include <complex.h>
#include <mpi.h>
static MPI_Datatype pair(MPI_Datatype one, MPI_Datatype other, int count, MPI_Aint offset) {
  int lengths[2] = {1, count};
  MPI_Aint offsets[2] = {0, offset};
  MPI_Datatype types[2] = {one, other}, type;
  MPI_Type_create_struct(2, lengths, offsets, types, &type);
  MPI_Type_commit(&type);
  return type;
}
static void put(const void *data, int count, MPI_Datatype type, int bytes, int to) {
  static char memory[256];
  MPI_Win win;
  MPI_Win_create(memory, bytes, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  MPI_Put(data, count, type, to, 0, count, type, win);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
}
int main(int argc, char **argv) {
  int rank, size;
  static char data[256];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const int next = (rank + 1) % size;
  // Aligned as their parts are.
  put(data, 2, pair(MPI_C_DOUBLE_COMPLEX, MPI_DOUBLE, 1, 16), 48, next);
  put(data, 2, pair(MPI_2INT, MPI_INT, 1, 8), 24, next);
  put(data, 3, pair(MPI_C_FLOAT_COMPLEX, MPI_FLOAT, 1, 8), 36, next);
  // No double is in it.
  put(data, 5, pair(MPI_INT, MPI_DOUBLE, 0, 8), 20, next);
  // Bounds that are given are not padded.
  MPI_Datatype number, real, late;
  MPI_Type_create_resized(MPI_INT, 0, 4, &number);
  MPI_Type_create_resized(MPI_DOUBLE, 0, 8, &real);
  put(data, 3, pair(real, number, 1, 8), 36, next);
  // Begins behind the buffer's begin.
  MPI_Type_indexed(1, (int[]){1}, (int[]){1}, MPI_DOUBLE, &late);
  put(data, 2, pair(late, MPI_DOUBLE, 1, 16), 40, next);
  // Two numbers each.
  int *cells, values[4] = {0};
  MPI_Win win;
  MPI_Win_allocate(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);
  MPI_Win_fence(0, win);
  MPI_Put(values, 4, MPI_INT, next, 0, 2, MPI_2INT, win);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
