// RUN: %clang++ -std=c++20 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify %s
// Early exits of which another function knows by what was stored before, or asks the same.
// expected-no-diagnostics
#include <mpi.h>

static MPI_Win win;
static int held, isHeld[8];

void begin(int target, int keep, int *value) {
  held = keep;
  MPI_Win_lock(MPI_LOCK_SHARED, target, 0, win);
  if (keep)
    return;
  MPI_Put(value, 1, MPI_INT, target, 0, 1, MPI_INT, win);
  MPI_Win_unlock(target, win);
}
void finish(int target) {
  if (held)
    MPI_Win_unlock(target, win);
}

void beginSome(int size, const int *values) {
  for (int t = 0; t < size; t++)
    isHeld[t] = values[t] == 0;
  for (int t = 0; t < size; t++) {
    MPI_Win_lock(MPI_LOCK_SHARED, t, 0, win);
    if (values[t] == 0)
      continue;
    MPI_Put(&values[t], 1, MPI_INT, t, 0, 1, MPI_INT, win);
    MPI_Win_unlock(t, win);
  }
}

class Writer {
  bool isOpen = false;
  int target;

public:
  explicit Writer(int t) : target(t) {}
  ~Writer() {
    if (isOpen)
      MPI_Win_unlock(target, win);
  }
  void write(const int *value, bool isNow) {
    isOpen = true;
    MPI_Win_lock(MPI_LOCK_SHARED, target, 0, win);
    if (!isNow)
      return;
    MPI_Put(value, 1, MPI_INT, target, 0, 1, MPI_INT, win);
    MPI_Win_unlock(target, win);
    isOpen = false;
  }
};

struct Session {
  MPI_Win win;
  bool keeps;
};
void beginSession(Session *session, const int *value) {
  MPI_Win_lock_all(0, session->win);
  if (session->keeps)
    return;
  MPI_Put(value, 1, MPI_INT, 0, 0, 1, MPI_INT, session->win);
  MPI_Win_unlock_all(session->win);
}
void endSession(Session *session) {
  if (session->keeps)
    MPI_Win_unlock_all(session->win);
}

void phase(int which, int more, const int *value) {
  switch (which) {
  case 0:
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
    if (more)
      return;
    MPI_Put(value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_unlock(1, win);
    return;
  case 1:
    MPI_Win_unlock(1, win);
    return;
  }
}
