// Epochs that are opened inside others, each on a window of its own. Where the library lets it pass,
// the inner one is closed first.
#include <mpi.h>

static MPI_Win makeWindow(void) {
  int *memory;
  MPI_Win win;
  MPI_Win_allocate(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
  return win;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, value = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Group world, group;
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  int other = 1 - rank;
  MPI_Group_incl(world, 1, &other, &group);
  MPI_Win wins[6];
  for (int i = 0; i < 6; ++i)
    wins[i] = makeWindow();
  if (rank == 0) {
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, wins[0]);
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, wins[0]); // expect: rma-nested-epoch #1 // warn: rma-nested-epoch
    MPI_Win_unlock(1, wins[0]);

    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, wins[1]);
    if (MPI_Win_lock_all(0, wins[1]) == MPI_SUCCESS) // expect: rma-nested-epoch #2 // warn: rma-nested-epoch
      MPI_Win_unlock_all(wins[1]);
    MPI_Win_unlock(1, wins[1]);

    MPI_Win_lock_all(0, wins[2]);
    if (MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, wins[2]) == MPI_SUCCESS) // expect: rma-nested-epoch #3 // warn: rma-nested-epoch
      MPI_Win_unlock(0, wins[2]);
    MPI_Win_unlock_all(wins[2]);

    MPI_Win_start(group, 0, wins[3]);
    if (MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, wins[3]) == MPI_SUCCESS) // expect: rma-nested-epoch #4 // warn: rma-nested-epoch
      MPI_Win_unlock(1, wins[3]);
    MPI_Win_complete(wins[3]);
  } else {
    MPI_Win_post(group, 0, wins[3]);
    if (MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, wins[3]) == MPI_SUCCESS) // expect: rma-nested-epoch #5 // warn: rma-nested-epoch
      MPI_Win_unlock(1, wins[3]);
    MPI_Win_wait(wins[3]);
  }
  MPI_Win_fence(0, wins[4]);
  MPI_Put(&value, 1, MPI_INT, other, 1 + rank, 1, MPI_INT, wins[4]);
  if (MPI_Win_lock(MPI_LOCK_SHARED, other, 0, wins[4]) == MPI_SUCCESS) // expect: rma-nested-epoch #6 // warn: rma-nested-epoch
    MPI_Win_unlock(other, wins[4]);
  MPI_Win_fence(0, wins[4]);

  MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, wins[5]);
  MPI_Win_fence(0, wins[5]); // expect: rma-nested-epoch #7 // warn: rma-nested-epoch
  MPI_Win_unlock(rank, wins[5]);

  MPI_Group_free(&group);
  MPI_Group_free(&world);
  MPI_Barrier(MPI_COMM_WORLD);
  for (int i = 0; i < 6; ++i)
    MPI_Win_free(&wins[i]);
  MPI_Finalize();
  return 0;
}
