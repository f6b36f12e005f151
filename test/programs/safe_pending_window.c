// As race_pending_window.c: what is sent may be read, and the rest waits for the end.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

// mpi: openmpi mpich
// processes: 1 2

int main(void) {
  MPI_Init(NULL, NULL);
  int rank, *memory, sum;
  MPI_Win win;
  MPI_Request request;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(8 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  for (int i = 0; i < 8; ++i)
    memory[i] = rank;
  MPI_Win_fence(0, win);
  MPI_Irecv(memory, 2, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, &request);
  MPI_Send(memory + 4, 2, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD);
  printf("%d\n", memory[2]);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  printf("%d\n", memory[1]);
  MPI_Isend(memory + 2, 2, MPI_INT, 1 - rank, 1, MPI_COMM_WORLD, &request);
  printf("%d\n", memory[3]);
  MPI_Recv(memory + 4, 2, MPI_INT, 1 - rank, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  int done = 0;
  while (!done)
    MPI_Test(&request, &done, MPI_STATUS_IGNORE);
  memory[3] = 7;
  MPI_Iallreduce(memory + 6, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request);
  memory[5] = memory[6];
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  memory[6] = 0;
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
