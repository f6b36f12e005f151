// The buffer is written again before the put is complete, in a function that main calls.
#include <mpi.h>

static void publish(int *value, int target, MPI_Win window) {
  MPI_Put(value, 1, MPI_INT, target, 0, 1, MPI_INT, window);
#ifdef KNOWN
  *value = 7; // fencepost-ignore: rma-local-race
#else
  *value = 7;
#endif
}

int main(void) {
  MPI_Init(NULL, NULL);
  int *memory, value = 5;
  MPI_Win win;
  MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  publish(&value, 0, win);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
