// RUN: %clang -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify %s
// A way out of a loop past the call that closes the epoch.
#include <mpi.h>

int find(MPI_Win win, int size, int wanted) {
  int found = -1;
  for (int p = 0; p < size; p++) {
    int theirs = -1;
    MPI_Win_lock(MPI_LOCK_SHARED, p, 0, win);
    MPI_Get(&theirs, 1, MPI_INT, p, 0, 1, MPI_INT, win);
    MPI_Win_flush(p, win);
    if (theirs == wanted) {
      found = p;
      MPI_Win_unlock(p, win);
      break;
    }
    MPI_Win_unlock(p, win);
  }
  return found;
}

// Who is locked when it returns may be unlocked by who called.
int acquire(MPI_Win win, int tries) {
  int one = 1, zero = 0, was = 1;
  MPI_Win_lock_all(0, win);
  for (int i = 0; i < tries; i++) {
    MPI_Compare_and_swap(&one, &zero, &was, MPI_INT, 0, 0, win);
    MPI_Win_flush(0, win);
    if (was == 0)
      return 1;
  }
  MPI_Win_unlock_all(win);
  return 0;
}

void spin(MPI_Win win) {
  int one = 1, zero = 0, was = 1;
  MPI_Win_lock_all(0, win);
  while (1) {
    MPI_Compare_and_swap(&one, &zero, &was, MPI_INT, 0, 0, win);
    MPI_Win_flush(0, win);
    if (was == 0)
      return;
  }
}

void stops(MPI_Win win, int n) {
  int value = 0;
  MPI_Win_lock_all(0, win);
  for (int i = 0; i < n; i++) {
    MPI_Get(&value, 1, MPI_INT, 0, i, 1, MPI_INT, win);
    MPI_Win_flush(0, win);
    if (value < 0)
      break;
    if (value == 1)
      goto out;
    if (value == 2)
      MPI_Abort(MPI_COMM_WORLD, 1);
  }
out:
  MPI_Win_unlock_all(win);
}

void flagged(MPI_Win win, int n) {
  int value = 0, isOpen = 1;
  MPI_Win_lock_all(0, win);
  for (int i = 0; i < n; i++) {
    MPI_Get(&value, 1, MPI_INT, 0, i, 1, MPI_INT, win);
    MPI_Win_flush(0, win);
    if (value < 0)
      goto out;
  }
  MPI_Win_unlock_all(win);
  isOpen = 0;
out:
  if (isOpen)
    MPI_Win_unlock_all(win);
}

void fails(MPI_Win win, int n) {
  int value = 0;
  MPI_Win_lock_all(0, win);
  for (int i = 0; i < n; i++) {
    MPI_Get(&value, 1, MPI_INT, 0, i, 1, MPI_INT, win);
    MPI_Win_flush(0, win);
    if (value < 0)
      goto failed;
  }
  MPI_Win_unlock_all(win);
  return;
failed:
  MPI_Abort(MPI_COMM_WORLD, 1);
}

void gone(MPI_Win win, int n) {
  int value = 0;
  MPI_Win_lock_all(0, win); // expected-warning {{is left open by the return at line 102}}
  for (int i = 0; i < n; i++) {
    MPI_Get(&value, 1, MPI_INT, 0, i, 1, MPI_INT, win);
    MPI_Win_flush(0, win);
    if (value < 0)
      return; // expected-note {{this return leaves it open}}
  }
  MPI_Win_unlock_all(win); // expected-note {{the other way closes it here}}
}

// The cell's owner unlocks it once it is told.
void handsOver(MPI_Win win, int n, int *isLocked) {
  int value = 0;
  MPI_Win_lock_all(0, win);
  for (int i = 0; i < n; i++) {
    MPI_Get(&value, 1, MPI_INT, 0, i, 1, MPI_INT, win);
    MPI_Win_flush(0, win);
    if (value < 0) {
      *isLocked = 1;
      return;
    }
  }
  MPI_Win_unlock_all(win);
}

int main(int argc, char **argv) {
  int value = 0, size, bad = 0, found = -1, *memory;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Win_allocate(64, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  for (int p = 0; p < size; p++) {
    MPI_Win_lock(MPI_LOCK_SHARED, p, 0, win); // expected-warning {{is left open by the break at line 134}}
    MPI_Get(&value, 1, MPI_INT, p, 0, 1, MPI_INT, win);
    MPI_Win_flush(p, win);
    if (value == argc) {
      found = p;
      break; // expected-note {{this break leaves it open}}
    }
    MPI_Win_unlock(p, win); // expected-note {{the other way closes it here}}
  }
  MPI_Win_lock_all(0, win); // expected-warning {{is left open by the goto at line 144}}
  for (int i = 0; i < 16; i++) {
    MPI_Get(&value, 1, MPI_INT, 0, i, 1, MPI_INT, win);
    MPI_Win_flush(0, win);
    if (value < 0) {
      bad = 1;
      goto out; // expected-note {{this goto leaves it open}}
    }
  }
  MPI_Win_unlock_all(win); // expected-note {{the other way closes it here}}
out:
  MPI_Win_free(&win);
  MPI_Finalize();
  return bad + found == 17;
}
