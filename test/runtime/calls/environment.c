// Start, end and what is said of them.

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  int started = 0, ended = 0, provided, level, isMain, rank;
  MPI_Initialized(&started);
  if (started || MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &provided) != MPI_SUCCESS)
    exit(1);
  MPI_Initialized(&started);
  MPI_Query_thread(&level);
  MPI_Is_thread_main(&isMain);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (!started || level != provided || level < MPI_THREAD_FUNNELED || !isMain)
    MPI_Abort(MPI_COMM_WORLD, 1);
  printf("%d level %d\n", rank, level);
  MPI_Finalize();
  MPI_Finalized(&ended);
  return !ended;
}
