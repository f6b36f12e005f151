// Barriers right before or after a fence are told; not where a message, an access or work lies between them, where the fence
// asserts MPI_MODE_NOPRECEDE or ends no epoch, where the barrier is one of other ranks, or is called at several lines.
//
// REQUIRES: openmpi
// RUN: rm -rf %t && mkdir %t
// DEFINE: %{mode} = BEFORE
// DEFINE: %{findings} = \
// DEFINE:   %mpicc -D%{mode} %s -o %t/prog && \
// DEFINE:   env FENCEPOST_OPTIONS=trace=%t/%{mode} %mpirun -n 3 %t/prog && \
// DEFINE:   %analyze -n 2 -o %t/%{mode}.db %t/%{mode} && \
// DEFINE:   %query %t/%{mode}.db "SELECT message, why, advice FROM finding WHERE finding = 'rma-unneeded-sync' AND message LIKE 'MPI_Barrier%%'" "SELECT 'end'" | %FileCheck %s
//
// RUN: %{findings} --check-prefix=BEFORE
// BEFORE: MPI_Barrier at line 52 comes right before MPI_Win_fence at line 53, which is a barrier itself: it takes {{.*}} of the run time of all ranks|{{.*}}in any of 60 calls|take MPI_Barrier at line 52 away and let MPI_Win_fence at line 53 stay a barrier, unless
// BEFORE: end
//
// REDEFINE: %{mode} = AFTER
// RUN: %{findings} --check-prefix=AFTER
// AFTER: MPI_Barrier at line 57 comes right after MPI_Win_fence at line 56, which is a barrier itself: it takes {{.*}} of the run time of all ranks|{{.*}}in any of 12000 calls|take MPI_Barrier at line 57 away
//
// REDEFINE: %{mode} = MESSAGE
// RUN: %{findings} --check-prefix=QUIET
// QUIET-NOT: MPI_Barrier
// QUIET: end
// REDEFINE: %{mode} = ACCESS
// RUN: %{findings} --check-prefix=QUIET
// REDEFINE: %{mode} = NOPRECEDE
// RUN: %{findings} --check-prefix=QUIET
// REDEFINE: %{mode} = OTHERS
// RUN: %{findings} --check-prefix=QUIET
// REDEFINE: %{mode} = WORK
// RUN: %{findings} --check-prefix=QUIET
// REDEFINE: %{mode} = NOEPOCH
// RUN: %{findings} --check-prefix=QUIET
// REDEFINE: %{mode} = LINES
// RUN: %{findings} --check-prefix=QUIET
//
// Where the barrier goes, the fence must stay one.
// REDEFINE: %{mode} = BEFORE
// RUN: %query %t/BEFORE.db "SELECT message FROM finding WHERE message LIKE '%%PRECEDE%%' OR advice LIKE '%%MPI_Win_start with%%'" "SELECT 'end'" | %FileCheck --check-prefix=ALONE %s
// ALONE-NOT: MPI_Win_fence
// ALONE: end

#include <mpi.h>
#include <unistd.h>

static int *memory, rank, size;

static void barrier(int i, MPI_Win win, MPI_Comm some) {
  (void)i;
#ifdef BEFORE
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_fence(0, win);
#elif defined AFTER   // each takes little
  for (int times = 0; times < 200; ++times) {
    MPI_Win_fence(0, win);
    MPI_Barrier(MPI_COMM_WORLD);
  }
#elif defined WORK    // that is not recorded, and may need the order
  MPI_Barrier(MPI_COMM_WORLD);
  usleep(1000);
  MPI_Win_fence(0, win);
#elif defined NOEPOCH // such a fence need not be a barrier
  MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
  usleep(1000);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_fence(0, win);
#elif defined LINES   // of rank 0 alone nothing is between the two
  if (rank == 0) {
    MPI_Win_fence(0, win);
    MPI_Barrier(MPI_COMM_WORLD);
  } else {
    MPI_Win_fence(0, win);
    memory[1] += i;
    MPI_Barrier(MPI_COMM_WORLD);
  }
#elif defined MESSAGE
  MPI_Barrier(MPI_COMM_WORLD);
  if (i == 5 && rank < 2)
    MPI_Sendrecv(&rank, 1, MPI_INT, 1 - rank, 0, &i, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
  MPI_Win_fence(0, win);
#elif defined ACCESS
  MPI_Win_fence(0, win);
  if (rank == 1)
    memory[1] += i;
  MPI_Barrier(MPI_COMM_WORLD);
#elif defined NOPRECEDE
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
#elif defined OTHERS
  if (rank < 2)
    MPI_Barrier(some);
  MPI_Win_fence(0, win);
#endif
  (void)some;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Comm some;
  MPI_Comm_split(MPI_COMM_WORLD, rank < 2, rank, &some);
  MPI_Win win;
  MPI_Win_allocate(8 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_fence(0, win);
  for (int i = 0; i < 20; ++i) {
    if (rank == 0)
      usleep(5000); // so that the barrier takes its time where it comes first
    barrier(i, win, some);
    MPI_Put(&rank, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
    memory[2] += memory[0]; // between this fence and the barrier to come
  }
  MPI_Comm_free(&some);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
