// Every way to say how a finding is reported.
// RUN: %clang -fplugin=%plugin %mpi-include -fsyntax-only %s 2>&1 | %FileCheck --check-prefix=DEFAULT %s
// DEFAULT: warning: MPI_Put on window 'win', which has no epoch open [rma-no-epoch]
// DEFAULT: 1 warning generated

// RUN: %clang -fplugin=%plugin %mpi-include -fsyntax-only -fplugin-arg-fencepost-rma-no-epoch=off %s 2>&1 | %FileCheck --allow-empty --check-prefix=SILENT %s
// RUN: %clang -fplugin=%plugin %mpi-include -fsyntax-only -fplugin-arg-fencepost-all=off %s 2>&1 | %FileCheck --allow-empty --check-prefix=SILENT %s
// RUN: %clang -fplugin=%plugin %mpi-include -fsyntax-only -w %s 2>&1 | %FileCheck --allow-empty --check-prefix=SILENT %s
// SILENT-NOT: rma-no-epoch

// RUN: %not %clang -fplugin=%plugin %mpi-include -fsyntax-only -fplugin-arg-fencepost-rma-no-epoch=error %s 2>&1 | %FileCheck --check-prefix=ERROR %s
// RUN: %not %clang -fplugin=%plugin %mpi-include -fsyntax-only -fplugin-arg-fencepost-all=error -w %s 2>&1 | %FileCheck --check-prefix=ERROR %s
// RUN: %not %clang -fplugin=%plugin %mpi-include -fsyntax-only -Werror %s 2>&1 | %FileCheck --check-prefix=ERROR %s
// ERROR: error: MPI_Put on window 'win', which has no epoch open [rma-no-epoch]
// ERROR: 1 error generated

// Later arguments win.
// RUN: %clang -fplugin=%plugin %mpi-include -fsyntax-only -fplugin-arg-fencepost-all=off -fplugin-arg-fencepost-rma-no-epoch=warning %s 2>&1 | %FileCheck --check-prefix=DEFAULT %s

// RUN: %not %clang -fplugin=%plugin %mpi-include -fsyntax-only -fplugin-arg-fencepost-rma-no-epok=off %s 2>&1 | %FileCheck --check-prefix=ID %s
// ID: error: fencepost: unknown finding 'rma-no-epok' in '-fplugin-arg-fencepost-rma-no-epok=off'; known are: all, rma-local-race, {{.*}}rma-no-epoch,
// ID-NOT: warning:

// RUN: %not %clang -fplugin=%plugin %mpi-include -fsyntax-only -fplugin-arg-fencepost-all=loud %s 2>&1 | %FileCheck --check-prefix=VALUE %s
// RUN: %not %clang -fplugin=%plugin %mpi-include -fsyntax-only -fplugin-arg-fencepost-all %s 2>&1 | %FileCheck --check-prefix=VALUE %s
// VALUE: error: fencepost: unknown value '{{(loud)?}}' in '-fplugin-arg-fencepost-all{{(=loud)?}}'; known are: off, warning, error
#include <mpi.h>

void put(int *memory) {
  MPI_Win win;
  MPI_Win_create(memory, 4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Put(memory, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
  MPI_Win_free(&win);
}
