// ranks: 2
// MPI_ERRORS_RETURN, one way out of each function, resources released in reverse; nothing fails here.
#include <mpi.h>
#include <stdlib.h>

static int push(MPI_Win win, const int *values, int n, int target) {
  int error = MPI_Win_lock(MPI_LOCK_SHARED, target, 0, win);
  if (error != MPI_SUCCESS)
    return error;
  error = MPI_Put(values, n, MPI_INT, target, 0, n, MPI_INT, win);
  int closed = MPI_Win_unlock(target, win);
  return error != MPI_SUCCESS ? error : closed;
}

static int exchange(int rank, int n) {
  int error = MPI_ERR_NO_MEM;
  int *memory = (int *)calloc(n, sizeof *memory), *values = NULL;
  MPI_Win win = MPI_WIN_NULL;
  if (!memory)
    goto out;
  values = (int *)malloc(n * sizeof *values);
  if (!values)
    goto out;
  for (int i = 0; i < n; ++i)
    values[i] = rank;
  if ((error = MPI_Win_create(memory, n * sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win)))
    goto out;
  MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
  if ((error = push(win, values, n, 1 - rank)))
    goto out;
  values[0] = -1;
  if ((error = MPI_Barrier(MPI_COMM_WORLD)))
    goto out;
  error = memory[n - 1] == 1 - rank ? MPI_SUCCESS : MPI_ERR_OTHER;
out:
  if (win != MPI_WIN_NULL)
    MPI_Win_free(&win);
  free(values);
  free(memory);
  return error;
}

int main(int argc, char **argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int error = exchange(rank, 100);
  if (error == MPI_SUCCESS)
    error = exchange(rank, 10);
  MPI_Finalize();
  return error;
}
