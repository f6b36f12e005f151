// What a non-blocking collective orders is ordered only once it is complete; until then its
// buffers are in use.
// ranks: 3
// flags: -O0; -O2
#include <mpi.h>

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, ranks, *memory, sum = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  MPI_Win window;
  MPI_Win_allocate(8 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &window);
  for (int i = 0; i < 8; ++i)
    memory[i] = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  int next = (rank + 1) % ranks;
  MPI_Request request;
  MPI_Win_lock_all(0, window);
  MPI_Put(&rank, 1, MPI_INT, next, 0, 1, MPI_INT, window); // expect: rma-remote-race
  MPI_Win_flush(next, window);
  MPI_Ibarrier(MPI_COMM_WORLD, &request);
  sum += memory[0]; // expect: rma-remote-race // warn: rma-remote-race
  MPI_Wait(&request, MPI_STATUS_IGNORE);

  MPI_Iallreduce(MPI_IN_PLACE, &memory[2], 2, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request); // expect: rma-remote-race #2
  MPI_Put(&rank, 1, MPI_INT, rank, 3, 1, MPI_INT, window); // expect: rma-remote-race #2
  MPI_Win_flush(rank, window);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Win_unlock_all(window);
  memory[7] = sum;
  MPI_Win_free(&window);
  MPI_Finalize();
  return 0;
}
