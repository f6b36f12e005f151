// Loads and stores: each byte once a segment, merged into ranges; only of window memory and of
// buffers in flight.
//
// REQUIRES: openmpi
// RUN: %mpicc-plain -I%S/Inputs %s -g -fno-omit-frame-pointer -L%build/lib/fencepost/openmpi -lfencepost-rt -Wl,-rpath,%build/lib/fencepost/openmpi -o %t
// RUN: env FENCEPOST_OPTIONS=trace=%t.trace %mpirun -n 1 %t > %t.out
// RUN: %otf2-print %t.trace/traces.otf2 > %t.events
// RUN: %FileCheck --input-file=%t.events %s
// RUN: %otf2-print -G %t.trace/traces.otf2 | %FileCheck --check-prefix=DEF %s
// RUN: env FENCEPOST_OPTIONS=access=every:trace=%t.trace %mpirun -n 1 %t > %t.out2
// RUN: %otf2-print %t.trace/traces.otf2 | %FileCheck --check-prefix=EVERY %s
// RUN: env FENCEPOST_OPTIONS=access=off:trace=%t.trace %mpirun -n 1 %t > %t.out3
// RUN: %otf2-print %t.trace/traces.otf2 | not grep METRIC
// RUN: diff %t.out %t.out2 && diff %t.out %t.out3
//
// DEF: CALLING_CONTEXT_PROPERTY {{.*}} "main@program.c:50" {{.*}} Name: "column" {{.*}} Value: 7
// DEF-DAG: CALLING_CONTEXT_PROPERTY {{.*}} "main@program.c:50" {{.*}} Name: "expression" {{.*}} Value: "memory[i]"
// DEF-DAG: CALLING_CONTEXT_PROPERTY {{.*}} "main@program.c:52" {{.*}} Name: "call" {{.*}} Value: "memset"
// DEF-DAG: RMA_WIN {{.*}} Name: "halo_win"

#include "instrumented.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

SITE(create, "C", "MPI_Win_create", 10, 3, "main", "halo_win", "memory", "");
SITE(store, "S", "", 50, 7, "main", "", "memory[i]", "");
SITE(load, "L", "", 51, 7, "main", "", "memory[i]", "");
SITE(set, "S", "memset", 52, 7, "main", "", "edge", "");
SITE(edgeStore, "S", "", 53, 7, "main", "", "edge[i]", "");

int main(int argc, char **argv) {
  MPI_Win window;
  MPI_Init(&argc, &argv);
  double *memory = aligned_alloc(4096, 4096 * sizeof(double)), *edge = calloc(64, sizeof(double));
  memset(memory, 0, 4096 * sizeof(double));
  // Before the window exists, nothing matters.
  STORE(store, memory[5], 1);

  entries.call(&create);
  MPI_Win_create(memory, 1024 * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD,
                 &window);
  // The window's first byte is at the start of a page.
  // CHECK: RMA_WIN_CREATE
  // CHECK-NEXT: ("fencepost::base" <{{[0-9]+}}>; UINT64; [[#BASE:]])
  // CHECK-NOT: METRIC
  // CHECK: CALLING_CONTEXT_LEAVE {{.*}}"MPI_Win_fence
  MPI_Win_fence(0, window);

  for (int round = 0; round < 3; ++round) {
    // CHECK-NEXT: address" <1>; UINT64; [[#BASE]]), {{.*}}bytes" <2>; UINT64; 4800), {{.*}}count" <4>; UINT64; 1)
    for (int i = 0; i < 600; ++i)
      STORE(store, memory[i], i);
    // CHECK-NEXT: address" <1>; UINT64; [[#BASE+16]]), {{.*}}bytes" <2>; UINT64; 8), {{.*}}stride" <3>; UINT64; 32), {{.*}}count" <4>; UINT64; 100)
    double sum = 0;
    for (int i = 2; i < 402; i += 4)
      sum += LOAD(load, memory[i]);
    printf("%g\n", sum);
    // Not window memory, not in flight; beyond the window's end on the same page.
    STORE(edgeStore, edge[0], 1.0);
    STORE(store, memory[1500], 1.0);
    // A loop downwards; and a call that runs over the end of the window.
    // Of a site, what is cut to the window comes first.
    // CHECK-NEXT: address" <1>; UINT64; [[#BASE+8000]]), {{.*}}bytes" <2>; UINT64; 192), {{.*}}count" <4>; UINT64; 1)
    entries.strided(&set, &memory[718], sizeof(double), -16, 10);
    // CHECK-NEXT: address" <1>; UINT64; [[#BASE+5600]]), {{.*}}bytes" <2>; UINT64; 8), {{.*}}stride" <3>; UINT64; 16), {{.*}}count" <4>; UINT64; 10)
    entries.range(&set, &memory[1000], 800);
    memset(&memory[1000], 0, 800);
  }

  MPI_Datatype pairs;
  MPI_Type_vector(3, 2, 8, MPI_DOUBLE, &pairs);
  MPI_Type_commit(&pairs);
  // CHECK-NEXT: CALLING_CONTEXT_ENTER {{.*}}"MPI_Put
  // CHECK: CALLING_CONTEXT_LEAVE {{.*}}"MPI_Put
  MPI_Put(edge, 1, pairs, 0, 100, 6, MPI_DOUBLE, window);
  // In flight, but for the gap of the datatype.
  // CHECK-NEXT: address" <1>; UINT64; [[#]]), {{.*}}bytes" <2>; UINT64; 8), {{.*}}count" <4>; UINT64; 1)
  STORE(edgeStore, edge[1], 1.0);
  STORE(edgeStore, edge[2], 1.0);
  // CHECK-NEXT: CALLING_CONTEXT_ENTER {{.*}}"MPI_Win_fence
  MPI_Win_fence(0, window);
  // Complete: the buffer is the program's again.
  STORE(edgeStore, edge[1], 1.0);
  // CHECK-NOT: METRIC
  MPI_Type_free(&pairs);
  MPI_Win_free(&window);
  STORE(store, memory[5], 1);
  MPI_Finalize();
  return 0;
}

// Each access, in program order.
// EVERY: CALLING_CONTEXT_LEAVE {{.*}}"MPI_Win_fence
// EVERY-NEXT: UINT64; [[#STORE:]]), {{.*}}address" <1>; UINT64; [[#BASE:]]), {{.*}}bytes" <2>; UINT64; 8)
// EVERY-NEXT: UINT64; [[#STORE]]), {{.*}}address" <1>; UINT64; [[#BASE+8]]), {{.*}}bytes" <2>; UINT64; 8)
// EVERY-NEXT: UINT64; [[#STORE]]), {{.*}}address" <1>; UINT64; [[#BASE+16]]), {{.*}}bytes" <2>; UINT64; 8)
