// Window memory that a started message or collective still uses is not the program's.
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
  MPI_Irecv(memory, 2, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, &request); // expect: rma-local-race #receive
  MPI_Send(memory + 4, 2, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD);
  printf("%d\n", memory[1]); // expect: rma-local-race #receive
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Isend(memory + 2, 2, MPI_INT, 1 - rank, 1, MPI_COMM_WORLD, &request); // expect: rma-local-race #send
  memory[3] = 7; // expect: rma-local-race #send
  MPI_Recv(memory + 4, 2, MPI_INT, 1 - rank, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Iallreduce(memory + 6, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request); // expect: rma-local-race #reduce
  memory[6] = 0; // expect: rma-local-race #reduce
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
