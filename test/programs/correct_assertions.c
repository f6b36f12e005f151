// ranks: 2
// processes: 1 3
// Assertions that hold, close to those that do not.
#include <mpi.h>

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, value = 1, got = 0, memory[4];
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win win;
  // Created: of an allocated one, Open MPI 4.1.4 now and then misses a complete beside MPI_MODE_NOCHECK.
  MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Group world, group;
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  int other = 1 - rank;
  MPI_Group_incl(world, 1, &other, &group);
  MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
  memory[3] = rank;
  MPI_Win_fence(0, win);
  value += memory[3]; // a load is no store
  MPI_Win_fence(MPI_MODE_NOSTORE, win);
  if (rank == 0) {
    MPI_Win_fence(MPI_MODE_NOPUT, win);
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win); // into the other rank's memory
  } else {
    MPI_Win_fence(0, win);
    MPI_Get(&got, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
  }
  MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
  if (rank == 0) {
    MPI_Win_post(group, MPI_MODE_NOPUT | MPI_MODE_NOSTORE, win);
    MPI_Win_wait(win);
    MPI_Win_post(group, MPI_MODE_NOCHECK, win);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_wait(win);
  } else {
    MPI_Win_start(group, 0, win);
    MPI_Get(&got, 1, MPI_INT, 0, 1, 1, MPI_INT, win);
    MPI_Win_complete(win);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_start(group, MPI_MODE_NOCHECK, win);
    MPI_Win_complete(win);
  }
  MPI_Win_lock(MPI_LOCK_SHARED, 0, MPI_MODE_NOCHECK, win); // both: shared
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_unlock(0, win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, MPI_MODE_NOCHECK, win); // different targets
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_unlock(rank, win);
  MPI_Group_free(&group);
  MPI_Group_free(&world);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
