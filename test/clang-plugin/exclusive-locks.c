// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify %s
//
// Who holds a lock exclusively keeps those out that lock too, and nobody else. A loop that looks for something in window
// memory, under whichever lock, may wait for another process.

#include <mpi.h>

void use(int value);

static void unlockedOwner(int rank) {
  int *memory, value = 1;
  MPI_Win win;
  MPI_Win_allocate(4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win); // expected-note {{nothing behind this call orders the two}}
  if (rank == 0) {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win); // expected-note {{from here}}
    MPI_Win_unlock(1, win);
  } else if (rank == 1) {
    use(memory[0]); // expected-warning {{'memory[0]' is read while another process's MPI_Put at line 16 may still be writing it [rma-remote-race]}}
  }
  MPI_Win_free(&win);
}

static void countedLocks(int rank) {
  int *memory, value = 1;
  MPI_Win win;
  MPI_Win_allocate(4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win); // expected-note {{nothing behind this call orders the two}}
  if (rank == 0) {
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win); // expected-note {{from here}}
    MPI_Win_unlock(1, win);
  } else if (rank == 1) {
    for (int i = 2; i < 5; i++) {
      MPI_Win_lock(MPI_LOCK_SHARED, i, 0, win);
      MPI_Put(&value, 1, MPI_INT, i, 0, 1, MPI_INT, win);
      MPI_Win_unlock(i, win);
    }
    use(memory[0]); // expected-warning {{'memory[0]' is read while another process's MPI_Put at line 30 may still be writing it [rma-remote-race]}}
  }
  MPI_Win_free(&win);
}

// ---- quiet

static void lockedOwner(int rank) {
  int *memory, value = 1;
  MPI_Win win;
  MPI_Win_allocate(4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  if (rank == 0) {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_unlock(1, win);
  } else if (rank == 1) {
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
    use(memory[0]);
    MPI_Win_unlock(1, win);
  }
  MPI_Win_free(&win);
}

static void exclusiveOwner(int rank) {
  int *memory, value = 1;
  MPI_Win win;
  MPI_Win_allocate(4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  if (rank == 0) {
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_unlock(1, win);
  } else if (rank == 1) {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
    memory[0]++;
    MPI_Win_unlock(1, win);
  }
  MPI_Win_free(&win);
}

static void oneAfterTheOther(void) {
  int *memory, value = 1;
  MPI_Win win;
  MPI_Win_allocate(4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
  MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
  MPI_Win_unlock(0, win);
  MPI_Win_free(&win);
}

static void waitsUnderLocks(int rank) {
  int *memory, value = 8, one = 1, flag = 0;
  MPI_Win win;
  MPI_Win_allocate(8, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, win);
  memory[0] = memory[1] = 0;
  MPI_Win_unlock(rank, win);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) {
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
    MPI_Put(&value, 1, MPI_INT, 1, 1, 1, MPI_INT, win);
    MPI_Win_unlock(1, win);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
    MPI_Put(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_unlock(1, win);
  } else if (rank == 1) {
    while (!flag) {
      MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
      flag = memory[0];
      MPI_Win_unlock(1, win);
    }
    use(memory[1]);
  }
  MPI_Win_free(&win);
}

static void looksForAWhile(int rank) {
  int *memory, value = 8, one = 1;
  MPI_Win win;
  MPI_Win_allocate(8, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  if (rank == 0) {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
    MPI_Put(&value, 1, MPI_INT, 1, 1, 1, MPI_INT, win);
    MPI_Win_flush(1, win);
    MPI_Put(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_unlock(1, win);
  } else if (rank == 1) {
    for (int tries = 0; tries < 1000; tries++) {
      MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
      int flag = memory[0];
      MPI_Win_unlock(1, win);
      if (flag)
        break;
    }
    use(memory[1]);
  }
  MPI_Win_free(&win);
}

int main(void) {
  int rank;
  MPI_Init(0, 0);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  unlockedOwner(rank);
  countedLocks(rank);
  lockedOwner(rank);
  exclusiveOwner(rank);
  oneAfterTheOther();
  waitsUnderLocks(rank);
  looksForAWhile(rank);
  MPI_Finalize();
}
