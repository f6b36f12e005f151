// Locks of both kinds, of all, of the rank itself, of several windows; flushes and sync.

#include "Inputs/check.h"

static int memory[8], other[8];
static MPI_Win win, second;

static void turns(void) {
  int one = 1;
  for (int turn = 0; turn < 4; ++turn) {
    if (turn % size == rank) {
      MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
      int value;
      MPI_Get(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
      MPI_Win_flush(0, win);
      value += one;
      MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
      MPI_Win_unlock(0, win);
    }
    MPI_Barrier(MPI_COMM_WORLD);
  }
  MPI_Win_lock(MPI_LOCK_SHARED, 0, MPI_MODE_NOCHECK, win);
  int result;
  MPI_Get(&result, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
  MPI_Win_unlock(0, win);
  REQUIRE(result == 4);
  MPI_Barrier(MPI_COMM_WORLD);
  printf("%d turns %d\n", rank, result);
}

static void itself(void) {
  int value = 40 + rank, back = 0;
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, win);
  memory[1] = 1;
  MPI_Put(&value, 1, MPI_INT, rank, 2, 1, MPI_INT, win);
  MPI_Win_flush_local(rank, win);
  value = -1;
  MPI_Win_flush(rank, win);
  MPI_Get(&back, 1, MPI_INT, rank, 2, 1, MPI_INT, win);
  MPI_Win_unlock(rank, win);
  REQUIRE(back == 40 + rank && memory[2] == back);
  MPI_Barrier(MPI_COMM_WORLD);
  printf("%d itself %d\n", rank, back);
}

static void flushes(void) {
  int out[4] = {1, 2, 3, 4}, in = 0;
  MPI_Win_lock_all(MPI_MODE_NOCHECK, win);
  MPI_Win_lock_all(0, second);
  MPI_Put(&out[0], 1, MPI_INT, 1 - rank, 3, 1, MPI_INT, win);
  MPI_Put(&out[1], 1, MPI_INT, 1 - rank, 3, 1, MPI_INT, second);
  MPI_Win_flush_local(1 - rank, win);
  out[0] = 0;
  MPI_Win_flush_local_all(second);
  out[1] = 0;
  MPI_Win_flush(1 - rank, win);
  MPI_Win_flush_all(second);
  MPI_Put(&out[2], 1, MPI_INT, 1 - rank, 3, 1, MPI_INT, win);
  MPI_Win_flush_all(win);
  MPI_Get(&in, 1, MPI_INT, 1 - rank, 3, 1, MPI_INT, second);
  MPI_Win_flush_local(1 - rank, second);
  REQUIRE(in == 2);
#ifndef OPEN_MPI // knows no flush of MPI_PROC_NULL
  MPI_Win_flush(MPI_PROC_NULL, win);
  MPI_Win_flush_local(MPI_PROC_NULL, win);
#endif
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_sync(win);
  MPI_Win_sync(second);
  REQUIRE(memory[3] == 3 && other[3] == 2);
  MPI_Win_unlock_all(second);
  MPI_Win_unlock_all(win);
  printf("%d flushes %d %d %d\n", rank, memory[3], other[3], in);
}

static void nobody(void) {
#ifndef OPEN_MPI // knows no lock of MPI_PROC_NULL
  int value = 1;
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, MPI_PROC_NULL, 0, win);
  MPI_Put(&value, 1, MPI_INT, MPI_PROC_NULL, 0, 1, MPI_INT, win);
  MPI_Win_unlock(MPI_PROC_NULL, win);
#endif
  printf("%d nobody\n", rank);
}

int main(void) {
  begin();
  MPI_Win_create(memory, sizeof(memory), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_create(other, sizeof(other), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &second);
  turns();
  itself();
  flushes();
  nobody();
  MPI_Win_free(&second);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
