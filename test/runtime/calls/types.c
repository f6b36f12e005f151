// Datatypes of every constructor as the target's of a put: what it writes is what unpacking writes,
// and a get brings it back. A type may be freed as soon as the call has returned.

#include "Inputs/check.h"
#include <string.h>

enum { kBytes = 4096 };
static char memory[kBytes];
static MPI_Win win;
static int checked;

/// The origin at `at` bytes, for types that begin before it.
static void check(MPI_Datatype type, int count, int at, int line) {
  static char out[kBytes], expected[kBytes], back[kBytes], packed[kBytes];
  int bytes, size_, position = 0;
  MPI_Type_commit(&type);
  MPI_Type_size(type, &bytes);
  bytes *= count;
  for (int i = 0; i < kBytes; ++i)
    out[i] = (char)(1 + (i * 7 + line) % 120);
  memset(expected, 0, kBytes);
  MPI_Pack_size(count, type, MPI_COMM_SELF, &size_);
  REQUIRE(size_ <= kBytes);
  MPI_Pack(out + at, count, type, packed, kBytes, &position, MPI_COMM_SELF);
  position = 0;
  MPI_Unpack(packed, size_, &position, expected + at, count, type, MPI_COMM_SELF);

  memset(memory, 0, kBytes);
  MPI_Win_fence(0, win);
  MPI_Put(out + at, count, type, 1 - rank, at, count, type, win);
  MPI_Win_fence(0, win);
  REQUIRE(memcmp(memory, expected, kBytes) == 0);
  memset(back, 0, kBytes);
  MPI_Win_fence(0, win);
  MPI_Get(back + at, count, type, 1 - rank, at, count, type, win);
  MPI_Type_free(&type);
  MPI_Win_fence(0, win);
  REQUIRE(memcmp(back, expected, kBytes) == 0);
  ++checked;
}

#define CHECK(count, at, ...)                                                                      \
  do {                                                                                             \
    MPI_Datatype made;                                                                             \
    __VA_ARGS__;                                                                                   \
    check(made, count, at, __LINE__);                                                              \
  } while (0)

int main(void) {
  begin();
  MPI_Win_create(memory, kBytes, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  const int lengths[] = {1, 0, 3, 2}, indices[] = {9, 3, 0, 5};
  const MPI_Aint offsets[] = {100, 40, 0, 64};
  const int sizes[] = {6, 5, 4}, subsizes[] = {2, 3, 2}, starts[] = {1, 1, 2};
  const MPI_Datatype several[] = {MPI_INT, MPI_DOUBLE, MPI_SHORT, MPI_CHAR};
  CHECK(3, 0, MPI_Type_contiguous(5, MPI_INT, &made));
  CHECK(2, 0, MPI_Type_vector(4, 2, 3, MPI_SHORT, &made));
  CHECK(1, 400, MPI_Type_vector(4, 2, -3, MPI_INT, &made));
  CHECK(2, 0, MPI_Type_create_hvector(3, 2, 37, MPI_CHAR, &made));
  CHECK(1, 400, MPI_Type_create_hvector(3, 2, -40, MPI_INT, &made));
  CHECK(2, 0, MPI_Type_indexed(4, lengths, indices, MPI_DOUBLE, &made));
  CHECK(1, 0, MPI_Type_create_hindexed(4, lengths, offsets, MPI_INT, &made));
  CHECK(2, 0, MPI_Type_create_indexed_block(4, 2, indices, MPI_INT, &made));
  CHECK(1, 0, MPI_Type_create_hindexed_block(4, 3, offsets, MPI_SHORT, &made));
  CHECK(2, 0, MPI_Type_create_struct(4, lengths, offsets, several, &made));
  CHECK(1, 0, MPI_Type_create_subarray(3, sizes, subsizes, starts, MPI_ORDER_C, MPI_INT, &made));
  CHECK(2, 0,
        MPI_Type_create_subarray(3, sizes, subsizes, starts, MPI_ORDER_FORTRAN, MPI_INT, &made));
  const int kinds[] = {MPI_DISTRIBUTE_CYCLIC, MPI_DISTRIBUTE_BLOCK, MPI_DISTRIBUTE_NONE};
  const int arguments[] = {2, MPI_DISTRIBUTE_DFLT_DARG, MPI_DISTRIBUTE_DFLT_DARG};
  const int grid[] = {2, 2, 1};
  for (int process = 0; process < 4; ++process)
    CHECK(1, 0,
          MPI_Type_create_darray(4, process, 3, sizes, kinds, arguments, grid, MPI_ORDER_C, MPI_INT,
                                 &made));
  CHECK(1, 0,
        MPI_Type_create_darray(4, 3, 3, sizes, kinds, arguments, grid, MPI_ORDER_FORTRAN, MPI_INT,
                               &made));
  CHECK(3, 100, MPI_Type_create_resized(MPI_INT, -8, 24, &made));
  CHECK(3, 0, MPI_Type_dup(MPI_DOUBLE, &made));
  MPI_Datatype inner, middle;
  MPI_Type_vector(2, 1, 2, MPI_INT, &inner);
  MPI_Type_create_resized(inner, 0, 32, &middle);
  CHECK(2, 500, MPI_Type_vector(3, 2, -3, middle, &made));
  CHECK(1, 0, MPI_Type_indexed(4, lengths, indices, middle, &made));
  MPI_Type_free(&inner);
  MPI_Type_free(&middle);
#ifndef OPEN_MPI // has no Fortran types here
  MPI_Datatype real;
  MPI_Type_create_f90_integer(9, &real);
  CHECK(2, 0, MPI_Type_vector(3, 1, 2, real, &made));
#endif
  CHECK(4, 0, MPI_Type_contiguous(2, MPI_SHORT_INT, &made));
  CHECK(2, 0, MPI_Type_contiguous(2, MPI_LONG_DOUBLE_INT, &made));
  CHECK(1, 0, MPI_Type_contiguous(0, MPI_INT, &made));

  // The handle of a freed type comes back for another one.
  for (int i = 1; i < 40; ++i)
    CHECK(1, 0, MPI_Type_vector(i % 7 + 1, 1, i % 5 + 1, MPI_INT, &made));
  printf("%d types %d\n", rank, checked);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
