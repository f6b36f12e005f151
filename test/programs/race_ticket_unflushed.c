// A ticket lock whose owner serves the next one before its put is complete.
#include <mpi.h>
#include <stdlib.h>

// mpi: openmpi mpich

enum { kTicket, kServed, kData, kUnused, kWords };

int main(void) {
  MPI_Init(NULL, NULL);
  int rank, *memory, one = 1, mine, served;
  MPI_Win win;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(kWords * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  for (int i = 0; i < kWords; ++i)
    memory[i] = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  MPI_Fetch_and_op(&one, &mine, MPI_INT, 0, kTicket, MPI_SUM, win);
  MPI_Win_flush(0, win);
  do {
    MPI_Fetch_and_op(NULL, &served, MPI_INT, 0, kServed, MPI_NO_OP, win);
    MPI_Win_flush(0, win);
  } while (served != mine);
  MPI_Put(&rank, 1, MPI_INT, 0, kData, 1, MPI_INT, win); // expect: rma-remote-race // warn: rma-remote-race
  MPI_Accumulate(&one, 1, MPI_INT, 0, kServed, 1, MPI_INT, MPI_SUM, win);
  MPI_Win_flush(0, win);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
