// A ticket lock: take a number, wait until it is served, serve the next one.
#include <mpi.h>
#include <stdlib.h>

// ranks: 3
// mpi: openmpi mpich

enum { kTicket, kServed, kCounter, kUnused, kWords };

int main(void) {
  MPI_Init(NULL, NULL);
  int rank, size, *memory, wrong = 0, one = 1;
  MPI_Win win;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Win_allocate(kWords * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  for (int i = 0; i < kWords; ++i)
    memory[i] = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  for (int i = 0; i < 6; ++i) {
    int mine, served, value;
    MPI_Fetch_and_op(&one, &mine, MPI_INT, 0, kTicket, MPI_SUM, win);
    MPI_Win_flush(0, win);
    do {
      MPI_Fetch_and_op(NULL, &served, MPI_INT, 0, kServed, MPI_NO_OP, win);
      MPI_Win_flush(0, win);
    } while (served != mine);
    MPI_Get(&value, 1, MPI_INT, 0, kCounter, 1, MPI_INT, win);
    MPI_Win_flush(0, win);
    ++value;
    MPI_Put(&value, 1, MPI_INT, 0, kCounter, 1, MPI_INT, win);
    MPI_Win_flush(0, win);
    MPI_Accumulate(&one, 1, MPI_INT, 0, kServed, 1, MPI_INT, MPI_SUM, win);
    MPI_Win_flush(0, win);
  }
  MPI_Win_unlock_all(win);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0)
    wrong = memory[kCounter] != 6 * size;
  MPI_Win_free(&win);
  MPI_Finalize();
  return wrong;
}
