// RUN: %clang -fplugin=%plugin %mpi-include -fsyntax-only -Wno-format -Xclang -verify %s
// expected-no-diagnostics
// Functions of the C library that leave the buffer of an operation alone, or come after it.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int lib_ok(MPI_Win w, int rank, int n) {
  char m[64] = "abc", k[64];
  int v = 1, *b = malloc(40);
  char *h = malloc(10);
  MPI_Put(m, 64, MPI_CHAR, 0, 0, 64, MPI_CHAR, w);
  printf("%s %d%%\n", m, v);
  strcpy(k, m);
  snprintf(k, sizeof k, "%s", m);
  puts(m);
  if (strcmp(m, k) && strlen(m))
    v = atoi(m);
  MPI_Win_flush(0, w);
  strcpy(m, "x");
  MPI_Get(m, 64, MPI_CHAR, 0, 0, 64, MPI_CHAR, w);
  printf("%p %p\n", (void *)m, (void *)&v);
  snprintf(m, 0, "x");
  printf("%.*s", 0, m);
  fprintf(stderr, "%-5d %s\n", v, "lit");
  printf("%*d %s\n", 3, v, k);
  MPI_Win_flush(0, w);
  MPI_Put(&v, 1, MPI_INT, 0, 0, 1, MPI_INT, w);
  sscanf(k, "%*d %d", &n);
  sscanf("4", "%d", &n);
  sscanf(k, "%[^]x] %d", m, &n);
  MPI_Win_flush(0, w);
  sscanf(k, "%d", &v);
  if (!b || !h) {
    free(b);
    free(h);
    return 1;
  }
  MPI_Put(b, 10, MPI_INT, 0, 0, 10, MPI_INT, w);
  if (rank > 100) {
    free(b);
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  if (rank > 101) {
    free(b);
    exit(1);
  }
  if (rank > 102) {
    free(h);
    free(b);
    return 2;
  }
  free(h);
  MPI_Win_flush(0, w);
  free(b);
  b = malloc(40);
  int *c = b;
  b = malloc(40);
  MPI_Put(c, 10, MPI_INT, 0, 0, 10, MPI_INT, w);
  free(b);
  b = NULL;
  MPI_Win_flush(0, w);
  free(c);
  return 0;
}
void tmp(MPI_Win w, int n) {
  for (int i = 0; i < n; i++) {
    char *t = malloc(9);
    sprintf(t, "%d", i);
    MPI_Put(t, 9, MPI_CHAR, i, 0, 9, MPI_CHAR, w);
    MPI_Win_flush_local(i, w);
    free(t);
  }
  char *bufs[4];
  for (int i = 0; i < 4; i++) {
    bufs[i] = malloc(9);
    sprintf(bufs[i], "%d", i);
    MPI_Put(bufs[i], 9, MPI_CHAR, i, 0, 9, MPI_CHAR, w);
  }
  MPI_Win_flush_all(w);
  for (int i = 0; i < 4; i++)
    free(bufs[i]);
  char lines[4][16];
  for (int i = 0; i < 4; i++) {
    sprintf(lines[i], "%d", i);
    MPI_Put(lines[i], 16, MPI_CHAR, i, 0, 16, MPI_CHAR, w);
  }
  MPI_Win_flush_all(w);
  for (int i = 0; i < 4; i++) {
    fgets(lines[i], 16, stdin);
    MPI_Put(lines[i], 16, MPI_CHAR, i, 0, 16, MPI_CHAR, w);
  }
  MPI_Win_flush_all(w);
}
