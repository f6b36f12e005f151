// RUN: %clang -std=gnu11 -fplugin=%plugin %mpi-include -fsyntax-only -Wno-unused -Xclang -verify -Xclang -verify-ignore-unexpected=note %s
// Compound literals, which go with the block they are in.
#include <mpi.h>
void l1(MPI_Win w, int t) { MPI_Win_lock_all(0, w);
  { MPI_Put((int[]){1, 2}, 2, MPI_INT, t, 0, 2, MPI_INT, w); } // expected-warning {{[rma-buffer-lifetime]}}
  MPI_Win_unlock_all(w); }
void l2(MPI_Win w, int t) { MPI_Win_lock_all(0, w);
  { MPI_Put((int[]){1, 2}, 2, MPI_INT, t, 0, 2, MPI_INT, w); MPI_Win_flush_local(t, w); }
  MPI_Win_unlock_all(w); }
void l3(MPI_Win w, int t, int n) { MPI_Win_lock_all(0, w);
  for (int i = 0; i < n; i++) { MPI_Put(&(int){i}, 1, MPI_INT, t, 0, 1, MPI_INT, w); } // expected-warning {{[rma-local-race]}}
  MPI_Win_unlock_all(w); }
void l4(MPI_Win w, int t, int n) { MPI_Win_lock_all(0, w);
  for (int i = 0; i < n; i++) {
    MPI_Put(&(int){i}, 1, MPI_INT, t, 0, 1, MPI_INT, w);
    MPI_Win_flush(t, w);
  }
  MPI_Win_unlock_all(w); }
void l5(MPI_Win w, int t, int n) { MPI_Win_lock_all(0, w);
  MPI_Put(&(int){n}, 1, MPI_INT, t, 0, 1, MPI_INT, w);
  MPI_Win_unlock_all(w); }
void l6(MPI_Win w, int t, int n) { MPI_Win_lock_all(0, w);
  if (n) MPI_Put(&(int){n}, 1, MPI_INT, t, 0, 1, MPI_INT, w); // expected-warning {{[rma-buffer-lifetime]}}
  MPI_Win_unlock_all(w); }
void l7(MPI_Win w, int t, int n) {
  MPI_Win_lock_all(0, w);
  if (MPI_Put(&(int){n}, 1, MPI_INT, t, 0, 1, MPI_INT, w) == MPI_SUCCESS) MPI_Win_flush(t, w);
  MPI_Win_unlock_all(w);
}
void l8(MPI_Win w, int t, int n) {
  MPI_Win_lock(MPI_LOCK_SHARED, t, 0, w);
  {
    MPI_Put(&(int){n}, 1, MPI_INT, t, 0, 1, MPI_INT, w);
    MPI_Win_unlock(t, w);
  }
}
void l9(MPI_Win w, int t, int n) {
  MPI_Win_fence(0, w);
  switch (n) {
    case 1: MPI_Put(&(int){n}, 1, MPI_INT, t, 0, 1, MPI_INT, w); // expected-warning {{[rma-buffer-lifetime]}}
  }
  MPI_Win_fence(0, w);
}
static const int *const one = (const int[]) {
  1
};
void l10(MPI_Win w, int t) {
  MPI_Win_lock_all(0, w);
  {
    MPI_Put(one, 1, MPI_INT, t, 0, 1, MPI_INT, w);
  }
  MPI_Win_unlock_all(w);
}
