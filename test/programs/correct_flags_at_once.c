// Flags of many elements, raised and read by operations on all of them.
#include <mpi.h>
#include <stdlib.h>

// ranks: 3
// mpi: openmpi mpich

int main(void) {
  MPI_Init(NULL, NULL);
  int rank, size, *memory, wrong = 0, flags[8] = {0};
  MPI_Win win;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Win_allocate(16 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  for (int i = 0; i < 16; ++i)
    memory[i] = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  if (rank > 0) {
    MPI_Put(&rank, 1, MPI_INT, 0, 8 + rank, 1, MPI_INT, win);
    MPI_Win_flush(0, win);
    flags[rank] = 1;
    MPI_Accumulate(flags, 8, MPI_INT, 0, 0, 8, MPI_INT, MPI_SUM, win);
    MPI_Win_flush(0, win);
  } else {
    int raised;
    do {
      MPI_Get_accumulate(NULL, 0, MPI_INT, flags, 8, MPI_INT, 0, 0, 8, MPI_INT, MPI_NO_OP, win);
      MPI_Win_flush(0, win);
      raised = 0;
      for (int i = 0; i < 8; ++i)
        raised += flags[i];
    } while (raised < size - 1);
    for (int i = 1; i < size; ++i)
      wrong |= memory[8 + i] != i;
  }
  MPI_Win_unlock_all(win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_free(&win);
  MPI_Finalize();
  return wrong;
}
