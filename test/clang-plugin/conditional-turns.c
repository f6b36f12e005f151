// Operations that only some turns of a loop issue: what earlier turns have completed says nothing
// of the turn that issues one.
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify %s

#include <mpi.h>
#include <string.h>

void everyOtherTurn(MPI_Win win, int right, int turns, double sum) {
  double next = 0;
  for (int turn = 0; turn < turns; ++turn) {
    MPI_Win_fence(0, win); // expected-note {{the epoch was opened here}}
    if (turn % 2)          // expected-note {{taking the true branch}}
      MPI_Put(&next, 1, MPI_DOUBLE, right, 8, 1, MPI_DOUBLE, win); // expected-note {{MPI_Put reads '&next' from here}}
    next = sum; // expected-warning {{'next' is written while MPI_Put at line 13 may still be reading it [rma-local-race]}}
  }
  MPI_Win_fence(0, win);
}

void behindTheFence(MPI_Win win, int right, int turns, double sum) {
  double next = 0;
  for (int turn = 0; turn < turns; ++turn) {
    if (turn % 2)
      MPI_Put(&next, 1, MPI_DOUBLE, right, 8, 1, MPI_DOUBLE, win);
    MPI_Win_fence(0, win);
    next = sum;
  }
}

void otherTurns(MPI_Win win, int right, int turns, double sum) {
  double next = 0;
  for (int turn = 0; turn < turns; ++turn) {
    MPI_Win_fence(0, win);
    if (turn % 2)
      MPI_Put(&next, 1, MPI_DOUBLE, right, 8, 1, MPI_DOUBLE, win);
    else
      next = sum;
  }
  MPI_Win_fence(0, win);
}

void askedTwice(MPI_Win win, int right, int turns, const int *skips) {
  double next = 0;
  for (int turn = 0; turn < turns; ++turn) {
    MPI_Win_fence(0, win);
    if (skips[turn])
      MPI_Put(&next, 1, MPI_DOUBLE, right, 8, 1, MPI_DOUBLE, win);
    if (skips[turn])
      continue;
    next = 2;
  }
  MPI_Win_fence(0, win);
}

void oneOfSeveral(MPI_Win win, int right, int turns) {
  double next = 0;
  for (int turn = 0; turn < turns; ++turn) {
    MPI_Win_fence(0, win);
    switch (turn % 3) {
    case 0:
      MPI_Put(&next, 1, MPI_DOUBLE, right, 8, 1, MPI_DOUBLE, win);
      break;
    case 1:
      next = 2;
      break;
    }
  }
  MPI_Win_fence(0, win);
}

// The loop within goes round before the outer one completes anything.
void loopWithin(MPI_Win win, int right, int n, int turns, double *edge, const int *wanted) {
  for (int turn = 0; turn < turns; ++turn) {
    MPI_Win_fence(0, win); // expected-note {{the epoch was opened here}}
    for (int i = 0; i < n; i++)
      if (wanted[i])            // expected-note {{taking the true branch}}
        MPI_Put(edge, 1, MPI_DOUBLE, right, i, 1, MPI_DOUBLE, win); // expected-note {{MPI_Put reads 'edge' from here}}
    edge[0] = turn; // expected-warning {{'edge[0]' is written while MPI_Put at line 76 may still be reading it [rma-local-race]}}
  }
  MPI_Win_fence(0, win);
}

// Whoever leaves the loop this way has completed it.
void leftBehindTheFence(MPI_Win win, int right, int limit, double sum) {
  double next = 0;
  int turn = 0;
  do {
    MPI_Win_fence(0, win);
    if (turn > limit)
      break;
    MPI_Put(&next, 1, MPI_DOUBLE, right, 8, 1, MPI_DOUBLE, win);
  } while (++turn);
  next = sum;
  MPI_Put(&next, 1, MPI_DOUBLE, right, 8, 1, MPI_DOUBLE, win);
  MPI_Win_fence(0, win);
}

void leftInLoop(MPI_Win win, int right, int limit, int rounds, double sum) {
  double next = 0;
  for (int round = 0; round < rounds; ++round) {
    int turn = 0;
    do {
      MPI_Win_fence(0, win);
      if (turn > limit)
        break;
      MPI_Put(&next, 1, MPI_DOUBLE, right, 8, 1, MPI_DOUBLE, win);
    } while (++turn);
    next = sum;
  }
}

void oneTurnsOwn(MPI_Win win, int right, int turns, double sum, const int *wanted) {
  MPI_Win_lock_all(0, win);
  for (int turn = 0; turn < turns; ++turn) {
    double own = sum;
    if (wanted[turn])
      MPI_Put(&own, 1, MPI_DOUBLE, right, 0, 1, MPI_DOUBLE, win); // expected-warning {{MPI_Put may still be reading 'own' when that goes out of scope [rma-buffer-lifetime]}}
  }
  MPI_Win_unlock_all(win);
}

void flushedWhereIssued(MPI_Win win, int right, int turns, double sum, const int *wanted) {
  double value;
  MPI_Win_lock_all(0, win);
  for (int turn = 0; turn < turns; ++turn) {
    MPI_Win_flush_local(right, win);
    value = sum;
    if (wanted[turn])
      MPI_Put(&value, 1, MPI_DOUBLE, right, 0, 1, MPI_DOUBLE, win);
  }
  MPI_Win_unlock_all(win);
}

