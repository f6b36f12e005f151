// A library that runs threads and orders them in ways that are not seen is named in the archive.
//
// REQUIRES: openmpi
// RUN: rm -rf %t && mkdir %t
// RUN: %clang -shared -fPIC -DLIBRARY %s -Wl,-soname,libtbb.so.12 -o %t/libtbb.so.12
// RUN: %mpicc %s %t/libtbb.so.12 -Wl,-rpath,%t -o %t/prog
// RUN: env FENCEPOST_OPTIONS=trace=%t/trace %mpirun -n 2 %t/prog
// RUN: %otf2-print -A %t/trace/traces.otf2 | %FileCheck %s
//
// CHECK: FENCEPOST::THREADS_NOT_FOLLOWED
// CHECK-NEXT: Property value {{ *}}libtbb.so.12{{$}}

#ifdef LIBRARY
int workers(void) { return 1; }
#else
#include <mpi.h>
int workers(void);
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  const int none = workers() == 0;
  MPI_Finalize();
  return none;
}
#endif
