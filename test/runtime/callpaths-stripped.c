// Calls from code that was not compiled with the plugin: the direct caller is right without frame
// pointers, debug information and symbols, in programs at a fixed place or any, and in libraries
// that are loaded later. It is told by its symbol or its file, and an offset.
//
// REQUIRES: openmpi
// RUN: rm -rf %t && mkdir %t
// RUN: %mpicc-plain -O2 -fomit-frame-pointer -shared -fPIC %S/Inputs/plugin-library.c -o %t/whole.so
// RUN: strip --strip-all -o %t/plugin.so %t/whole.so
// RUN: %mpicc-plain -O2 -fomit-frame-pointer -fPIE -pie %s -L%build/lib/fencepost/openmpi -lfencepost-rt -ldl -Wl,-rpath,%build/lib/fencepost/openmpi -o %t/pie.whole
// RUN: %mpicc-plain -O2 -fomit-frame-pointer -no-pie %s -L%build/lib/fencepost/openmpi -lfencepost-rt -ldl -Wl,-rpath,%build/lib/fencepost/openmpi -o %t/fixed.whole
// RUN: for kind in pie fixed; do strip --strip-all -o %t/$kind %t/$kind.whole && env FENCEPOST_OPTIONS=trace=%t/$kind.trace %mpirun -n 1 %t/$kind %t/plugin.so || exit 1; done
// RUN: for kind in pie fixed; do %otf2-print -G %t/$kind.trace/traces.otf2 | sed -n 's/.*Region: "MPI_Barrier".*Parent: "\([^@"]*\).*/\1/p' > %t/$kind.callers && test -s %t/$kind.callers || exit 1; done
// The library's static function has no symbol left.
// RUN: for kind in pie fixed; do symbolize() { sed -n "s/^$1+//p" %t/$kind.callers | while read offset; do addr2line -f -e %t/$2 $(printf '%#x' $((offset + $3))) | head -1; done | sort -u; }; echo $kind; symbolize plugin.so whole.so 0; symbolize $kind $kind.whole $(test $kind = fixed && echo 0x400000 || echo 0); done | %FileCheck %s
// CHECK: pie
// CHECK-NEXT: inside
// CHECK-NEXT: ahead
// CHECK-NEXT: fixed
// CHECK-NEXT: inside
// CHECK-NEXT: ahead
//
// With symbols, they name the function.
// RUN: env FENCEPOST_OPTIONS=trace=%t/named.trace %mpirun -n 1 %t/pie.whole %t/whole.so
// RUN: %otf2-print -G %t/named.trace/traces.otf2 | %FileCheck --check-prefix=NAMED %s
// NAMED-DAG: Region: "MPI_Barrier" {{.*}} Parent: "ahead+0x{{[0-9a-f]+}}
// NAMED-DAG: Region: "MPI_Barrier" {{.*}} Parent: "inside+0x{{[0-9a-f]+}}

#include <dlfcn.h>
#include <mpi.h>

__attribute__((noinline)) static int ahead(int depth) {
  volatile char room[100] = {0};
  return MPI_Barrier(MPI_COMM_WORLD) + room[depth];
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int sum = ahead(argc);
  void *library = dlopen(argv[1], RTLD_NOW);
  if (!library)
    return 1;
  int (*visible)(int) = (int (*)(int))dlsym(library, "visible");
  sum += visible(argc);
  MPI_Finalize();
  return sum == 0;
}
