// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify %s
//
// Questions whose answer follows from earlier ones.

#include <mpi.h>
#include <stdbool.h>

void use(int value);

static void sameQuestion(MPI_Win win, int rank, int value) {
  MPI_Win_fence(0, win); // expected-note {{opened here}}
  if (rank == 0) // expected-note {{taking the true branch}}
    MPI_Get(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win); // expected-note {{from here}}
  if (rank == 0)
    use(value); // expected-warning {{'value' is read while MPI_Get at line 13 may still be writing it}}
  MPI_Win_fence(0, win);
}

static void inOtherWords(MPI_Win win, int value) {
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const bool isRoot = rank == 0;
  MPI_Win_fence(0, win); // expected-note {{opened here}}
  if (isRoot) // expected-note {{taking the true branch}}
    MPI_Get(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win); // expected-note {{from here}}
  if (!rank)
    use(value); // expected-warning {{'value' is read while MPI_Get at line 25 may still be writing it}}
  MPI_Win_fence(0, win);
}

static void fewerCome(MPI_Win win, int rank, int value) {
  MPI_Win_fence(0, win); // expected-note {{opened here}}
  if (rank < 4) // expected-note {{taking the true branch}}
    MPI_Get(&value, 1, MPI_INT, 5, 0, 1, MPI_INT, win); // expected-note {{from here}}
  if (1 == rank)
    value = 2; // expected-warning {{'value' is written while MPI_Get at line 34 may still be writing it}}
  MPI_Win_fence(0, win);
}

static void ofTwoOperations(MPI_Win win, int rank, bool verbose, int value) {
  MPI_Win_fence(0, win); // expected-note {{opened here}}
  if (verbose) // expected-note {{taking the true branch}}
    MPI_Get(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win); // expected-note {{from here}}
  if (rank != 1)
    rank++;
  if (verbose)
    MPI_Put(&value, 1, MPI_INT, 2, 0, 1, MPI_INT, win); // expected-warning {{'&value' is read by MPI_Put while MPI_Get at line 43 may still be writing it}}
  MPI_Win_fence(0, win);
}

// ---- quiet

static void otherAnswer(MPI_Win win, int rank, int value) {
  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Get(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  if (rank != 0)
    use(value);
  MPI_Win_fence(0, win);
  if (rank % 2 == 0)
    MPI_Get(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  if (rank % 2 == 1)
    value = 1;
  MPI_Win_fence(0, win);
  if (rank < 2)
    MPI_Get(&value, 1, MPI_INT, 2, 0, 1, MPI_INT, win);
  if (rank >= 2)
    value = 1;
  MPI_Win_fence(0, win);
}

static void ofTwoParts(MPI_Win win, int rank, bool verbose, int value) {
  const bool both = rank == 0 && verbose;
  MPI_Win_fence(0, win);
  if (both)
    MPI_Get(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  if (rank != 0 && verbose)
    use(value);
  MPI_Win_fence(0, win);
  if (!(rank == 0 || verbose))
    MPI_Get(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  if (rank == 0 && !verbose)
    value = 1;
  MPI_Win_fence(0, win);
}

static void completedByThose(MPI_Win win, int rank, int value) {
  MPI_Win_lock_all(0, win);
  if (rank == 0)
    MPI_Get(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  if (rank == 0)
    MPI_Win_flush(1, win);
  if (rank == 0)
    use(value);
  MPI_Win_unlock_all(win);
}

static void changedBetween(MPI_Win win, int phase, int value) {
  MPI_Win_fence(0, win);
  if (phase == 0)
    MPI_Get(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  phase++;
  if (phase == 0)
    use(value);
  MPI_Win_fence(0, win);
}

static void ofEachIteration(MPI_Win win, int rank, int n, int value) {
  MPI_Win_fence(0, win);
  for (int i = 0; i < n; i++) {
    const int mine = i % n == rank;
    if (!mine && i == 0)
      use(value);
    if (mine) {
      MPI_Get(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
      break;
    }
  }
  MPI_Win_fence(0, win);
}

static void shadowed(MPI_Win win, int rank, int n, int value) {
  MPI_Win_fence(0, win);
  if (rank == 3)
    MPI_Get(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  {
    const int rank = n > 5;
    if (rank == 3)
      value = 1;
  }
  MPI_Win_fence(0, win);
}

void run(MPI_Win win, int rank, int n) {
  sameQuestion(win, rank, 1);
  inOtherWords(win, 1);
  fewerCome(win, rank, 1);
  ofTwoOperations(win, rank, n > 2, 1);
  otherAnswer(win, rank, 1);
  ofTwoParts(win, rank, n > 2, 1);
  completedByThose(win, rank, 1);
  changedBetween(win, n, 1);
  ofEachIteration(win, rank, n, 1);
  shadowed(win, rank, n, 1);
}
