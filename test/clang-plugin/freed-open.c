// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Wno-unused -Xclang -verify %s
// A window that one way through a function frees while its epoch is open.
#include <mpi.h>
int leaves(int d) {
  int v; int *m; MPI_Win w;
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &m, &w);
  MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, w); // expected-note {{the epoch was opened here}}
  if (d > 3) {
    MPI_Win_free(&w); // expected-warning {{window 'w' is freed while the epoch that MPI_Win_lock opened is not closed [rma-unclosed-epoch]}} expected-note {{close it with MPI_Win_unlock(0, w)}}
    return -1;
  }
  MPI_Get(&v, 1, MPI_INT, 0, d, 1, MPI_INT, w);
  MPI_Win_unlock(0, w);
  MPI_Win_free(&w);
  return 0;
}

// ---- quiet
int failed(int d) {
  int v; int *m; MPI_Win w;
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &m, &w);
  int rc = MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, w);
  if (rc != MPI_SUCCESS) { MPI_Win_free(&w); return -1; }
  MPI_Get(&v, 1, MPI_INT, 0, d, 1, MPI_INT, w);
  MPI_Win_unlock(0, w);
  MPI_Win_free(&w);
  return v;
}
int notLocked(int d) {
  int v; int *m; MPI_Win w;
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &m, &w);
  if (d) MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, w);
  if (!d) { MPI_Win_free(&w); return -1; }
  MPI_Get(&v, 1, MPI_INT, 0, d, 1, MPI_INT, w);
  MPI_Win_unlock(0, w);
  MPI_Win_free(&w);
  return v;
}
int closedBehind(int d) {
  int v; int *m; MPI_Win w; int held = 0;
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &m, &w);
  MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, w); held = 1;
  if (d > 4) goto out;
  MPI_Get(&v, 1, MPI_INT, 0, d, 1, MPI_INT, w);
  MPI_Win_unlock(0, w); held = 0;
out:
  if (held) MPI_Win_unlock(0, w);
  MPI_Win_free(&w);
  return v;
}
int closed(int d) {
  int v; int *m; MPI_Win w;
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &m, &w);
  MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, w);
  if (d > 3) { MPI_Win_unlock(0, w); MPI_Win_free(&w); return -1; }
  MPI_Get(&v, 1, MPI_INT, 0, d, 1, MPI_INT, w);
  MPI_Win_unlock(0, w);
  MPI_Win_free(&w);
  return v;
}
int told(MPI_Win w) {
  int rc = MPI_Win_lock_all(0, w), isWrong = rc != MPI_SUCCESS;
  if (isWrong) {
    MPI_Win_free(&w);
    return -1;
  }
  MPI_Win_unlock_all(w);
  return 0;
}
static int isLocked(MPI_Win w) { return MPI_Win_lock_all(0, w) == MPI_SUCCESS; }
int asked(MPI_Win w) {
  if (!isLocked(w)) {
    MPI_Win_free(&w);
    return -1;
  }
  MPI_Win_unlock_all(w);
  return 0;
}
int ofClass(MPI_Win w) {
  int class, rc = MPI_Win_lock_all(0, w);
  MPI_Error_class(rc, &class);
  if (class != MPI_SUCCESS) {
    MPI_Win_free(&w);
    return -1;
  }
  MPI_Win_unlock_all(w);
  return 0;
}
