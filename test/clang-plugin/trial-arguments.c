// RUN: %clang -std=gnu11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=wrong %s
// RUN: %clang -std=gnu11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=wrong -DARGUMENTS %s
// RUN: %clang -std=gnu11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=right -DRIGHT %s
// RUN: %clang -std=gnu11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=right -DRIGHT -DARGUMENTS %s
// RUN: %clang -std=gnu11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=right -DNO_ROUNDS -DARGUMENTS %s
//
// Programs that options or arguments of the command line decide about: executed without any, and,
// where they end then, with numbers.

// right-no-diagnostics
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void halo(MPI_Win win, const int *mem, int *out, int right, int n) {
  MPI_Win_fence(0, win);
  MPI_Put(out, n, MPI_INT, right, 0, n, MPI_INT, win); // wrong-note {{it is complete at its target with MPI_Win_fence at line 27, which must come between the two}}
#ifdef RIGHT
  MPI_Win_fence(0, win);
#endif
  for (int i = 0; i < n; i++)
    printf("%d\n", mem[i]); // wrong-warning {{'mem[i]' is read while another process's MPI_Put at line 18 may still be writing it [rma-remote-race]}}
#ifdef RIGHT
  MPI_Barrier(MPI_COMM_WORLD);
#endif
  MPI_Win_fence(0, win);
}

int main(int argc, char **argv) {
  int rank, size, n = 20, rounds = 1;
  MPI_Init(&argc, &argv);
#ifdef ARGUMENTS
  if (argc < 2) {
    fprintf(stderr, "usage: %s elements [rounds]\n", argv[0]);
    MPI_Abort(MPI_COMM_WORLD, 2);
  }
  n = atoi(argv[1]);
  if (argc > 2)
    rounds = (int)strtol(argv[2], NULL, 10);
#ifdef NO_ROUNDS
  if (n > 0)
    rounds = 0;
#endif
#else
  for (int option; (option = getopt(argc, argv, "n:")) != -1;)
    if (option == 'n')
      n = atoi(optarg);
#endif
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int *mem, *out = calloc(n, sizeof *out);
  MPI_Win win;
  MPI_Win_allocate(n * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
  for (int i = 0; i < n; i++)
    mem[i] = i;
  for (int round = 0; round < rounds; round++)
    halo(win, mem, out, (rank + 1) % size, n);
  MPI_Win_free(&win);
  free(out);
  MPI_Finalize();
}