void flushedIfPending(MPI_Win win, int right, int turns, double sum, const int *wanted) {
  double value;
  int isPending = 0;
  MPI_Win_lock_all(0, win);
  for (int turn = 0; turn < turns; ++turn) {
    if (isPending)
      MPI_Win_flush_local(right, win);
    isPending = 0;
    value = sum;
    if (wanted[turn]) {
      MPI_Put(&value, 1, MPI_DOUBLE, right, 0, 1, MPI_DOUBLE, win);
      isPending = 1;
    }
  }
  MPI_Win_unlock_all(win);
}

void flushedBeforeWritten(MPI_Win win, int right, int turns, const int *wanted) {
  double value = 1;
  MPI_Win_lock_all(0, win);
  for (int turn = 0; turn < turns; ++turn) {
    MPI_Win_flush(right, win);
    if (wanted[turn])
      MPI_Put(&value, 1, MPI_DOUBLE, right, 0, 1, MPI_DOUBLE, win);
    if (wanted[turn + 1]) {
      MPI_Win_flush(right, win);
      value = 2;
    }
  }
  MPI_Win_unlock_all(win);
}

double completedWhereAsked(MPI_Win win, int right, int turns, int waits, const int *wanted) {
  double got = 0, sum = 0;
  for (int turn = 0; turn < turns; ++turn) {
    MPI_Win_fence(0, win);
    if (wanted[turn]) {
      MPI_Get(&got, 1, MPI_DOUBLE, right, 0, 1, MPI_DOUBLE, win);
      if (waits)
        MPI_Win_fence(0, win);
    }
    sum += got;
  }
  MPI_Win_fence(0, win);
  return sum;
}

// ---- asked twice in one turn

void refilled(MPI_Win win, int to, int *b) {
  MPI_Win_lock(MPI_LOCK_SHARED, to, 0, win); // expected-note {{the epoch was opened here}}
  for (int turn = 0; turn < 10; ++turn) {
    if (turn % 2) // expected-note {{taking the true branch}}
      MPI_Put(b, 8, MPI_INT, to, 0, 8, MPI_INT, win); // expected-note {{MPI_Put reads 'b' from here}}
    if (turn % 2)
      memset(b, turn, 8 * sizeof(int)); // expected-warning {{'b' is written by memset while MPI_Put}}
    MPI_Win_flush(to, win);
  }
  MPI_Win_unlock(to, win);
}

void oddTurns(MPI_Win win, int to, int *b, int n) {
  int turn = 0;
  MPI_Win_lock(MPI_LOCK_SHARED, to, 0, win); // expected-note {{the epoch was opened here}}
  while (turn < n) {
    int odd = turn & 1;
    if (odd) // expected-note {{taking the true branch}}
      MPI_Put(b, 8, MPI_INT, to, 0, 8, MPI_INT, win); // expected-note {{MPI_Put reads 'b' from here}}
    if (odd)
      b[0] = 1; // expected-warning {{'b[0]' is written while MPI_Put}}
    MPI_Win_flush(to, win);
    turn++;
  }
  MPI_Win_unlock(to, win);
}

void evenTurns(MPI_Win win, int to, int *b) {
  MPI_Win_lock(MPI_LOCK_SHARED, to, 0, win);
  for (int turn = 0; turn < 10; ++turn) {
    if (turn % 2)
      MPI_Put(b, 8, MPI_INT, to, 0, 8, MPI_INT, win);
    if (turn % 2 == 0)
      b[0] = turn;
    MPI_Win_flush(to, win);
  }
  MPI_Win_unlock(to, win);
}

void countedBetween(MPI_Win win, int to, int *b, int n) {
  int turn = 0;
  MPI_Win_lock(MPI_LOCK_SHARED, to, 0, win);
  while (turn < n) {
    if (turn % 2)
      MPI_Put(b, 8, MPI_INT, to, 0, 8, MPI_INT, win);
    turn++;
    if (turn % 2)
      b[0] = 1;
    MPI_Win_flush(to, win);
  }
  MPI_Win_unlock(to, win);
}

void flushedBetween(MPI_Win win, int to, int *b, int n) {
  MPI_Win_lock(MPI_LOCK_SHARED, to, 0, win);
  for (int turn = 0; turn < n; turn++) {
    if (turn % 2)
      MPI_Put(b, 8, MPI_INT, to, 0, 8, MPI_INT, win);
    if (turn % 2)
      MPI_Win_flush(to, win);
    if (turn % 2)
      b[0] = 1;
  }
  MPI_Win_unlock(to, win);
}

void firstTurn(MPI_Win win, int to, int *b, int n) {
  MPI_Win_lock(MPI_LOCK_SHARED, to, 0, win);
  for (int turn = 0; turn < n; turn++) {
    if (turn == 0)
      b[0] = 1;
    if (turn == 0)
      MPI_Put(b, 8, MPI_INT, to, 0, 8, MPI_INT, win);
  }
  MPI_Win_unlock(to, win);
}
