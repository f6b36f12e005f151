// The neighbours of broken_released_buffers.c: buffers that die once their operation is complete,
// and memory that is used again at the same address.
// flags: -O0; -O2
// languages: c cpp
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

static int *filled(int count) {
  int *memory = (int *)malloc(count * sizeof(int));
  for (int i = 0; i < count; ++i)
    memory[i] = i;
  return memory;
}

__attribute__((noinline)) static int exchange(int rank, int tag) {
  int numbers[100], received[100];
  MPI_Request requests[2];
  for (int i = 0; i < 100; ++i)
    numbers[i] = rank;
  MPI_Isend(numbers, 100, MPI_INT, 1 - rank, tag, MPI_COMM_WORLD, &requests[0]);
  MPI_Irecv(received, 100, MPI_INT, 1 - rank, tag, MPI_COMM_WORLD, &requests[1]);
  MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  return received[0];
}

__attribute__((noinline)) static void publish(int rank, MPI_Win win) {
  int number = rank;
  MPI_Win_lock(MPI_LOCK_SHARED, 1 - rank, 0, win);
  MPI_Put(&number, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, win);
  MPI_Win_unlock(1 - rank, win);
}

// Gives a buffer back that is the caller's to free.
__attribute__((noinline)) static int *fetched(int rank, MPI_Win win) {
  int *buffer = filled(10);
  MPI_Win_lock(MPI_LOCK_SHARED, 1 - rank, 0, win);
  MPI_Get(buffer, 10, MPI_INT, 1 - rank, 10, 10, MPI_INT, win);
  MPI_Win_unlock(1 - rank, win);
  return buffer;
}

__attribute__((noinline)) static int busy(int rank) {
  volatile int numbers[300];
  for (int i = 0; i < 300; ++i)
    numbers[i] = i + rank;
  return numbers[rank] + numbers[299];
}

int main(int argc, char **argv) {
  int rank, sum = 0, received[500], *base;
  MPI_Request request;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(4096, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
  memset(base, 0, 4096);
  MPI_Barrier(MPI_COMM_WORLD);
  for (int i = 0; i < 5; ++i) {
    sum += exchange(rank, i);
    publish(rank, win);
    sum += busy(rank);
    int *got = fetched(rank, win);
    sum += got[0];
    free(got);
    int *fresh = filled(10);
    sum += fresh[3];
    free(fresh);
  }

  // Another part of the block is freed memory's neighbour; a block that stays and grows.
  int *one = filled(20), *two = filled(20);
  MPI_Isend(one, 10, MPI_INT, 1 - rank, 90, MPI_COMM_WORLD, &request);
  free(two);
  two = filled(20);
  two[0] = 1;
  free(two);
  MPI_Recv(received, 10, MPI_INT, 1 - rank, 90, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Isend(one, 10, MPI_INT, 1 - rank, 94, MPI_COMM_WORLD, &request);
  one = (int *)realloc(one, 10 * sizeof(int)); // what is sent stays
  MPI_Recv(received, 10, MPI_INT, 1 - rank, 94, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  one = (int *)realloc(one, 100000);
  one[0] = 1;
  free(one);

  // A receive that the partner answers once it has the message: the send is complete then, and its
  // request was given away.
  int *sent = filled(500), answer = 1;
  MPI_Isend(sent, 500, MPI_INT, 1 - rank, 91, MPI_COMM_WORLD, &request);
  MPI_Request_free(&request);
  MPI_Recv(received, 500, MPI_INT, 1 - rank, 91, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Sendrecv_replace(&answer, 1, MPI_INT, 1 - rank, 92, 1 - rank, 92, MPI_COMM_WORLD,
                       MPI_STATUS_IGNORE);
  free(sent);
  sent = filled(500);
  MPI_Isend(sent, 500, MPI_INT, 1 - rank, 93, MPI_COMM_WORLD, &request);
  sum += sent[4];
  MPI_Recv(received, 500, MPI_INT, 1 - rank, 93, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  for (int i = 0; i < 500; ++i)
    sent[i] = 0;
  free(sent);
  MPI_Win_free(&win);
  MPI_Finalize();
  return sum == 0;
}
