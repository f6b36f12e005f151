// The neighbours of broken_released_window.c: the window, or its attachment, goes first.
// flags: -O0; -O2
// languages: c cpp
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  MPI_Win win, dynamic;
  void *allocated;
  MPI_Init(&argc, &argv);
  int *memory = (int *)malloc(10000), local = 1;
  for (int i = 0; i < 3; ++i) { // the same memory again and again
    MPI_Win_create(memory, 10000, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_fence(0, win);
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
  }
  free(memory);

  MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &dynamic);
  int *attached = (int *)malloc(20000), *left = (int *)malloc(20000);
  MPI_Win_attach(dynamic, attached, 20000);
  MPI_Win_attach(dynamic, left, 20000);
  MPI_Win_fence(0, dynamic);
  MPI_Win_fence(0, dynamic);
  MPI_Win_detach(dynamic, attached);
  free(attached);
  MPI_Win_free(&dynamic); // detaches what is left
  free(left);

  MPI_Alloc_mem(30000, MPI_INFO_NULL, &allocated);
  MPI_Win_create(allocated, 30000, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_free(&win);
  MPI_Free_mem(allocated);
  { // a variable that outlives its window
    int memory[100] = {local};
    MPI_Win_create(memory, sizeof(memory), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_fence(0, win);
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    local += memory[1];
  }
  MPI_Finalize();
  return local != 1;
}
