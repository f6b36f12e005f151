// Memory of the library, as window memory, as a buffer and as neither.

#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv) {
  int rank, *memory, *buffer, *spare;
  MPI_Win window;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Alloc_mem(400, MPI_INFO_NULL, &memory);
  MPI_Alloc_mem(40, MPI_INFO_NULL, &buffer);
  MPI_Alloc_mem(40000, MPI_INFO_NULL, &spare);
  for (int i = 0; i < 100; ++i)
    memory[i] = -1;
  for (int i = 0; i < 10; ++i)
    buffer[i] = spare[i] = 10 * rank + i;
  MPI_Free_mem(spare);
  MPI_Win_create(memory, 400, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  MPI_Win_fence(0, window);
  MPI_Put(buffer, 10, MPI_INT, 1 - rank, 5, 10, MPI_INT, window);
  MPI_Win_fence(0, window);
  MPI_Free_mem(buffer);
  for (int i = 0; i < 10; ++i)
    if (memory[5 + i] != 10 * (1 - rank) + i)
      MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Win_free(&window);
  printf("%d got %d\n", rank, memory[14]);
  MPI_Free_mem(memory);
  MPI_Finalize();
  return 0;
}
