// Origins in the groups of a post that never communicate with the target are told; not where each of them does at one time or
// another, where the epochs order loads and stores of shared memory, nor in runs with locks.
//
// REQUIRES: openmpi
// RUN: rm -rf %t && mkdir %t
// DEFINE: %{mode} = SILENT
// DEFINE: %{findings} = \
// DEFINE:   %mpicc -D%{mode} %s -o %t/prog && \
// DEFINE:   env FENCEPOST_OPTIONS=trace=%t/%{mode} %mpirun -n 4 %t/prog && \
// DEFINE:   %analyze -n 2 -o %t/%{mode}.db %t/%{mode} && \
// DEFINE:   %query %t/%{mode}.db "SELECT instances, message, why, advice FROM finding WHERE finding = 'rma-unneeded-sync' OR level <> 'note'" "SELECT 'end'" | %FileCheck %s
//
// RUN: %{findings} --check-prefix=SILENT
// SILENT: {{^}}20|MPI_Win_wait at line [[#]] waits for origins of which 67 % never make an operation on the target (40 of 60)|
// SILENT-SAME: rank 0 waits for ranks 2, 3 without need; operations reach rank 0 from rank 1, in each of 20 epochs|
// SILENT-SAME: if that is so in every run, and nothing else relies on their order, leave these ranks out of the groups of MPI_Win_post, and the targets out of theirs of MPI_Win_start
//
// REDEFINE: %{mode} = TURNS
// RUN: %{findings} --check-prefix=QUIET
// QUIET-NOT: MPI_Win
// QUIET: end
// REDEFINE: %{mode} = LOCKED
// RUN: %{findings} --check-prefix=QUIET
// REDEFINE: %{mode} = SHARED
// RUN: %{findings} --check-prefix=QUIET

#include <mpi.h>

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, size, *memory, first = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Group all, root, others;
  MPI_Comm_group(MPI_COMM_WORLD, &all);
  MPI_Group_incl(all, 1, &first, &root);
  MPI_Group_excl(all, 1, &first, &others);
  MPI_Win win;
#ifdef SHARED
  MPI_Win_allocate_shared(8 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory,
                          &win);
#else
  MPI_Win_allocate(8 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
#endif
#ifdef LOCKED
  MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, win);
  MPI_Win_unlock(rank, win);
#endif
  for (int i = 0; i < 20; ++i) {
#ifdef TURNS
    int origin = 1 + i % (size - 1);
#else
    int origin = 1;
#endif
    if (rank == 0) {
      MPI_Win_post(others, 0, win);
      MPI_Win_wait(win);
    } else {
      MPI_Win_start(root, 0, win);
      if (rank == origin)
        MPI_Put(&rank, 1, MPI_INT, 0, rank, 1, MPI_INT, win);
      MPI_Win_complete(win);
    }
  }
  MPI_Win_free(&win);
  MPI_Group_free(&all);
  MPI_Group_free(&root);
  MPI_Group_free(&others);
  MPI_Finalize();
  return 0;
}
