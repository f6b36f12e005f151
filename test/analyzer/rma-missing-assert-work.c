// Fences that end epochs with operations: assertions that let the library do less are told where such a fence takes its
// time beside waiting; not where they are given, and not one that a store speaks against. How long a fence takes is the
// library's and the machine's: it is run again where that was little.
//
// REQUIRES: openmpi
// RUN: rm -rf %t && mkdir %t
// DEFINE: %{mode} = ENDS
// DEFINE: %{findings} = \
// DEFINE:   %mpicc -D%{mode} %s -o %t/prog && \
// DEFINE:   for attempt in 1 2 3 4; do \
// DEFINE:     rm -rf %t/%{mode}; \
// DEFINE:     env FENCEPOST_OPTIONS=trace=%t/%{mode} %mpirun -n 3 %t/prog || exit 1; \
// DEFINE:     %analyze -n 2 -o %t/%{mode}.db %t/%{mode} || exit 1; \
// DEFINE:     %query %t/%{mode}.db "SELECT message, why, advice FROM finding WHERE finding IN ('rma-missing-assert', 'rma-wrong-assert') AND message LIKE '%%at line 49 %%'" "SELECT 'end'" > %t/out; \
// DEFINE:     %FileCheck %s --check-prefix=%{mode} < %t/out && break; \
// DEFINE:     test $attempt != 4 || exit 1; \
// DEFINE:   done
//
// RUN: %{findings}
// ENDS: MPI_Win_fence at line 49 could assert MPI_MODE_NOSUCCEED | MPI_MODE_NOSTORE: beside waiting it takes {{.*}} of the run time of all ranks|no rank made operations in an epoch that it begins; no rank stored {{.*}}; so it was in all 60 calls of this run on all ranks|if that is so in every run, give MPI_Win_fence at line 49 MPI_MODE_NOSUCCEED | MPI_MODE_NOSTORE on all ranks{{$}}
// REDEFINE: %{mode} = STORE
// RUN: %{findings}
// STORE: could assert MPI_MODE_NOSUCCEED: beside
// REDEFINE: %{mode} = GIVEN
// RUN: %{findings}
// GIVEN-NOT: MPI_Win_fence
// GIVEN: end

#include <mpi.h>

#ifdef GIVEN
#define ASSERTION (MPI_MODE_NOSUCCEED | MPI_MODE_NOSTORE)
#else
#define ASSERTION 0
#endif

enum { kMany = 1 << 18 };
static double *memory, values[kMany];
static int rank, size;

static void iteration(int i, MPI_Win win, MPI_Datatype other) {
  MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
  MPI_Accumulate(values, 1, other, (rank + 1) % size, 0, 1, other, MPI_SUM, win);
#ifdef STORE
  if (i == 7 && rank == 1)
    memory[kMany] = i; // beside what is updated
#endif
  (void)i;
  MPI_Win_fence(ASSERTION, win); // unpacks and adds up
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Win win;
  MPI_Datatype other; // every other element
  MPI_Type_vector(kMany / 2, 1, 2, MPI_DOUBLE, &other);
  MPI_Type_commit(&other);
  MPI_Win_allocate((kMany + 1) * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD,
                   &memory, &win);
  for (int i = 0; i < 60; ++i)
    iteration(i, win, other);
  MPI_Win_free(&win);
  MPI_Type_free(&other);
  MPI_Finalize();
  return 0;
}
