// ranks: 2
// processes: 1 3
// Operations on memory that a dynamic window does not have: beyond what is attached, and detached before.
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, *memory = calloc(32, sizeof *memory), value[2] = {1, 2};
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Aint address = 0;
  MPI_Win win;
  MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
  MPI_Win_attach(win, memory + 8, 8 * sizeof *memory);
  MPI_Get_address(memory + 8, &address);
  MPI_Bcast(&address, 1, MPI_AINT, 1, MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Put(value, 1, MPI_INT, 1, MPI_Aint_add(address, 7 * sizeof(int)), 1, MPI_INT, win); // the last element
    MPI_Win_flush(1, win);
    MPI_Put(value, 2, MPI_INT, 1, MPI_Aint_add(address, 7 * sizeof(int)), 2, MPI_INT, win); // expect: rma-out-of-window #1
    MPI_Win_flush(1, win);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_detach(win, memory + 8);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) {
    MPI_Put(value, 1, MPI_INT, 1, address, 1, MPI_INT, win); // expect: rma-out-of-window #2
    MPI_Win_flush(1, win);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  free(memory);
  MPI_Finalize();
  return 0;
}
