// A flag that the target looks at inside its own lock epoch on itself, and one that it raises there:
// exclusive epochs come one after the other, so what was seen is over.
#include <mpi.h>
#include <stdlib.h>

// processes: 1 2

enum { kFlag, kAnswer, kData };

int main(void) {
  MPI_Init(NULL, NULL);
  int rank, *memory, one = 1, value = 7, flag = 0, wrong = 0;
  MPI_Win win;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  for (int i = 0; i < 4; ++i)
    memory[i] = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) {
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
    MPI_Put(&value, 1, MPI_INT, 1, kData, 1, MPI_INT, win);
    MPI_Win_flush(1, win);
    MPI_Accumulate(&one, 1, MPI_INT, 1, kFlag, 1, MPI_INT, MPI_REPLACE, win);
    MPI_Win_unlock(1, win);
    while (!flag) {
      MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
      MPI_Fetch_and_op(NULL, &flag, MPI_INT, 1, kAnswer, MPI_NO_OP, win);
      MPI_Win_unlock(1, win);
    }
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
    MPI_Put(&one, 1, MPI_INT, 1, kData, 1, MPI_INT, win);
    MPI_Win_unlock(1, win);
  } else {
    while (!flag) {
      MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
      flag = memory[kFlag];
      MPI_Win_unlock(1, win);
    }
    wrong = memory[kData] != 7;
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
    memory[kAnswer] = 1;
    MPI_Win_unlock(1, win);
  }
  MPI_Win_free(&win);
  MPI_Finalize();
  return wrong;
}
