// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify %s
// Jumps that leave an epoch open, of which the other way works in it and closes it.
#include <mpi.h>

int returns(MPI_Win w, int *b, int n) {
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, w); // expected-warning {{is left open by the}}
  if (n == 0)
    return 0; // expected-note {{this return leaves it open}}
  MPI_Put(b, n, MPI_INT, 1, 0, n, MPI_INT, w);
  MPI_Win_unlock(1, w); // expected-note {{the other way closes it here}}
  return n;
}
void continues(MPI_Win w, int *b, int size) {
  for (int p = 0; p < size; ++p) {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, p, 0, w); // expected-warning {{is left open by the}}
    if (b[p] == 0)
      continue; // expected-note {{this continue leaves it open}}
    MPI_Put(&b[p], 1, MPI_INT, p, 0, 1, MPI_INT, w);
    MPI_Win_unlock(p, w); // expected-note {{the other way closes it here}}
  }
}
void all(MPI_Win w, int *b, int n) {
  MPI_Win_lock_all(0, w); // expected-warning {{is left open by the}}
  if (!b) {
    b = &n;
    return; // expected-note {{this return leaves it open}}
  } else {
    for (int i = 0; i < n; ++i)
      MPI_Put(&b[i], 1, MPI_INT, i, 0, 1, MPI_INT, w);
  }
  MPI_Win_unlock_all(w); // expected-note {{the other way closes it here}}
}

// Opens it for its caller, and closes it where it could not.
int begins(MPI_Win w, int ready) {
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, w);
  if (ready)
    return 1;
  MPI_Win_unlock(1, w);
  return 0;
}
// Leaves it to its caller when it has got what it wanted.
int acquires(MPI_Win w) {
  int one = 1, zero = 0, old;
  MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, w);
  MPI_Compare_and_swap(&one, &zero, &old, MPI_INT, 0, 0, w);
  MPI_Win_flush(0, w);
  if (old == 0)
    return 1;
  MPI_Win_unlock(0, w);
  return 0;
}
int closesFirst(MPI_Win w, int *b, int n) {
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, w);
  if (n == 0) {
    MPI_Win_unlock(1, w);
    return 0;
  }
  MPI_Put(b, n, MPI_INT, 1, 0, n, MPI_INT, w);
  MPI_Win_unlock(1, w);
  return n;
}
int closesAtTheEnd(MPI_Win w, int *b, int n) {
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, w);
  if (n == 0)
    goto out;
  MPI_Put(b, n, MPI_INT, 1, 0, n, MPI_INT, w);
out:
  MPI_Win_unlock(1, w);
  return n;
}
void sameQuestion(MPI_Win w, int *b, int n) {
  if (n > 0)
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, w);
  if (n <= 0)
    return;
  MPI_Put(b, n, MPI_INT, 1, 0, n, MPI_INT, w);
  MPI_Win_unlock(1, w);
}
void lockedAcross(MPI_Win w, int *b, int size) {
  for (int p = 0; p < size; ++p) {
    MPI_Win_lock(MPI_LOCK_SHARED, p, 0, w);
    if (b[p] == 0)
      continue;
    MPI_Put(&b[p], 1, MPI_INT, p, 0, 1, MPI_INT, w);
    MPI_Win_flush(p, w);
  }
  for (int p = 0; p < size; ++p)
    MPI_Win_unlock(p, w);
}
int failed(MPI_Win w, int *b, int n) {
  int rc = MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, w);
  if (rc != MPI_SUCCESS)
    return rc;
  MPI_Put(b, n, MPI_INT, 1, 0, n, MPI_INT, w);
  return MPI_Win_unlock(1, w);
}
void givesUp(MPI_Win w, int *b, int n) {
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, w);
  if (n > 100)
    MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Put(b, n, MPI_INT, 1, 0, n, MPI_INT, w);
  MPI_Win_unlock(1, w);
}

