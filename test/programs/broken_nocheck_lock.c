// An exclusive lock with MPI_MODE_NOCHECK acquires nothing: the caller says that it has made sure
// of being alone, and here it has not.
// ranks: 3
#include <mpi.h>
#include <unistd.h>

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, *memory;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win window;
  MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &window);
  *memory = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  for (int turn = 0; turn < 2; ++turn) { // these two take turns
    if (rank == turn) {
      MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, MPI_MODE_NOCHECK, window);
      MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, window); // expect: rma-remote-race
      MPI_Win_unlock(0, window);
    }
    if (turn == 0)
      MPI_Barrier(MPI_COMM_WORLD);
  }
  if (rank == 2) {
    usleep(200000); // the others are through by now, though nothing orders them before
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, MPI_MODE_NOCHECK, window);
    MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, window); // expect: rma-remote-race
    MPI_Win_unlock(0, window);
  }
  MPI_Win_free(&window);
  MPI_Finalize();
  return 0;
}
