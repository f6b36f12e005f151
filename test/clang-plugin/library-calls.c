// RUN: %clang -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify %s
// Buffers that functions of the C library read, write or free while an operation uses them.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
void touches(MPI_Win w, int n) {
  for (int i = 0; i < n; i++) { char *t = malloc(9); sprintf(t, "%d", i);
    MPI_Put(t, 9, MPI_CHAR, i, 0, 9, MPI_CHAR, w); // expected-note {{MPI_Put reads 't'}}
    free(t); // expected-warning {{'t' is freed while MPI_Put}}
  }
  MPI_Win_flush_all(w);
  char m[8];
  for (int i = 0; i < 4; i++) { // expected-note {{in the loop's next iteration}}
    sprintf(m, "%d", i); // expected-warning {{'m' is written by sprintf while MPI_Put}}
    MPI_Put(m, 8, MPI_CHAR, i, 0, 8, MPI_CHAR, w); // expected-note {{MPI_Put reads 'm'}}
  }
  MPI_Win_flush_all(w);
  MPI_Get(m, 8, MPI_CHAR, 1, 0, 8, MPI_CHAR, w); // expected-note {{MPI_Get writes 'm'}}
  printf("rank %d: %5d %-8s\n", n, n, m); // expected-warning {{'m' is read by printf while MPI_Get}}
  MPI_Win_flush_all(w);
  int *p = malloc(8);
  MPI_Get(p, 2, MPI_INT, 1, 0, 2, MPI_INT, w); // expected-note {{MPI_Get writes 'p'}}
  printf("rank %d: %d\n", n, p[1]); // expected-warning {{'p[1]' is read while MPI_Get}}
  MPI_Win_flush_all(w);
  MPI_Put(p, 2, MPI_INT, 1, 0, 2, MPI_INT, w); // expected-note {{MPI_Put reads 'p'}}
  fscanf(stdin, "%d %d", &n, &p[1]); // expected-warning {{'&p[1]' is written by fscanf while MPI_Put}}
  MPI_Win_flush_all(w);
}
