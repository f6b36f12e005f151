// ranks: 2
// Attached memory of a dynamic window, put and read with a flush and a barrier.
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  static int block[16];
  MPI_Aint address, there;
  MPI_Win win;
  MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_attach(win, block, sizeof block);
  MPI_Get_address(block, &address);
  MPI_Sendrecv(&address, 1, MPI_AINT, 1 - rank, 0, &there, 1, MPI_AINT, 1 - rank, 0, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  int value = 4;
  if (rank == 0)
    MPI_Put(&value, 1, MPI_INT, 1, there + 8, 1, MPI_INT, win);
  MPI_Win_flush_all(win);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 1)
    value = block[2];
  MPI_Win_unlock_all(win);
  MPI_Win_detach(win, block);
  MPI_Win_free(&win);
  MPI_Finalize();
}
