// Epochs of a line in which nothing is ever done: fences, locks and starts. Not told where a fence orders stores or opens an
// epoch, where a lock is of the rank's own memory or exclusive, where one epoch of one rank has an operation, where some ranks
// call the fence at another line, or where it may order messages from any source.
//
// REQUIRES: openmpi
// RUN: rm -rf %t && mkdir %t
// DEFINE: %{mode} = FENCE
// DEFINE: %{findings} = \
// DEFINE:   %mpicc -D%{mode} %s -o %t/prog && \
// DEFINE:   env FENCEPOST_OPTIONS=trace=%t/%{mode} %mpirun -n 3 %t/prog && \
// DEFINE:   %analyze -n 2 -o %t/%{mode}.db %t/%{mode} && \
// DEFINE:   %query %t/%{mode}.db "SELECT message, why, advice FROM finding WHERE finding = 'rma-empty-epoch' OR level <> 'note'" "SELECT 'end'" | %FileCheck %s
//
// RUN: %{findings} --check-prefix=FENCE
// FENCE: MPI_Win_fence at line 51 neither ends nor begins an epoch with operations: it takes {{.*}} of the run time of all ranks|in all 20 calls of this run no rank made an operation or stored {{.*}}|if that is so in every run, take MPI_Win_fence at line 51 away, unless
// REDEFINE: %{mode} = START
// RUN: %{findings} --check-prefix=START
// START: MPI_Win_start at line 91 and MPI_Win_complete at line 96 surround no operations: they take {{.*}}|no rank makes an operation in any of their 20 epochs of this run|if that is so in every run, take both away, and the ranks out of the groups
//
// REDEFINE: %{mode} = LOCK
// RUN: for attempt in 1 2 3 4; do rm -rf %t/LOCK; %{findings} --check-prefix=LOCK && break; test $attempt != 4 || exit 1; done
// LOCK: MPI_Win_lock at line 78 and MPI_Win_unlock at line 83 surround nothing: they take {{.*}}|no operation, no other call and no recorded access comes between the two in any of their 240000 epochs of this run|if that is so in every run, take both away
//
// REDEFINE: %{mode} = STORE
// RUN: %{findings} --check-prefix=QUIET
// QUIET-NOT: MPI_Win
// QUIET: end
// REDEFINE: %{mode} = FIRST
// RUN: %{findings} --check-prefix=QUIET
// REDEFINE: %{mode} = STARTS
// RUN: %{findings} --check-prefix=QUIET
// REDEFINE: %{mode} = OWN
// RUN: %{findings} --check-prefix=QUIET
// REDEFINE: %{mode} = LOCKS
// RUN: %{findings} --check-prefix=QUIET
// REDEFINE: %{mode} = MUTEX
// RUN: %{findings} --check-prefix=QUIET
// REDEFINE: %{mode} = LINES
// RUN: %{findings} --check-prefix=QUIET
// REDEFINE: %{mode} = ANY
// RUN: %{findings} --check-prefix=QUIET

#include <mpi.h>
#include <unistd.h>

static int *memory, rank, size, value = 1;

static void nothing(int i, MPI_Win win, MPI_Group other) {
  (void)i, (void)other;
#if defined FENCE || defined STORE || defined FIRST
  MPI_Win_fence(0, win);
#endif
#ifdef LINES // without the one of rank 0 the others wait for ever
  if (rank == 0)
    MPI_Win_fence(0, win);
  else
    MPI_Win_fence(0, win);
#elif defined ANY // without the fence a message of the next iteration may be taken for one of this
  int from = rank;
  if (rank)
    MPI_Send(&from, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
  for (int other = 1; rank == 0 && other < size; ++other)
    MPI_Recv(&from, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Win_fence(0, win);
#endif
#ifdef STORE
  memory[1] += i;
#elif defined FIRST
  if (i == 19) {
    MPI_Put(&value, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
  }
#elif defined OWN                   // what others put there becomes visible
  MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, win);
  MPI_Win_unlock(rank, win);
#elif defined LOCK || defined LOCKS // each takes little
  for (int times = 0; times < 4000; ++times) {
    MPI_Win_lock(MPI_LOCK_SHARED, (rank + 1) % size, 0, win);
#ifdef LOCKS
    if (i == 7 && times == 9 && rank == 1)
      MPI_Put(&value, 1, MPI_INT, 2, 0, 1, MPI_INT, win);
#endif
    MPI_Win_unlock((rank + 1) % size, win);
  }
#elif defined MUTEX // something else than memory is used by one rank at a time
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
  usleep(1000);
  MPI_Win_unlock(0, win);
#elif defined START || defined STARTS
  if (rank == 1) {
    MPI_Win_start(other, 0, win);
#ifdef STARTS
    if (i == 7)
      MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
#endif
    MPI_Win_complete(win);
  }
  if (rank == 0) {
    MPI_Win_post(other, 0, win);
    MPI_Win_wait(win);
  }
#endif
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Group all, other;
  MPI_Comm_group(MPI_COMM_WORLD, &all);
  int partner = rank == 0;
  MPI_Group_incl(all, 1, &partner, &other);
  MPI_Win win;
  MPI_Win_allocate(8 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  for (int i = 0; i < 20; ++i) {
#ifdef START
    MPI_Barrier(MPI_COMM_WORLD); // so that rank 1 is not behind rank 0
#endif
#if !defined LOCK && !defined LOCKS
    if (rank == 0)
      usleep(20000); // so that the others wait
#endif
    nothing(i, win, other);
  }
  MPI_Win_free(&win);
  MPI_Group_free(&other);
  MPI_Group_free(&all);
  MPI_Finalize();
  return 0;
}