// Others may know that the epoch is open: by what a static function returns, by a flag or by an
// argument that outlives the call.
static int tries(MPI_Win w, int *b, int n) {
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, w);
  if (n == 0)
    return 1;
  MPI_Put(b, n, MPI_INT, 1, 0, n, MPI_INT, w);
  MPI_Win_unlock(1, w);
  return 0;
}
void closesForIt(MPI_Win w, int *b, int n) {
  if (tries(w, b, n))
    MPI_Win_unlock(1, w);
}
static int is_open;
void remembers(MPI_Win w, int *b, int n) {
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, w);
  is_open = 1;
  if (n == 0)
    return;
  MPI_Put(b, n, MPI_INT, 1, 0, n, MPI_INT, w);
  MPI_Win_unlock(1, w);
  is_open = 0;
}
struct channel {
  MPI_Win win;
  int open;
};
void tells(struct channel *c, int *b, int n) {
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, c->win);
  c->open = 1;
  if (n == 0)
    return;
  MPI_Put(b, n, MPI_INT, 1, 0, n, MPI_INT, c->win);
  MPI_Win_unlock(1, c->win);
  c->open = 0;
}
void reports(MPI_Win w, int *b, int n, int *open) {
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, w);
  *open = 1;
  if (n == 0)
    return;
  MPI_Put(b, n, MPI_INT, 1, 0, n, MPI_INT, w);
  MPI_Win_unlock(1, w);
  *open = 0;
}
void counts(MPI_Win w, int *b, int n) {
  int calls = 0;
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, w); // expected-warning {{is left open by the}}
  calls = n;
  if (calls == 0)
    return; // expected-note {{this return leaves it open}}
  MPI_Put(b, n, MPI_INT, 1, 0, n, MPI_INT, w);
  MPI_Win_unlock(1, w); // expected-note {{the other way closes it here}}
}

// Work before the exit: nobody can tell that the lock is held.
void afterWork(MPI_Win w, int *b, int size, int verbose) {
  for (int p = 0; p < size; ++p) {
    int flag;
    MPI_Win_lock(MPI_LOCK_SHARED, p, 0, w); // expected-warning {{is left open by the}}
    MPI_Get(&flag, 1, MPI_INT, p, 0, 1, MPI_INT, w);
    MPI_Win_flush(p, w);
    if (!flag)
      continue; // expected-note {{this continue leaves it open}}
    MPI_Put(b, 1, MPI_INT, p, 0, 1, MPI_INT, w);
    MPI_Win_unlock(p, w); // expected-note {{the other way closes it here}}
  }
  MPI_Win_lock_all(0, w);
  MPI_Put(b, 1, MPI_INT, 1, 0, 1, MPI_INT, w);
  MPI_Win_flush_all(w);
  if (verbose) // the caller knows whether
    return;
  MPI_Win_unlock_all(w);
}
int skips(MPI_Win w, int *b, int n) {
  int rc = 0;
  MPI_Win_lock_all(0, w); // expected-warning {{is left open by the}}
  if (n < 0) {
    rc = -1;
    goto done; // expected-note {{this goto leaves it open}}
  }
  MPI_Put(b, n, MPI_INT, 1, 0, n, MPI_INT, w);
  MPI_Win_unlock_all(w); // expected-note {{the other way closes it here}}
done:
  b[0] = rc;
  return rc;
}
void closedBehind(MPI_Win w, int *b, int size) {
  int held[8], n = 0;
  for (int p = 0; p < size; ++p) {
    int flag;
    MPI_Win_lock(MPI_LOCK_SHARED, p, 0, w);
    MPI_Get(&flag, 1, MPI_INT, p, 0, 1, MPI_INT, w);
    MPI_Win_flush(p, w);
    if (flag) {
      held[n++] = p;
      continue;
    }
    MPI_Put(b, 1, MPI_INT, p, 0, 1, MPI_INT, w);
    MPI_Win_unlock(p, w);
  }
  for (int i = 0; i < n; ++i)
    MPI_Win_unlock(held[i], w);
}
int acquiresOrNot(MPI_Win w, int *b) {
  MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, w);
  MPI_Get(b, 1, MPI_INT, 0, 0, 1, MPI_INT, w);
  MPI_Win_flush(0, w);
  if (b[0])
    return 1;
  MPI_Win_unlock(0, w);
  return 0;
}
