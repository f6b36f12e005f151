// Packing into, unpacking into and adding to the buffer of a put that is under way.

// ranks: 2
// warnings: may
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, *memory, one = 1, place = 0, first[8] = {1}, second[8] = {2}, third[8] = {3};
  MPI_Win window;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(64 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &window);
  for (int i = 0; i < 64; ++i)
    memory[i] = i;
  MPI_Win_fence(0, window);
  MPI_Put(first, 8, MPI_INT, 1 - rank, 0, 8, MPI_INT, window);   // expect: rma-local-race #1
  MPI_Put(second, 8, MPI_INT, 1 - rank, 8, 8, MPI_INT, window);  // expect: rma-local-race #2
  MPI_Put(third, 8, MPI_INT, 1 - rank, 16, 8, MPI_INT, window);  // expect: rma-local-race #3
  MPI_Pack(&one, 1, MPI_INT, first, 32, &place, MPI_COMM_WORLD); // expect: rma-local-race #1
  place = 0;
  MPI_Unpack(memory + 32, 32, &place, second, 4, MPI_INT, MPI_COMM_WORLD); // expect: rma-local-race #2
  MPI_Reduce_local(memory + 40, third, 4, MPI_INT, MPI_SUM);               // expect: rma-local-race #3
  MPI_Win_fence(0, window);
  MPI_Win_free(&window);
  MPI_Finalize();
  return 0;
}
