// Where no trace can be written the program gives its results and its status, after one line.
//
// REQUIRES: openmpi
// RUN: %mpicc-plain %s -g -fno-omit-frame-pointer -L%build/lib/fencepost/openmpi -lfencepost-rt -Wl,-rpath,%build/lib/fencepost/openmpi -o %t
// RUN: touch %t.file
// RUN: env FENCEPOST_OPTIONS=trace=%t.file/trace %mpirun -n 2 %t 0 > %t.out 2> %t.err
// RUN: %FileCheck --check-prefix=OUT --input-file=%t.out %s
// RUN: %FileCheck --check-prefix=ERR --input-file=%t.err %s
// RUN: test $(grep -c fencepost: %t.err) = 1
// RUN: env FENCEPOST_OPTIONS=trace=%t.file/trace %t 7 > %t.out 2>&1; test $? = 7
//
// A file that may not grow stands for a full disk: recording stops, the program does not.
// RUN: rm -rf %t.trace
// RUN: (ulimit -f 4096; env FENCEPOST_OPTIONS=trace=%t.trace:buffer=64K %t 5 100000 > %t.out 2> %t.err; test $? = 5)
// RUN: %FileCheck --check-prefix=OUT1 --input-file=%t.out %s
// RUN: %FileCheck --check-prefix=FULL --input-file=%t.err %s
// RUN: test $(grep -c "stops recording" %t.err) = 1
//
// OUT-DAG: rank 0 has 1
// OUT-DAG: rank 1 has 0
// OUT1: rank 0 has 0
// ERR: fencepost: cannot write the trace directory '{{.*}}.file/trace': Not a directory; the program runs unrecorded. FENCEPOST_OPTIONS=trace=DIR
// FULL: fencepost: rank 0 stops recording into '{{.*}}.trace': File too large; the program goes on.

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  int rank, size, from = -1, *memory;
  MPI_Win window;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &window);
  *memory = rank;
  MPI_Win_fence(0, window);
  MPI_Get(&from, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, window);
  MPI_Win_fence(0, window);
  for (int i = 0; argc > 2 && i < atoi(argv[2]); ++i)
    MPI_Win_fence(0, window);
  printf("rank %d has %d\n", rank, from);
  MPI_Win_free(&window);
  MPI_Finalize();
  return atoi(argv[1]);
}
