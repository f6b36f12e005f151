// The archive cannot be written at the end: the program goes on and gives its result, one rank says
// so in one line, and the recording can be completed later.
//
// RUN: rm -rf %t && mkdir %t
// RUN: %mpicc -O1 %s -o %t/prog
// RUN: env FENCEPOST_OPTIONS=trace=%t/trace %mpirun -n 3 %t/prog %t/trace/traces.otf2 > %t/out 2> %t/err
// RUN: %FileCheck --check-prefix=OUT --input-file=%t/out %s
// RUN: %FileCheck --check-prefix=ERR --input-file=%t/err %s
// RUN: test -e %t/trace/journal/2.0 && test ! -e %t/trace/traces.def
// Nor can the analysis write it there: it is made elsewhere, and the recording stays.
// RUN: %analyze -o %t/results.sqlite %t/trace > %t/analysis 2>&1
// RUN: %FileCheck --check-prefix=ELSEWHERE --input-file=%t/analysis %s
// RUN: test -e %t/trace/journal/2.0 && test -s %t/results.sqlite
// RUN: rm -r %t/trace/traces.otf2 && %complete %t/trace
// RUN: %otf2-print -A %t/trace/traces.otf2 2>&1 | %FileCheck --check-prefix=ANCHOR %s

#include <mpi.h>
#include <stdio.h>
#include <sys/stat.h>

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, sum;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) { // a directory that is not empty, where a file should go
    char inside[4096];
    snprintf(inside, sizeof inside, "%s/inside", argv[1]);
    mkdir(argv[1], 0777);
    mkdir(inside, 0777);
  }
  MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  MPI_Finalize();
  if (rank == 0)
    printf("sum %d\n", sum);
  return 0;
}

// OUT: sum 3
// ERR: fencepost: cannot write the trace in {{.*}}/trace: {{.+}} (rank {{[0-2]}}); the recording is kept there, 'fencepost analyze {{.*}}/trace' completes it
// ERR-NOT: {{fencepost|OTF2}}
// ELSEWHERE: fencepost: {{.*}}/trace: cannot {{.+}}; its journals are kept
// ANCHOR: FENCEPOST::COMPLETE
// ANCHOR-NEXT: true
