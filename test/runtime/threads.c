// Threads that call MPI at once each have a location, and operations complete by any of them.
//
// REQUIRES: openmpi
// RUN: %mpicc-plain -pthread %s -g -fno-omit-frame-pointer -L%build/lib/fencepost/openmpi -lfencepost-rt -Wl,-rpath,%build/lib/fencepost/openmpi -o %t
// RUN: env FENCEPOST_OPTIONS=trace=%t.trace:buffer=64K %mpirun -n 2 %t | %FileCheck --check-prefix=OUT %s
// RUN: %otf2-print -G %t.trace/traces.otf2 | %FileCheck %s
// RUN: test $(%otf2-print %t.trace/traces.otf2 | grep -c "MPI_ISEND ") = 16000
// RUN: test $(%otf2-print %t.trace/traces.otf2 | grep -c "MPI_ISEND_COMPLETE") = 16000
//
// CHECK-DAG: LOCATION {{.*}}Master thread
// CHECK-DAG: LOCATION {{.*}}Thread 3
// OUT-DAG: rank 0: 8000
// OUT-DAG: rank 1: 8000

#include <mpi.h>
#include <pthread.h>
#include <stdio.h>

static int rank;

static void *exchange(void *argument) {
  int me = (int)(long)argument, in = 0;
  long good = 0;
  MPI_Request request;
  for (int i = 0; i < 2000; ++i) {
    MPI_Isend(&i, 1, MPI_INT, 1 - rank, me, MPI_COMM_WORLD, &request);
    MPI_Recv(&in, 1, MPI_INT, 1 - rank, me, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    good += in == i;
  }
  return (void *)good;
}

int main(int argc, char **argv) {
  int provided;
  long good = 0;
  pthread_t threads[3];
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (long i = 0; i < 3; ++i)
    pthread_create(&threads[i], NULL, exchange, (void *)i);
  good += (long)exchange((void *)3L);
  for (int i = 0; i < 3; ++i) {
    void *result;
    pthread_join(threads[i], &result);
    good += (long)result;
  }
  printf("rank %d: %ld\n", rank, good);
  MPI_Finalize();
  return 0;
}
