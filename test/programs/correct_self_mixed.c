// ranks: 2
// Self-communication of every kind: put, get, accumulate and compare_and_swap on one's own window, by lock, fence and
// post/start with a group of oneself.
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, *memory, value, result, zero = 0;
  MPI_Win win;
  MPI_Group world, self;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(8 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  for (int i = 0; i < 8; ++i)
    memory[i] = 0;
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, win);
  value = 1;
  MPI_Put(&value, 1, MPI_INT, rank, 0, 1, MPI_INT, win);
  MPI_Win_flush(rank, win);
  memory[0] += 1;
  MPI_Win_unlock(rank, win);

  MPI_Win_fence(0, win);
  MPI_Get(&result, 1, MPI_INT, rank, 0, 1, MPI_INT, win);
  MPI_Accumulate(&value, 1, MPI_INT, rank, 1, 1, MPI_INT, MPI_SUM, win);
  MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
  memory[1] += result;

  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, 1, &rank, &self);
  MPI_Win_post(self, 0, win);
  MPI_Win_start(self, 0, win);
  MPI_Put(&memory[1], 1, MPI_INT, rank, 2, 1, MPI_INT, win);
  MPI_Win_complete(win);
  MPI_Win_wait(win);
  memory[3] = memory[2];

  MPI_Win_lock_all(0, win);
  MPI_Compare_and_swap(&value, &zero, &result, MPI_INT, rank, 4, win);
  MPI_Win_flush_all(win);
  memory[5] = memory[4] + result;
  MPI_Win_unlock_all(win);
  int wrong = memory[3] != 3 || memory[5] != 1;
  MPI_Group_free(&self);
  MPI_Group_free(&world);
  MPI_Win_free(&win);
  MPI_Finalize();
  return wrong;
}
