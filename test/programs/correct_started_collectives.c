// Non-blocking collectives order what came before their starts before what follows their
// completion; a blocking one in between, on another communicator, does no harm.
// ranks: 3
// flags: -O0; -O2
// processes: 1 2
#include <mpi.h>

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, ranks, *memory;
  MPI_Comm other;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  MPI_Comm_dup(MPI_COMM_WORLD, &other);
  MPI_Win window;
  MPI_Win_allocate(8 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &window);
  for (int i = 0; i < 8; ++i)
    memory[i] = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  int next = (rank + 1) % ranks, sum = 0, done = 0, one = 1, total = 0;
  MPI_Request request, both[2];
  MPI_Win_lock_all(0, window);

  MPI_Put(&rank, 1, MPI_INT, next, 0, 1, MPI_INT, window);
  MPI_Win_flush(next, window);
  MPI_Ibarrier(MPI_COMM_WORLD, &request);
  while (!done)
    MPI_Test(&request, &done, MPI_STATUS_IGNORE);
  sum += memory[0];

  MPI_Put(&rank, 1, MPI_INT, next, 1, 1, MPI_INT, window);
  MPI_Win_flush(next, window);
  if (rank)
    MPI_Barrier(MPI_COMM_WORLD);
  MPI_Iallreduce(&one, &total, 1, MPI_INT, MPI_SUM, other, &both[0]);
  MPI_Ibarrier(other, &both[1]);
  if (!rank)
    MPI_Barrier(MPI_COMM_WORLD);
  MPI_Waitall(2, both, MPI_STATUSES_IGNORE);
  sum += memory[1] + total;

  int all[16];
  MPI_Put(&rank, 1, MPI_INT, 0, 2 + rank, 1, MPI_INT, window);
  MPI_Win_flush(0, window);
  MPI_Ireduce(&one, &total, 1, MPI_INT, MPI_SUM, 0, other, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  if (rank == 0)
    memory[4] += memory[3];
  MPI_Ibcast(&total, 1, MPI_INT, 0, other, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  if (rank == 1) {
    MPI_Put(&rank, 1, MPI_INT, 0, 4, 1, MPI_INT, window);
    MPI_Win_flush(0, window);
  }
  MPI_Iallgather(&memory[0], 1, MPI_INT, all, 1, MPI_INT, other, &request);
  sum += memory[0];
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  memory[0] = all[0];
  memory[4] = sum;
  MPI_Barrier(MPI_COMM_WORLD);
  int blocks[16] = {0};
  MPI_Put(&rank, 1, MPI_INT, next, 5, 1, MPI_INT, window);
  MPI_Win_flush(next, window);
  MPI_Reduce_scatter_block(blocks, &total, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  memory[6] = memory[5];
  MPI_Win_unlock_all(window);
  MPI_Win_free(&window);
  MPI_Comm_free(&other);
  MPI_Finalize();
  return 0;
}
