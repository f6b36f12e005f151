// A target computes long before every other post, its origin before the others: with each wait right before the next post they
// compute at once. With each post right after the wait before it they do not, as the origin's complete needs the target to be in
// MPI; and neither can be where the target uses the window's memory. docs/what-if.md has times.
//
// REQUIRES: openmpi
// RUN: rm -rf %t* && %mpicc -g %s -o %t.plain && %mpicc -DUSED -g %s -o %t.used
// RUN: for twin in plain used; do env FENCEPOST_OPTIONS=trace=%t.trace.$twin timeout 60 %mpirun -n 2 %t.$twin || exit 1; done
// RUN: for n in 1 2; do %mpirun -n $n %fencepost-analyze --what-if=early-post:MPI_Win_post --what-if=late-wait:what-if-moves.c:$(grep -n 'MPI_Win_wait(' %s | tail -1 | cut -d: -f1) -o %t.$n %t.trace.plain && \
// RUN:   %query %t.$n "SELECT * FROM prediction" "SELECT * FROM assumption" > %t.out.$n || exit 1; done
// RUN: cmp %t.out.1 %t.out.2
// RUN: %python %S/Inputs/saved.py %t.1 -150:250 250:1200
// RUN: %query %t.1 "SELECT prediction, text FROM assumption" | %FileCheck %s
// CHECK: 1|20 calls of 20 could be moved, at most to the end of the exposure epoch before; 0 calls no further, as the rank uses its memory of the window
// CHECK: 1|what the rank did with its memory of the window is what it does in every run
// CHECK: 2|20 calls of 20 could be moved, at most to the next call that needs the exposure epoch to be over; 0 calls no further
//
// RUN: %fencepost-analyze --what-if=early-post:target --what-if=late-wait:target -o %t.db %t.trace.used
// RUN: %query %t.db "SELECT round((replayed - predicted) / replayed, 2), calls FROM prediction" "SELECT text FROM assumption" | %FileCheck %s --check-prefix=USED
// USED: {{-?}}0.0|20
// USED-NEXT: {{-?}}0.0|20
// USED: calls of 20 could be moved, at most to the end of the exposure epoch before; 20 calls no further, as
// USED: calls of 20 could be moved, at most to the next call that needs the exposure epoch to be over; 20 calls no further
//
// RUN: %one-line "--what-if=late-wait:origin: no MPI_Win_wait was recorded at this place" %fencepost-analyze --what-if=late-wait:origin -o %t.bad %t.trace.used

#include <mpi.h>
#include <stdio.h>
#include <time.h>

enum { kEpochs = 20 };

static MPI_Win win;
static MPI_Group other;
static int memory[2];

static void compute(long milliseconds) {
  struct timespec time = {0, milliseconds * 1000000};
  nanosleep(&time, NULL);
}

static void target(void) {
#if defined(LATE)
  for (int i = 0; i < kEpochs; ++i) {
    compute(i % 2 ? 50 : 5);
    if (i > 0)
      MPI_Win_wait(win);
    MPI_Win_post(other, 0, win);
  }
  MPI_Win_wait(win);
#elif defined(EARLY)
  MPI_Win_post(other, 0, win);
  for (int i = 0; i < kEpochs; ++i) {
    compute(i % 2 ? 50 : 5);
    MPI_Win_wait(win);
    if (i + 1 < kEpochs)
      MPI_Win_post(other, 0, win);
  }
#else
  for (int i = 0; i < kEpochs; ++i) {
    compute(i % 2 ? 50 : 5);
#ifdef USED
    memory[1] += memory[0];
#endif
    MPI_Win_post(other, 0, win);
    MPI_Win_wait(win);
#ifdef USED
    memory[1] += memory[0];
#endif
  }
#endif
}

static void origin(void) {
  int value = 0;
  for (int i = 0; i < kEpochs; ++i) {
    compute(i % 2 ? 5 : 50);
    MPI_Win_start(other, 0, win);
    MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    MPI_Win_complete(win);
  }
}

int main(int argc, char **argv) {
  int rank;
  MPI_Group all;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int partner = 1 - rank;
  MPI_Comm_group(MPI_COMM_WORLD, &all);
  MPI_Group_incl(all, 1, &partner, &other);
  MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Barrier(MPI_COMM_WORLD);
  double begin = MPI_Wtime();
  if (rank == 0)
    target();
  else
    origin();
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0)
    printf("%f\n", MPI_Wtime() - begin);
  MPI_Win_free(&win);
  MPI_Group_free(&other);
  MPI_Group_free(&all);
  MPI_Finalize();
  return 0;
}
