// A barrier of the program's own: all count up, the last one lets the others go.
#include <mpi.h>
#include <stdlib.h>

// ranks: 3
// mpi: openmpi mpich

enum { kArrived, kRound, kSlots };

static MPI_Win win;

static void wait_for_all(int size, int round) {
  int one = 1, zero = 0, arrived, now;
  MPI_Fetch_and_op(&one, &arrived, MPI_INT, 0, kArrived, MPI_SUM, win);
  MPI_Win_flush(0, win);
  if (arrived == size - 1) {
    MPI_Accumulate(&zero, 1, MPI_INT, 0, kArrived, 1, MPI_INT, MPI_REPLACE, win);
    MPI_Win_flush(0, win);
    MPI_Accumulate(&round, 1, MPI_INT, 0, kRound, 1, MPI_INT, MPI_REPLACE, win);
    MPI_Win_flush(0, win);
    return;
  }
  do {
    MPI_Fetch_and_op(NULL, &now, MPI_INT, 0, kRound, MPI_NO_OP, win);
    MPI_Win_flush(0, win);
  } while (now < round);
}

int main(void) {
  MPI_Init(NULL, NULL);
  int rank, size, *memory, wrong = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Win_allocate(8 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory,
                   &win);
  for (int i = 0; i < 8; ++i)
    memory[i] = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  for (int round = 1; round <= 6; round += 2) {
    int next = (rank + 1) % size, value = 100 * round + rank;
    MPI_Put(&value, 1, MPI_INT, next, kSlots + rank, 1, MPI_INT, win);
    MPI_Win_flush(next, win);
    wait_for_all(size, round);
    int before = (rank + size - 1) % size;
    wrong |= memory[kSlots + before] != 100 * round + before;
    wait_for_all(size, round + 1);
  }
  MPI_Win_unlock_all(win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_free(&win);
  MPI_Finalize();
  return wrong;
}
