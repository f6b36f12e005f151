// Buffers that die before the operation that uses them is complete: freed, moved, out of scope.
// flags: -O0; -O2
// languages: c cpp
#include <mpi.h>
#include <stdlib.h>

static int *filled(int count) {
  int *memory = (int *)malloc(count * sizeof(int));
  for (int i = 0; i < count; ++i)
    memory[i] = i;
  return memory;
}

__attribute__((noinline)) static void start(int rank, MPI_Request *request) {
  int numbers[100];
  for (int i = 0; i < 100; ++i)
    numbers[i] = rank;
  MPI_Isend(numbers, 100, MPI_INT, 1 - rank, 1, MPI_COMM_WORLD, request); // expect: rma-buffer-lifetime #1
}

__attribute__((noinline)) static void publish(int rank, MPI_Win win) {
  int number = rank;
  MPI_Put(&number, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, win); // expect: rma-buffer-lifetime #2 // warn: rma-buffer-lifetime
}

// Uses the stack where the buffers were.
__attribute__((noinline)) static int busy(int rank) {
  volatile int numbers[300];
  for (int i = 0; i < 300; ++i)
    numbers[i] = i + rank;
  return numbers[rank] + numbers[299];
}

int main(int argc, char **argv) {
  int rank, received[500], sum = 0, *base;
  MPI_Request request, other;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(4096, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);

  start(rank, &request);
  sum += busy(rank);
  MPI_Recv(received, 100, MPI_INT, 1 - rank, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Wait(&request, MPI_STATUS_IGNORE);

  MPI_Win_fence(0, win);
  publish(rank, win);
  sum += busy(rank);
  MPI_Win_fence(0, win);

  int *freed = filled(1000);
  MPI_Isend(freed + 10, 500, MPI_INT, 1 - rank, 2, MPI_COMM_WORLD, &request); // expect: rma-buffer-lifetime #3
  free(freed);
  int *reused = filled(1000); // most likely the same memory
  MPI_Irecv(received, 500, MPI_INT, 1 - rank, 2, MPI_COMM_WORLD, &other);
  MPI_Wait(&other, MPI_STATUS_IGNORE);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  free(reused);

  int *shrunk = filled(1000);
  MPI_Isend(shrunk, 100, MPI_INT, 1 - rank, 3, MPI_COMM_WORLD, &request); // expect: rma-buffer-lifetime #4
  shrunk = (int *)realloc(shrunk, 99 * sizeof(int));
  MPI_Recv(received, 100, MPI_INT, 1 - rank, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  sum += shrunk[rank];
  free(shrunk);

  MPI_Win_free(&win);
  MPI_Finalize();
  return sum == 0;
}
