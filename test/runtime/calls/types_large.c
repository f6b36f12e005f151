// Datatypes made with large counts (MPI 4): what they write is what their small forms write.

#include "Inputs/check.h"
#include <string.h>

// mpi: mpich

enum { kBytes = 2048 };
static char memory[kBytes];
static MPI_Win win;
static int checked;

static void put(MPI_Datatype type, char *result) {
  static char out[kBytes];
  for (int i = 0; i < kBytes; ++i)
    out[i] = (char)(i % 100 + 1);
  MPI_Type_commit(&type);
  memset(memory, 0, kBytes);
  MPI_Win_fence(0, win);
  MPI_Put_c(out + 512, 1, type, 1 - rank, 512, 1, type, win);
  MPI_Win_fence(0, win);
  memcpy(result, memory, kBytes);
  MPI_Type_free(&type);
}

static void same(MPI_Datatype large, MPI_Datatype small) {
  static char a[kBytes], b[kBytes];
  put(large, a);
  put(small, b);
  REQUIRE(memcmp(a, b, kBytes) == 0);
  ++checked;
}

int main(void) {
  begin();
  MPI_Win_create(memory, kBytes, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Datatype l, s;
  const MPI_Count lengths[] = {2, 0, 1}, places[] = {7, 3, 0}, offsets[] = {100, 40, 0};
  const int ints[] = {2, 0, 1}, indices[] = {7, 3, 0};
  const MPI_Aint aints[] = {100, 40, 0};
  const MPI_Datatype types[] = {MPI_INT, MPI_DOUBLE, MPI_SHORT};
  const MPI_Count sizes[] = {6, 5}, subsizes[] = {2, 3}, starts[] = {1, 2};
  const int isizes[] = {6, 5}, isubsizes[] = {2, 3}, istarts[] = {1, 2};
  const int kinds[] = {MPI_DISTRIBUTE_CYCLIC, MPI_DISTRIBUTE_BLOCK};
  const int arguments[] = {MPI_DISTRIBUTE_DFLT_DARG, MPI_DISTRIBUTE_DFLT_DARG}, grid[] = {2, 2};

  MPI_Type_contiguous_c(5, MPI_INT, &l);
  MPI_Type_contiguous(5, MPI_INT, &s);
  same(l, s);
  MPI_Type_vector_c(4, 2, -3, MPI_INT, &l);
  MPI_Type_vector(4, 2, -3, MPI_INT, &s);
  same(l, s);
  MPI_Type_create_hvector_c(3, 2, 37, MPI_CHAR, &l);
  MPI_Type_create_hvector(3, 2, 37, MPI_CHAR, &s);
  same(l, s);
  MPI_Type_indexed_c(3, lengths, places, MPI_DOUBLE, &l);
  MPI_Type_indexed(3, ints, indices, MPI_DOUBLE, &s);
  same(l, s);
  MPI_Type_create_hindexed_c(3, lengths, offsets, MPI_INT, &l);
  MPI_Type_create_hindexed(3, ints, aints, MPI_INT, &s);
  same(l, s);
  MPI_Type_create_indexed_block_c(3, 2, places, MPI_INT, &l);
  MPI_Type_create_indexed_block(3, 2, indices, MPI_INT, &s);
  same(l, s);
  MPI_Type_create_hindexed_block_c(3, 2, offsets, MPI_INT, &l);
  MPI_Type_create_hindexed_block(3, 2, aints, MPI_INT, &s);
  same(l, s);
  MPI_Type_create_struct_c(3, lengths, offsets, types, &l);
  MPI_Type_create_struct(3, ints, aints, types, &s);
  same(l, s);
  for (int order = 0; order < 2; ++order) {
    const int layout = order ? MPI_ORDER_C : MPI_ORDER_FORTRAN;
    MPI_Type_create_subarray_c(2, sizes, subsizes, starts, layout, MPI_INT, &l);
    MPI_Type_create_subarray(2, isizes, isubsizes, istarts, layout, MPI_INT, &s);
    same(l, s);
    MPI_Type_create_darray_c(4, 2, 2, sizes, kinds, arguments, grid, layout, MPI_INT, &l);
    MPI_Type_create_darray(4, 2, 2, isizes, kinds, arguments, grid, layout, MPI_INT, &s);
    same(l, s);
  }
  MPI_Datatype element, smallElement;
  MPI_Type_create_resized_c(MPI_INT, -4, 20, &element);
  MPI_Type_create_resized(MPI_INT, -4, 20, &smallElement);
  MPI_Type_vector_c(3, 2, 3, element, &l);
  MPI_Type_vector(3, 2, 3, smallElement, &s);
  MPI_Type_free(&element);
  MPI_Type_free(&smallElement);
  same(l, s);
  printf("%d types %d\n", rank, checked);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
