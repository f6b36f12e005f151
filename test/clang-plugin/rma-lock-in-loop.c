// RUN: %clang -fplugin=%plugin %mpi-include -fsyntax-only -fplugin-arg-fencepost-rma-lock-in-loop=warning -Xclang -verify %s
// RUN: %clang -fplugin=%plugin %mpi-include -fsyntax-only -Werror %s
// What rma-lock-in-loop reports, and below what it must not.
#include <mpi.h>
#include <stdio.h>

void scattered(const int *owner, const int *slot, double *values, int n) {
  double *memory;
  MPI_Win win;
  MPI_Win_allocate(64, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  for (int i = 0; i < n; ++i) {
    MPI_Win_lock(MPI_LOCK_SHARED, owner[i], 0, win); // expected-warning {{each iteration locks window 'win' for an operation or two; MPI_Win_lock_all may come before the loop and the unlock after it [rma-lock-in-loop]}}
    MPI_Accumulate(&values[i], 1, MPI_DOUBLE, owner[i], slot[i], 1, MPI_DOUBLE, MPI_SUM, win);
    MPI_Win_unlock(owner[i], win); // expected-note {{here MPI_Win_flush(owner[i], win) completes what the iteration does}}
  }
  MPI_Win_free(&win);
}
void oneTarget(int target, int n) {
  int *memory, value = 0;
  MPI_Win win;
  MPI_Win_allocate(64, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  for (int i = 0; i < n; ++i) {
    value += i;
    MPI_Win_lock(MPI_LOCK_SHARED, target, 0, win); // expected-warning {{the lock may come before the loop and the unlock after it}}
    MPI_Put(&value, 1, MPI_INT, target, i, 1, MPI_INT, win);
    MPI_Win_unlock(target, win); // expected-note {{MPI_Win_flush(target, win)}}
  }
  MPI_Win_free(&win);
}
void whileLoop(int n) {
  int value = 1, before, memory[4] = {0};
  MPI_Win win;
  MPI_Win_create(memory, sizeof memory, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  while (n > 0) {
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win); // expected-warning {{[rma-lock-in-loop]}}
    MPI_Fetch_and_op(&value, &before, MPI_INT, 0, 0, MPI_SUM, win);
    MPI_Win_unlock(0, win); // expected-note {{MPI_Win_flush(0, win)}}
    n -= before;
  }
  MPI_Win_free(&win);
}

// ---- quiet
void exclusive(const int *owner, int *values, int n) {
  int *memory;
  MPI_Win win;
  MPI_Win_allocate(64, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  for (int i = 0; i < n; ++i) {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, owner[i], 0, win);
    MPI_Put(&values[i], 1, MPI_INT, owner[i], i, 1, MPI_INT, win);
    MPI_Win_unlock(owner[i], win);
  }
  MPI_Win_free(&win);
}
void readModifyWrite(int target, int n) {
  int *memory, value;
  MPI_Win win;
  MPI_Win_allocate(64, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  for (int i = 0; i < n; ++i) {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, target, 0, win);
    MPI_Get(&value, 1, MPI_INT, target, 0, 1, MPI_INT, win);
    MPI_Win_flush(target, win);
    value++;
    MPI_Put(&value, 1, MPI_INT, target, 0, 1, MPI_INT, win);
    MPI_Win_unlock(target, win);
  }
  MPI_Win_free(&win);
}
// Another process keeps these out meanwhile; it would wait for all of the loop.
void readersAndWriter(int rank, int n) {
  int *memory, value = 0;
  MPI_Win win;
  MPI_Win_allocate(64, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  if (rank == 0) {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
    MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    MPI_Win_unlock(0, win);
  }
  for (int i = 0; i < n; ++i) {
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
    MPI_Get(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    MPI_Win_unlock(0, win);
  }
  MPI_Win_free(&win);
}
// Who knows how others lock it.
void fromElsewhere(MPI_Win win, const int *owner, int *values, int n) {
  for (int i = 0; i < n; ++i) {
    MPI_Win_lock(MPI_LOCK_SHARED, owner[i], 0, win);
    MPI_Put(&values[i], 1, MPI_INT, owner[i], i, 1, MPI_INT, win);
    MPI_Win_unlock(owner[i], win);
  }
}
static void putOne(MPI_Win win, int owner, int *value) {
  MPI_Win_lock(MPI_LOCK_SHARED, owner, 0, win);
  MPI_Put(value, 1, MPI_INT, owner, 0, 1, MPI_INT, win);
  MPI_Win_unlock(owner, win);
}
void inAHelper(const int *owner, int *values, int n) {
  int *memory;
  MPI_Win win;
  MPI_Win_allocate(64, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  for (int i = 0; i < n; ++i)
    putOne(win, owner[i], &values[i]);
  MPI_Win_free(&win);
}
// Much is done under each lock.
void manyOperations(const int *owner, int *values, int n) {
  int *memory;
  MPI_Win win;
  MPI_Win_allocate(64, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  for (int p = 0; p < n; ++p) {
    MPI_Win_lock(MPI_LOCK_SHARED, p, 0, win);
    for (int i = 0; i < n; ++i)
      MPI_Put(&values[i], 1, MPI_INT, p, i, 1, MPI_INT, win);
    MPI_Win_unlock(p, win);
  }
  for (int p = 0; p < n; ++p) {
    MPI_Win_lock(MPI_LOCK_SHARED, p, 0, win);
    MPI_Put(&values[0], 1, MPI_INT, p, 0, 1, MPI_INT, win);
    MPI_Put(&values[1], 1, MPI_INT, p, 1, 1, MPI_INT, win);
    MPI_Put(&values[2], 1, MPI_INT, p, 2, 1, MPI_INT, win);
    MPI_Win_unlock(p, win);
  }
  MPI_Win_free(&win);
}
// Its own memory is looked at under the lock, or between two.
void ownMemory(int rank, int n) {
  int *memory, value = 0;
  MPI_Win win;
  MPI_Win_allocate(64, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  for (int i = 0; i < n; ++i) {
    MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, win);
    MPI_Get(&value, 1, MPI_INT, rank, 1, 1, MPI_INT, win);
    MPI_Win_flush(rank, win);
    value += memory[0];
    MPI_Win_unlock(rank, win);
  }
  MPI_Win_free(&win);
}
void throughACopy(int rank, int n) {
  int *memory, *row, value = 0;
  MPI_Win win;
  MPI_Win_allocate(64, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  row = memory;
  for (int i = 0; i < n; ++i) {
    MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, win);
    MPI_Get(&value, 1, MPI_INT, rank, 1, 1, MPI_INT, win);
    MPI_Win_unlock(rank, win);
    value += row[0];
    row++;
  }
  MPI_Win_free(&win);
}
void createdFrom(int *memory, int *other, int rank, int n) {
  int value = 0;
  MPI_Win win;
  MPI_Win_create(memory, 64, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  for (int i = 0; i < n; ++i) {
    MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, win);
    MPI_Get(&value, 1, MPI_INT, rank, 1, 1, MPI_INT, win);
    MPI_Win_unlock(rank, win);
    value += other[0]; // may be the window's memory
  }
  MPI_Win_free(&win);
}
// Fences and posts do not go with a lock that is held.
void betweenFences(int n) {
  int *memory, value = 0;
  MPI_Win win;
  MPI_Win_allocate(64, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  for (int i = 0; i < n; ++i) {
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
    MPI_Get(&value, 1, MPI_INT, 0, 1, 1, MPI_INT, win);
    MPI_Win_unlock(0, win);
    MPI_Win_fence(0, win);
  }
  MPI_Win_free(&win);
}
// A lock is held already; or the loop locks another target too.
void others(int n) {
  int *memory, value = 0;
  MPI_Win win;
  MPI_Win_allocate(64, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock(MPI_LOCK_SHARED, 5, 0, win);
  for (int i = 0; i < n; ++i) {
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
    MPI_Get(&value, 1, MPI_INT, 0, 1, 1, MPI_INT, win);
    MPI_Win_unlock(0, win);
  }
  MPI_Win_unlock(5, win);
  for (int i = 0; i < n; ++i) {
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
    MPI_Get(&value, 1, MPI_INT, 0, 1, 1, MPI_INT, win);
    MPI_Win_unlock(1, win);
    MPI_Win_unlock(0, win);
  }
  MPI_Win_free(&win);
}
// Once at most.
void chosen(int rank, int size) {
  int *memory, value = 0;
  MPI_Win win;
  MPI_Win_allocate(64, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  for (int p = 0; p < size; ++p)
    if (p == rank) {
      MPI_Win_lock(MPI_LOCK_SHARED, p, 0, win);
      MPI_Get(&value, 1, MPI_INT, p, 1, 1, MPI_INT, win);
      MPI_Win_unlock(p, win);
    }
  MPI_Win_free(&win);
}
// Where it ends in the middle the unlock would be missing.
int leftInTheMiddle(int n) {
  int *memory, value = 0;
  MPI_Win win;
  MPI_Win_allocate(64, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  for (int i = 0; i < n; ++i) {
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
    MPI_Get(&value, 1, MPI_INT, 0, 1, 1, MPI_INT, win);
    MPI_Win_unlock(0, win);
    if (value == 3) {
      MPI_Win_free(&win);
      return 0;
    }
  }
  MPI_Win_free(&win);
  return value;
}
void sharedMemory(int n) {
  int *memory, value = 0;
  MPI_Win win;
  MPI_Win_allocate_shared(64, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  for (int i = 0; i < n; ++i) {
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
    MPI_Put(&value, 1, MPI_INT, 0, 1, 1, MPI_INT, win);
    MPI_Win_unlock(0, win);
  }
  MPI_Win_free(&win);
}
