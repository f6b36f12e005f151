// A ring whose ranks are late in turn, with fences; the same with post/start/complete/wait, and with the computing of each
// iteration divided evenly. Of the first run it is predicted what the others take; docs/what-if.md has the times of all three.
//
// REQUIRES: openmpi
// RUN: rm -rf %t* && %mpicc -g %s -o %t.fence
// RUN: env FENCEPOST_OPTIONS=trace=%t.trace.fence timeout 60 %mpirun -n 6 %t.fence
// RUN: for n in 1 3; do %mpirun -n $n %fencepost-analyze --what-if=pscw:synchronize --what-if=balance --what-if=pscw:what-if-twins.c:$(grep -n '^  MPI_Win_fence' %s | cut -d: -f1) -o %t.$n %t.trace.fence && \
// RUN:   %query %t.$n "SELECT * FROM prediction" "SELECT * FROM assumption" > %t.out.$n || exit 1; done
// RUN: cmp %t.out.1 %t.out.3
// RUN: %python %S/Inputs/saved.py %t.1 120:900 600:2000 120:900
// RUN: %query %t.1 "SELECT text FROM assumption WHERE prediction < 3" | %FileCheck %s
// CHECK: the ranks that communicate are those of this run, 288 of 750 pairs of ranks and epochs, and are known beforehand
// CHECK: nothing else relies on the fence as a barrier
// CHECK: the computing of each of {{[0-9]+}} stretches between synchronizations of all ranks can be divided evenly among the ranks

#include <mpi.h>
#include <stdio.h>
#include <time.h>

enum { kIterations = 24 };

static MPI_Win win;
static MPI_Group near;

static void compute(double milliseconds) {
  struct timespec time = {0, (long)(milliseconds * 1e6)};
  nanosleep(&time, NULL);
}

static void synchronize(int i) {
#ifdef PSCW
  if (i >= 0) {
    MPI_Win_complete(win);
    MPI_Win_wait(win);
  }
  if (i + 1 < kIterations) {
    MPI_Win_post(near, 0, win);
    MPI_Win_start(near, 0, win);
  }
#else
  (void)i;
  MPI_Win_fence(0, win);
#endif
}

static int isLate(int rank, int i, int size) {
  return (i * 3 + i / 2) % size == rank || (i * 3) % size == rank;
}

int main(int argc, char **argv) {
  int rank, size, value = 0, memory[2];
  MPI_Group all;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int neighbours[] = {(rank + 1) % size, (rank + size - 1) % size};
  MPI_Comm_group(MPI_COMM_WORLD, &all);
  MPI_Group_incl(all, 2, neighbours, &near);
  MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Barrier(MPI_COMM_WORLD);
  double begin = MPI_Wtime();
  synchronize(-1);
  for (int i = 0; i < kIterations; ++i) {
    double mine = isLate(rank, i, size) ? 60 : 10;
#ifdef EVEN
    mine = 0;
    for (int each = 0; each < size; ++each)
      mine += (isLate(each, i, size) ? 60. : 10.) / size;
#endif
    compute(mine);
    for (int side = 0; side < 2; ++side)
      MPI_Put(&value, 1, MPI_INT, neighbours[side], side, 1, MPI_INT, win);
    synchronize(i);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0)
    printf("%f\n", MPI_Wtime() - begin);
  MPI_Win_free(&win);
  MPI_Group_free(&near);
  MPI_Group_free(&all);
  MPI_Finalize();
  return 0;
}
