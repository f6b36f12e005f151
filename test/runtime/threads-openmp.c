// What orders threads of OpenMP, as its library tells through OMPT.
//
// REQUIRES: openmpi, openmp
// RUN: %mpicc -fopenmp %s -o %t
// RUN: env OMP_NUM_THREADS=2 FENCEPOST_OPTIONS=trace=%t.trace %mpirun -n 1 %t | %FileCheck --check-prefix=OUT %s
// RUN: %otf2-print -G %t.trace/traces.otf2 | %FileCheck --check-prefix=DEF %s
// RUN: %otf2-print -L 0 %t.trace/traces.otf2 | %FileCheck --check-prefix=MAIN %s
// RUN: %otf2-print -L 4294967296 %t.trace/traces.otf2 | %FileCheck --check-prefix=WORKER %s
// RUN: %otf2-print %t.trace/traces.otf2 | %FileCheck --check-prefix=BOTH %s
// RUN: %fencepost analyze %t.trace
// RUN: env OMP_NUM_THREADS=2 FENCEPOST_OPTIONS=trace=%t.off:access=off %mpirun -n 1 %t | %FileCheck --check-prefix=OUT %s
// RUN: %otf2-print %t.off/traces.otf2 | not grep -e THREAD_ -e METRIC
// RUN: env OMP_NUM_THREADS=2 OMP_TOOL=disabled FENCEPOST_OPTIONS=trace=%t.no %mpirun -n 1 %t 2>&1 | %FileCheck --check-prefix=NO %s
//
// OUT: 45 3 21
// NO-DAG: fencepost: what orders OpenMP's threads is not recorded: OMP_TOOL=disabled
// NO-DAG: 45 3 21

#include <mpi.h>
#include <omp.h>
#include <stdio.h>

int main(int argc, char **argv) {
  int sum = 0, ones = 0, chain = 1;
  omp_lock_t lock;
#pragma omp parallel // before MPI_Init
  {
#pragma omp atomic
    ones += omp_get_thread_num() == 0;
  }
  MPI_Init(&argc, &argv);
  omp_init_lock(&lock);
#pragma omp parallel
  {
#pragma omp for reduction(+ : sum) schedule(static)
    for (int i = 0; i < 10; ++i)
      sum += i;
#pragma omp critical
    ones += omp_get_thread_num() == 0;
    omp_set_lock(&lock);
    ones += omp_get_thread_num() == 1;
    omp_unset_lock(&lock);
  }
#pragma omp parallel
#pragma omp single
  {
#pragma omp task depend(out : chain)
    chain = 10;
#pragma omp task depend(inout : chain)
    chain += 10;
#pragma omp taskwait
#pragma omp taskgroup
    {
#pragma omp task
      chain += 1;
    }
  }
  omp_destroy_lock(&lock);
  printf("%d %d %d\n", sum, ones, chain);
  return MPI_Finalize();
}

// DEF: PARADIGM {{.*}}OPENMP, Name: "OpenMP" {{.*}}Class: THREAD_FORK_JOIN
// DEF: GROUP {{.*}}Type: COMM_LOCATIONS, Paradigm: "OpenMP" <3>
// DEF: GROUP {{ *}}[[#GROUP:]] {{.*}}Type: COMM_GROUP, Paradigm: "OpenMP" <3>{{.*}}2 Members: 0 {{.*}}1
// DEF: COMM {{.*}}Group: "" <[[#GROUP]]>

// MAIN: THREAD_FORK {{.*}}Model: "OpenMP" <3>
// MAIN-NEXT: ADDITIONAL ATTRIBUTES: ("fencepost::releases" {{.*}} UINT64; [[#TEAM:]])
// MAIN-NEXT: THREAD_TEAM_BEGIN
// MAIN: METRIC {{.*}}UINT64; 1), {{.*}}UINT64; [[#BARRIER:]])
// MAIN: METRIC {{.*}}UINT64; 257), {{.*}}UINT64; [[#BARRIER]])
// MAIN: THREAD_ACQUIRE_LOCK {{.*}}Model: "OpenMP" <3>, Lock: [[#CRITICAL:]]
// MAIN: THREAD_RELEASE_LOCK {{.*}}Model: "OpenMP" <3>, Lock: [[#CRITICAL]]
// MAIN: THREAD_ACQUIRE_LOCK {{.*}}Model: "OpenMP" <3>
// MAIN: THREAD_RELEASE_LOCK {{.*}}Model: "OpenMP" <3>
// MAIN: THREAD_TEAM_END
// MAIN: THREAD_JOIN {{.*}}Model: "OpenMP" <3>
// MAIN-NEXT: ADDITIONAL ATTRIBUTES: ("fencepost::acquires"
// MAIN: THREAD_FORK

// WORKER: THREAD_TEAM_BEGIN
// WORKER-NEXT: ADDITIONAL ATTRIBUTES: ("fencepost::acquires"
// WORKER: METRIC {{.*}}UINT64; 1)
// WORKER: METRIC {{.*}}UINT64; 257)
// WORKER: THREAD_ACQUIRE_LOCK
// WORKER: THREAD_RELEASE_LOCK

// BOTH: THREAD_TASK_CREATE
// BOTH: THREAD_TASK_SWITCH
// BOTH: THREAD_TASK_COMPLETE
// A dependence ends before the next task that has it begins.
// BOTH: METRIC {{.*}}UINT64; 8), {{.*}}UINT64; [[#DEPENDENCE:]])
// BOTH: METRIC {{.*}}UINT64; 264)
// What the waiting task's children did, unless it ran them itself; what ends in a group.
// BOTH: METRIC {{.*}}UINT64; 9), {{.*}}UINT64; 5044031582654955[[#]])
