// Assertions that every fence of a line could have: told together; not where one call of one rank speaks against it, where
// they are given, where fences may order epochs of locks, or where some ranks call the fence at another line.
//
// REQUIRES: openmpi
// RUN: rm -rf %t && mkdir %t
// DEFINE: %{mode} = READ
// DEFINE: %{findings} = \
// DEFINE:   %mpicc -D%{mode} %s -o %t/prog && \
// DEFINE:   env FENCEPOST_OPTIONS=trace=%t/%{mode} %mpirun -n 3 %t/prog && \
// DEFINE:   %analyze -n 2 -o %t/%{mode}.db %t/%{mode} && \
// DEFINE:   %query %t/%{mode}.db "SELECT finding, message, why, advice FROM finding WHERE finding IN ('rma-missing-assert', 'rma-wrong-assert') AND message LIKE '%%at line 61%%PRECEDE%%'" "SELECT 'end'" | %FileCheck %s
//
// RUN: %{findings} --check-prefix=READ
// READ: rma-missing-assert|MPI_Win_fence at line 61 could assert MPI_MODE_NOPRECEDE | MPI_MODE_NOSTORE | MPI_MODE_NOPUT: it takes {{.*}} of the run time of all ranks|no rank made operations in an epoch that it ends;{{.*}}; so it was in all 20 calls of this run on all ranks|if that is so in every run, give MPI_Win_fence at line 61 MPI_MODE_NOPRECEDE | MPI_MODE_NOSTORE | MPI_MODE_NOPUT on all ranks, unless something else relies on it as a barrier
//
// A store of one rank in one iteration, and a put in another.
// REDEFINE: %{mode} = STORE
// RUN: %{findings} --check-prefix=STORE
// STORE: could assert MPI_MODE_NOPRECEDE: it
//
// MPI stores what it only tells, too.
// REDEFINE: %{mode} = RESULT
// RUN: %{findings} --check-prefix=RESULT
// RESULT: could assert MPI_MODE_NOPRECEDE | MPI_MODE_NOPUT: it
//
// What is given is not advised, and is right.
// REDEFINE: %{mode} = GIVEN
// RUN: %{findings} --check-prefix=QUIET
// QUIET-NOT: rma
// QUIET: end
//
// One operation of one rank in one iteration.
// REDEFINE: %{mode} = OPERATION
// RUN: %{findings} --check-prefix=QUIET
//
// REDEFINE: %{mode} = LOCKED
// RUN: %{findings} --check-prefix=QUIET
// REDEFINE: %{mode} = LINES
// RUN: %{findings} --check-prefix=QUIET

#include <mpi.h>
#include <unistd.h>

#ifdef GIVEN
#define ASSERTION (MPI_MODE_NOPRECEDE | MPI_MODE_NOSTORE | MPI_MODE_NOPUT)
#else
#define ASSERTION 0
#endif

static int *memory, rank, size, early;

static void iteration(int i, MPI_Win win) {
  int value = 0;
  if (rank == 0)
    usleep(5000);
#ifdef LINES // an assertion of some ranks only would be wrong
  if (rank == 0)
    MPI_Win_fence(0, win);
  else
#endif
    MPI_Win_fence(ASSERTION, win); // all wait here
#ifdef STORE
  if (i == 7 && rank == 2)
    MPI_Put(&i, 1, MPI_INT, 0, 1, 1, MPI_INT, win);
#endif
  MPI_Get(&value, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
#ifdef STORE
  if (i == 4 && rank == 1)
    memory[0] = i;
#endif
#ifdef RESULT
  if (i == 4 && rank == 1)
    MPI_Comm_size(MPI_COMM_WORLD, &memory[2]);
#endif
#ifdef OPERATION
  if (i == 4 && rank == 1)
    MPI_Get(&early, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
#endif
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Win win;
  MPI_Win_allocate(8 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  for (int i = 0; i < 20; ++i)
    iteration(i, win);
#ifdef LOCKED
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, win);
  MPI_Win_unlock(rank, win);
#endif
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
