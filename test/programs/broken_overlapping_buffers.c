// Buffers of one call that overlap themselves or each other.
#include <mpi.h>

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, values[16] = {0}, *memory;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win win;
  MPI_Win_allocate(16 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Datatype twice, interleaved, pair;
  int lengths[] = {2, 2}, places[] = {0, 1};
  MPI_Type_indexed(2, lengths, places, MPI_INT, &twice); // element 1 is in it twice
  MPI_Type_commit(&twice);
  MPI_Type_vector(2, 1, 4, MPI_INT, &pair);
  MPI_Type_create_resized(pair, 0, sizeof(int), &interleaved); // elements 0 and 4, 1 and 5...
  MPI_Type_commit(&interleaved);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Get(values, 1, twice, 1, 0, 4, MPI_INT, win);       // expect: rma-local-race #1
    MPI_Get(values + 8, 4, interleaved, 1, 4, 8, MPI_INT, win); // disjoint
    MPI_Win_flush(1, win);
    MPI_Put(values, 1, twice, 1, 12, 4, MPI_INT, win); // only read
    MPI_Win_flush(1, win);
    MPI_Get_accumulate(values, 4, MPI_INT, values + 3, 4, MPI_INT, 1, 0, 4, MPI_INT, MPI_SUM, win); // expect: rma-local-race #2 // warn: rma-local-race
    MPI_Win_flush(1, win);
    MPI_Get_accumulate(values, 4, MPI_INT, values, 4, MPI_INT, 1, 0, 4, MPI_INT, MPI_NO_OP, win);
    MPI_Win_flush(1, win);
    MPI_Fetch_and_op(values, values + 1, MPI_INT, 1, 0, MPI_SUM, win);
  }
  MPI_Win_unlock_all(win);
  MPI_Type_free(&twice);
  MPI_Type_free(&pair);
  MPI_Type_free(&interleaved);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
