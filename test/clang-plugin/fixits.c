// What the fix-its make of this file compiles without a warning.
// RUN: cp %s %t.c
// RUN: %clang -fplugin=%plugin -fplugin-arg-fencepost-all=warning %mpi-include -fsyntax-only -Xclang -fixit %t.c 2>&1 | %FileCheck %s
// RUN: %clang -fplugin=%plugin -fplugin-arg-fencepost-all=warning %mpi-include -fsyntax-only -Werror %t.c
// RUN: %FileCheck --check-prefix=FIXED %s < %t.c
#include <mpi.h>

void use(int value);

void weakCompletion(int right, MPI_Comm comm) {
  int value = 0, *memory;
  MPI_Win win;
  MPI_Win_allocate(64, 4, MPI_INFO_NULL, comm, &memory, &win);
  MPI_Win_lock_all(0, win);
  MPI_Put(&value, 1, MPI_INT, right, 0, 1, MPI_INT, win);
  // FIXED: {{^}}  MPI_Win_flush(right, win);
  MPI_Win_flush_local(right, win);
  // CHECK: FIX-IT applied
  MPI_Barrier(comm);
  use(memory[0]);
  MPI_Barrier(comm);
  MPI_Put(&value, 1, MPI_INT, right, 8, 1, MPI_INT, win);
  // FIXED: {{^}}  (MPI_Win_flush_all)(win);
  (MPI_Win_flush_local_all)(win);
  // CHECK: FIX-IT applied
  MPI_Barrier(comm);
  use(memory[8]);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
}

void unclosedEpochs(int *memory) {
  MPI_Win locked, all, fenced;
  MPI_Win_create(memory, 4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &locked);
  MPI_Win_create(memory, 4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &all);
  MPI_Win_create(memory, 4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &fenced);
  MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, locked);
  MPI_Win_lock_all(0, all);
  MPI_Win_fence(0, fenced);
  MPI_Accumulate(memory + 4, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, fenced);
  // FIXED: {{^}}  MPI_Win_unlock(1, locked);
  // FIXED-NEXT: {{^}}  MPI_Win_free(&locked);
  MPI_Win_free(&locked);
  // CHECK: FIX-IT applied
  // FIXED: {{^}}  MPI_Win_unlock_all(all);
  // FIXED-NEXT: {{^}}  MPI_Win_free(&all);
  MPI_Win_free(&all);
  // CHECK: FIX-IT applied
  // FIXED: {{^}}  MPI_Win_fence(0, fenced);
  // FIXED-NEXT: {{^}}  MPI_Win_free(&fenced);
  MPI_Win_free(&fenced);
  // CHECK: FIX-IT applied
}

void remoteRace(int target, MPI_Win win) {
  int first = 1, second = 2;
  MPI_Win_lock(MPI_LOCK_SHARED, target, 0, win);
  MPI_Put(&first, 1, MPI_INT, target, 0, 1, MPI_INT, win);
  // FIXED: {{^}}  MPI_Win_flush(target, win);
  // FIXED-NEXT: {{^}}  MPI_Put(&second
  MPI_Put(&second, 1, MPI_INT, target, 0, 1, MPI_INT, win);
  // CHECK: FIX-IT applied
  MPI_Win_unlock(target, win);
}

static void assertions(void) {
  int *memory, value = 1;
  MPI_Win win;
  MPI_Win_allocate(64, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  // FIXED: {{^}}  MPI_Win_fence(MPI_MODE_NOSTORE | MPI_MODE_NOPRECEDE, win);
  // FIXED-NEXT: {{^}}  MPI_Accumulate(&value
  MPI_Win_fence(MPI_MODE_NOSTORE, win);
  MPI_Accumulate(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win);
  // CHECK: FIX-IT applied
  // FIXED: {{^}}  MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
  // FIXED-NEXT: {{^}}  MPI_Win_free(&win);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  // CHECK: FIX-IT applied
}

static void emptyEpoch(int *memory) {
  MPI_Win win;
  MPI_Win_create(memory, 4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  MPI_Accumulate(memory + 4, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win);
  // FIXED: {{^}}  (void)0; // once
  // FIXED-NEXT: {{^}}  MPI_Win_fence(0, win);
  // FIXED-NOT: MPI_Win_fence
  // FIXED: {{^}}  MPI_Accumulate(memory
  (void)0; // once
  MPI_Win_fence(0, win);
  MPI_Win_fence(0, win);
  MPI_Accumulate(memory + 4, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win);
  // CHECK: FIX-IT applied
  MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
  MPI_Win_free(&win);
}

int main(void) {
  int memory = 0;
  assertions();
  emptyEpoch(&memory);
  return 0;
}
