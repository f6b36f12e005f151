// A rank forks: the child, which works on the window's memory and ends in the usual way, records nothing, takes
// nothing from its parent's recording and does not wait for anything. Commands run as they would.
//
// RUN: rm -rf %t && mkdir %t
// RUN: %mpicc -O1 -pthread %s -o %t/prog
// RUN: env FENCEPOST_OPTIONS=trace=%t/trace %mpirun -n 2 %t/prog > %t/out
// RUN: sort %t/out | %FileCheck %s
// RUN: %analyze %t/trace > %t/analysis 2>&1
// RUN: %FileCheck --check-prefix=CLEAN --allow-empty --input-file=%t/analysis %s
// RUN: %otf2-print -L 0 %t/trace/traces.otf2 | %FileCheck --check-prefix=EVENTS %s
// RUN: test ! -e %t/trace/journal

#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static int *memory, size;

static void *touch(void *argument) {
  for (int i = 0; i < 1000; ++i)
    memory[i] += i;
  return argument;
}

int main(int argc, char **argv) {
  int rank, status = 0, got = 0;
  MPI_Win window;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Win_create(memory = calloc(1000, sizeof(int)), 1000 * sizeof(int), sizeof(int), MPI_INFO_NULL,
                 MPI_COMM_WORLD, &window);
  memory[1] = rank;
  MPI_Win_fence(0, window);
  fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    // With a thread of its own, and a child of its own.
    pthread_t thread;
    touch(NULL);
    pthread_create(&thread, NULL, touch, NULL);
    pthread_join(thread, NULL);
    if (fork() == 0)
      exit(memory[2] == 4 ? 0 : 1);
    wait(&status);
    exit(status != 0);
  }
  waitpid(child, &status, 0);
  // CHECK: 0 child 0
  // CHECK-NEXT: 0 got 1
  // CHECK-NEXT: 0 shell 0
  // CHECK-NEXT: 1 child 0
  // CHECK-NEXT: 1 got 0
  // CHECK-NEXT: 1 shell 0
  printf("%d child %d\n", rank, status);
  printf("%d shell %d\n", rank, system("true"));
  MPI_Get(&got, 1, MPI_INT, 1 - rank, 1, 1, MPI_INT, window);
  MPI_Win_fence(0, window);
  printf("%d got %d\n", rank, got);
  MPI_Win_free(&window);
  free(memory);
  MPI_Finalize();
  return 0;
}

// CLEAN-NOT: {{note|error|warning}}
// EVENTS: RMA_WIN_CREATE
// EVENTS: RMA_GET
// EVENTS: RMA_WIN_DESTROY
// EVENTS: PROGRAM_END
