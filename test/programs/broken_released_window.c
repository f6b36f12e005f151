// Window memory that is released before its window, or before it is detached.
// flags: -O0; -O2
// languages: c cpp
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  MPI_Win win, dynamic;
  void *allocated;
  MPI_Init(&argc, &argv);
  int *memory = (int *)malloc(10000);
  MPI_Win_create(memory, 10000, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win); // expect: rma-buffer-lifetime #1
  MPI_Win_fence(0, win);
  free(memory); // warn: rma-buffer-lifetime
  int *next = (int *)malloc(10000); // somebody else's by now
  next[5] = 1;
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  free(next);

  MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &dynamic);
  int *attached = (int *)malloc(20000);
  MPI_Win_attach(dynamic, attached, 20000); // expect: rma-buffer-lifetime #2
  MPI_Win_fence(0, dynamic);
  MPI_Win_fence(0, dynamic);
  free(attached); // warn: rma-buffer-lifetime
  MPI_Win_detach(dynamic, attached);
  MPI_Win_free(&dynamic);

  MPI_Alloc_mem(30000, MPI_INFO_NULL, &allocated);
  MPI_Win_create(allocated, 30000, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win); // expect: rma-buffer-lifetime #3
  MPI_Free_mem(allocated); // warn: rma-buffer-lifetime
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
