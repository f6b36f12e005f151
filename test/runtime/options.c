// FENCEPOST_OPTIONS: an unknown key or a bad value is one line, and the program does not start.
//
// REQUIRES: openmpi
// RUN: %mpicc-plain %s -g -fno-omit-frame-pointer -L%build/lib/fencepost/openmpi -lfencepost-rt -Wl,-rpath,%build/lib/fencepost/openmpi -o %t
// RUN: env FENCEPOST_OPTIONS=acess=off %t > %t.out 2> %t.err; test $? = 2
// RUN: %FileCheck --check-prefix=UNKNOWN --input-file=%t.err %s
// RUN: test $(wc -l < %t.err) = 1 && test ! -s %t.out
// RUN: env FENCEPOST_OPTIONS=callpaths=off:access=most %t > %t.out 2> %t.err; test $? = 2
// RUN: %FileCheck --check-prefix=VALUE --input-file=%t.err %s
// RUN: env FENCEPOST_OPTIONS=buffer=12 %not %t
// RUN: env FENCEPOST_OPTIONS=buffer=1X %not %t
// RUN: env FENCEPOST_OPTIONS=suppressions=%t.missing %not %t
// RUN: env FENCEPOST_OPTIONS=help=1:buffer=2M:trace=%t.trace %mpirun -n 2 %t > %t.out 2> %t.err
// RUN: %FileCheck --check-prefix=HELP --input-file=%t.err %s
// RUN: test $(grep -c callpaths %t.err) = 1
// RUN: env FENCEPOST_OPTIONS=acess=off %not %mpirun -n 2 %t > %t.out 2> %t.err
// RUN: test $(grep -c "unknown option" %t.err) = 1 && not grep ran %t.out
//
// UNKNOWN: fencepost: FENCEPOST_OPTIONS: unknown option 'acess'; known are: trace access callpaths errors buffer suppressions help
// VALUE: fencepost: FENCEPOST_OPTIONS: bad value 'most' for 'access'
// HELP: fencepost: options, given as FENCEPOST_OPTIONS=key=value:key=value
// HELP-NEXT: trace {{.*}} [{{.*}}.trace]
// HELP-NEXT: access {{.*}} [segments]
// HELP-NEXT: callpaths {{.*}} [on]
// HELP-NEXT: errors {{.*}} [report]
// HELP-NEXT: buffer {{.*}} [2097152]
// HELP-NEXT: suppressions
// HELP-NEXT: help

#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv) {
  puts("ran");
  MPI_Init(&argc, &argv);
  return MPI_Finalize();
}
