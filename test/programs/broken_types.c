// Datatypes that do not match, and what atomic operations do not take.
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, ints[8] = {0}, got = 0;
  double doubles[8] = {0}, result, *memory;
  char *bytes;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win win, byByte;
  MPI_Win_allocate(20 * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_allocate(16 * sizeof(double), 1, MPI_INFO_NULL, MPI_COMM_WORLD, &bytes, &byByte);
  MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
  MPI_Win_set_errhandler(byByte, MPI_ERRORS_RETURN);
  MPI_Datatype types[] = {MPI_INT, MPI_DOUBLE}, mixed, pair, nested;
  int lengths[] = {2, 1};
  MPI_Aint offsets[] = {0, 8};
  MPI_Type_create_struct(2, lengths, offsets, types, &mixed);
  MPI_Type_commit(&mixed);
  MPI_Type_contiguous(2, MPI_INT, &pair);
  lengths[0] = 1;
  types[0] = pair;
  MPI_Type_create_struct(2, lengths, offsets, types, &nested);
  MPI_Type_commit(&nested);
  MPI_Win_lock_all(0, win);
  MPI_Win_lock_all(0, byByte);
  if (rank == 0) {
    MPI_Put(ints, 2, MPI_INT, 1, 0, 1, MPI_DOUBLE, win);                                // expect: rma-type-mismatch #1 // warn: rma-type-mismatch
    MPI_Put(doubles, 4, MPI_DOUBLE, 1, 1, 2, MPI_DOUBLE, win);                          // expect: rma-type-mismatch #2 // warn: rma-type-mismatch
    MPI_Get(&got, 1, MPI_INT, 1, 5, 1, MPI_DOUBLE, win);                                // expect: rma-type-mismatch #3 // warn: rma-type-mismatch
    MPI_Put(ints, 2, MPI_INT, 1, 6, 1, MPI_LONG, win);                                  // expect: rma-type-mismatch #4 // warn: rma-type-mismatch
    MPI_Accumulate(doubles, 1, MPI_DOUBLE, 1, 9, 2, MPI_FLOAT, MPI_SUM, win);           // expect: rma-type-mismatch #5 // warn: rma-type-mismatch
    MPI_Accumulate(doubles, 1, mixed, 1, 10, 1, mixed, MPI_REPLACE, win);               // expect: rma-type-mismatch #6
    MPI_Accumulate(ints, 1, MPI_INT, 1, 2, 1, MPI_INT, MPI_SUM, byByte);                // expect: rma-type-mismatch #7
    MPI_Compare_and_swap(doubles, doubles + 1, &result, MPI_DOUBLE, 1, 13, win);        // expect: rma-type-mismatch #8 // warn: rma-type-mismatch
    MPI_Put(doubles + 4, 1, mixed, 1, 7, 2, MPI_DOUBLE, win);                           // expect: rma-type-mismatch #9
    MPI_Put(doubles + 6, 1, mixed, 1, 17, 1, nested, win);                              // the same numbers in one order
    MPI_Put(ints + 4, 2, MPI_INT, 1, 14, 8, MPI_BYTE, win);                             // bytes take all
    MPI_Put(ints + 6, 2, MPI_INT, 1, 15, 2, MPI_UNSIGNED, win);                         // one representation
    MPI_Accumulate(ints, 1, MPI_INT, 1, 4, 1, MPI_INT, MPI_SUM, byByte);                // aligned
    MPI_Put(ints, 1, MPI_INT, 1, 34, 1, MPI_INT, byByte);                               // need not be
  }
  MPI_Win_unlock_all(byByte);
  MPI_Win_unlock_all(win);
  MPI_Type_free(&mixed);
  MPI_Type_free(&pair);
  MPI_Type_free(&nested);
  MPI_Win_free(&byByte);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
