// ranks: 3
// mpi: openmpi mpich
// Epochs of all kinds in their right places, and what looks like an error and is none.
#include <mpi.h>
#include <stdlib.h>

static int rank, size;

// Epochs of passive targets: several locks at once, in turns, and all at once.
static void passive(MPI_Win win) {
  int value = rank, got = 0;
  int next = (rank + 1) % size, last = (rank + size - 1) % size;
  MPI_Win_lock(MPI_LOCK_SHARED, next, 0, win);
  MPI_Win_lock(MPI_LOCK_SHARED, last, 0, win);
  MPI_Put(&value, 1, MPI_INT, next, 0, 1, MPI_INT, win);
  MPI_Get(&got, 1, MPI_INT, last, 1, 1, MPI_INT, win);
  MPI_Win_flush_local(next, win);
  MPI_Win_unlock(next, win);
  MPI_Win_flush_all(win);
  MPI_Win_unlock(last, win);
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, win);
  MPI_Win_unlock(rank, win);
  MPI_Win_lock_all(0, win);
  MPI_Request request;
  MPI_Rput(&value, 1, MPI_INT, next, 2, 1, MPI_INT, win, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Win_flush(next, win);
  MPI_Put(&value, 1, MPI_INT, MPI_PROC_NULL, 1000, 1, MPI_INT, win);
  MPI_Put(&value, 0, MPI_INT, next, 0, 0, MPI_INT, win);
  MPI_Win_unlock_all(win);
}

// A window exposed and accessed at once; groups without members.
static void active(MPI_Win win, MPI_Group world) {
  int value = rank, next = (rank + 1) % size, last = (rank + size - 1) % size;
  MPI_Group origins, targets;
  MPI_Group_incl(world, 1, &last, &origins);
  MPI_Group_incl(world, 1, &next, &targets);
  for (int i = 0; i < 3; ++i) {
    MPI_Win_post(origins, 0, win);
    MPI_Win_start(targets, 0, win);
    MPI_Put(&value, 1, MPI_INT, next, 3, 1, MPI_INT, win);
    MPI_Win_complete(win);
    MPI_Win_wait(win);
  }
  MPI_Win_post(MPI_GROUP_EMPTY, 0, win);
  MPI_Win_start(MPI_GROUP_EMPTY, 0, win);
  MPI_Win_complete(win);
  MPI_Win_wait(win);
  MPI_Group_free(&origins);
  MPI_Group_free(&targets);
}

static void fences(MPI_Win win) {
  int value = rank, next = (rank + 1) % size;
  MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
  MPI_Put(&value, 1, MPI_INT, next, 4, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
  MPI_Put(&value, 1, MPI_INT, next, 5, 1, MPI_INT, win);
  MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
  MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
  MPI_Win_fence(0, win); // opens nothing: no operation follows before the locks
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Group world;
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Win *wins = malloc(2 * sizeof *wins);
  for (int round = 0; round < 3; ++round) { // handles are used again
    for (int i = 0; i < 2; ++i) {
      int *memory;
      MPI_Win_allocate(8 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &wins[i]);
      for (int j = 0; j < 8; ++j)
        memory[j] = 0;
    }
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < 2; ++i) {
      fences(wins[i]);
      passive(wins[i]);
      MPI_Barrier(MPI_COMM_WORLD);
      active(wins[i], world);
      fences(wins[i]);
    }
    MPI_Win_free(&wins[1]);
    MPI_Win_free(&wins[0]);
  }
  free(wins);
  MPI_Group_free(&world);
  MPI_Finalize();
  return 0;
}
