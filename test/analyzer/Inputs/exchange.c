// Ranks exchange with partners that PATTERN gives, between fences as STYLE has them: each epoch has two, each fence ends one
// and begins the next, or the first rank calls its fences elsewhere.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { kIterations = 12, kMost = 32 };

#ifdef NOSUCCEED // asserted in the last fence
#define LAST(iteration) ((iteration) + 1 == kIterations ? MPI_MODE_NOSUCCEED : 0)
#else
#define LAST(iteration) 0
#endif

/// Partners that a rank puts to.
static int partners(int iteration, int rank, int size, int *to) {
  int count = 0;
  if (PATTERN == 0) { // ring, both ways
    to[count++] = (rank + 1) % size;
    to[count++] = (rank + size - 1) % size;
  } else if (PATTERN == 1) { // line, to the one after
    if (rank + 1 < size)
      to[count++] = rank + 1;
  } else if (PATTERN == 2) { // rows of three, four neighbours
    if (rank % 3 > 0)
      to[count++] = rank - 1;
    if (rank % 3 < 2)
      to[count++] = rank + 1;
    if (rank >= 3)
      to[count++] = rank - 3;
    if (rank + 3 < size)
      to[count++] = rank + 3;
  } else if (PATTERN == 3) { // the first with all others
    for (int other = 1; rank == 0 && other < size; ++other)
      to[count++] = other;
  } else if (PATTERN == 4) { // neither
    static const int of[] = {3, 0, 4, 4, 1};
    to[count++] = of[rank];
  } else if (PATTERN == 5) { // the one after and itself
    to[count++] = (rank + 1) % size;
    to[count++] = rank;
  } else if (PATTERN == 9) { // the one after, and at last others once
    to[count++] = (rank + 1) % size;
    if (iteration >= kIterations - 2)
      to[count++] = (rank + 2 + kIterations - 1 - iteration) % size;
  } else { // another one each time, of PATTERN - 4
    to[count++] = (rank + 1 + iteration % (PATTERN - 4)) % size;
  }
  return count;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, size, *memory, to[kMost], value[kMost], sum = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Win win;
  MPI_Win_allocate(kMost * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  for (int i = 0; i < kMost; ++i)
    memory[i] = 0;
#if STYLE == 0
  for (int iteration = 0; iteration < kIterations; ++iteration) {
    MPI_Win_fence(0, win);
    int count = partners(iteration, rank, size, to);
    for (int i = 0; i < count; ++i) {
      value[i] = 1 + rank * 100 + iteration;
      MPI_Put(&value[i], 1, MPI_INT, to[i], rank, 1, MPI_INT, win);
    }
    MPI_Win_fence(0, win);
    for (int i = 0; i < size; ++i)
      sum = (sum * 31 + memory[i]) % 1000003;
  }
#elif STYLE == 2
  for (int iteration = 0; iteration < kIterations; ++iteration) {
    MPI_Win_fence(0, win); // the first one ends nothing
    for (int i = 0; i < size; ++i)
      sum = (sum * 31 + memory[i + size * ((iteration + 1) % 2)]) % 1000003;
    int count = partners(iteration, rank, size, to);
    for (int i = 0; i < count; ++i) {
      value[i] = 1 + rank * 100 + iteration;
      MPI_Put(&value[i], 1, MPI_INT, to[i], rank + size * (iteration % 2), 1, MPI_INT, win);
    }
  }
  MPI_Win_fence(0, win);
  for (int i = 0; i < 2 * size; ++i)
    sum = (sum * 31 + memory[i]) % 1000003;
#elif STYLE == 3
  for (int iteration = 0; iteration < kIterations; ++iteration) {
    if (rank == 0)
      MPI_Win_fence(0, win);
    else
      MPI_Win_fence(0, win);
    partners(iteration, rank, size, to);
    MPI_Put(&rank, 1, MPI_INT, to[0], rank, 1, MPI_INT, win);
    if (rank == 0)
      MPI_Win_fence(0, win);
    else
      MPI_Win_fence(0, win);
  }
  (void)value;
#else
  MPI_Win_fence(0, win);
  for (int iteration = 0; iteration < kIterations; ++iteration) {
    int count = partners(iteration, rank, size, to);
    for (int i = 0; i < count; ++i) {
      value[i] = 1 + rank * 100 + iteration;
      MPI_Put(&value[i], 1, MPI_INT, to[i], rank + size * (iteration % 2), 1, MPI_INT, win);
    }
    MPI_Win_fence(LAST(iteration), win);
    for (int i = 0; i < size; ++i)
      sum = (sum * 31 + memory[i + size * (iteration % 2)]) % 1000003;
  }
#endif
#ifdef ABORT
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Abort(MPI_COMM_WORLD, 0);
#endif
#ifdef LOCKED
  MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, win);
  MPI_Win_unlock(rank, win);
#endif
  MPI_Win_free(&win);
  int *sums = malloc(size * sizeof(int));
#ifdef ANY
  for (int other = 1; rank == 0 && other < size; ++other)
    MPI_Recv(sums, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  if (rank)
    MPI_Send(&sum, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
#endif
  MPI_Gather(&sum, 1, MPI_INT, sums, 1, MPI_INT, 0, MPI_COMM_WORLD);
  for (int i = 0; rank == 0 && i < size; ++i)
    printf("rank %d: %d\n", i, sums[i]);
  free(sums);
  MPI_Finalize();
  return 0;
}
