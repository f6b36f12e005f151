// A library is instrumented, the program is not, and loads it after MPI_Init: its calls go to the MPI library. One
// line says that nothing was recorded, and what to do.
//
// REQUIRES: openmpi
// RUN: %mpicc -shared -fPIC -DLIBRARY %s -o %t.so
// RUN: %mpicc-plain %s -ldl -o %t
// RUN: %mpirun -n 2 %t %t.so > %t.out 2> %t.err
// RUN: test $(grep -c "result 3" %t.out) = 2
// RUN: grep fencepost: %t.err | %FileCheck %s
// CHECK: fencepost: nothing was recorded: MPI was initialized without the runtime{{.*}} Link the program itself with fencepost-cc
// CHECK-NOT: fencepost:

#include <dlfcn.h>
#include <mpi.h>
#include <stdio.h>

#ifdef LIBRARY
int work(void) {
  int one = 1, sum;
  MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  return sum + 1;
}
#else
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  void *library = dlopen(argv[1], RTLD_NOW);
  int (*work)(void) = (int (*)(void))dlsym(library, "work");
  printf("result %d\n", work());
  MPI_Finalize();
  return 0;
}
#endif
