#include <mpi.h>
import rma;
void issuedInModule(int target, MPI_Win win, double *b) {
  MPI_Win_lock_all(0, win);
  put(target, win, b);
  b[0] = 2;
  MPI_Win_unlock_all(win);
}
