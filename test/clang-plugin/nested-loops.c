// RUN: %clang -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify %s
// What loops within loops access first.
#include <mpi.h>
#define AT(i, j) u[(i) * nx + (j)]
void rows(MPI_Win w, double *u, int nx, int ny, int up) {
  MPI_Win_fence(0, w); // expected-note {{the epoch was opened here}}
  MPI_Put(u + nx, nx, MPI_DOUBLE, up, 0, nx, MPI_DOUBLE, w); // expected-note {{MPI_Put reads 'u + nx'}}
  for (int i = 1; i <= ny; i++)
    for (int j = 0; j < nx; j++)
      AT(i, j) *= 0.25; // expected-warning {{is written while MPI_Put}}
  MPI_Win_fence(0, w);
}
void inner(MPI_Win w, double *u, int nx, int ny, int up) {
  MPI_Win_fence(0, w);
  MPI_Put(u + nx, nx, MPI_DOUBLE, up, 0, nx, MPI_DOUBLE, w);
  for (int i = 2; i < ny; i++)
    for (int j = 0; j < nx; j++)
      AT(i, j) *= 0.25; // quiet
  MPI_Win_fence(0, w);
}
void triangle(MPI_Win w, double *u, int nx, int ny, int up) {
  MPI_Win_fence(0, w);
  MPI_Put(u, 1, MPI_DOUBLE, up, 0, 1, MPI_DOUBLE, w);
  for (int i = 0; i < ny; i++)
    for (int j = 0; j < i; j++)
      AT(i, j) = 0; // quiet: none in the first row
  int m = 0;
  for (int i = 0; i < ny; i++) {
    for (int j = 0; j < m; j++)
      AT(i, j) = 0; // quiet
    m++;
  }
  MPI_Win_fence(0, w);
}
void within(MPI_Win w, double *u, int nx, int ny, int up) {
  MPI_Win_lock_all(0, w);
  for (int i = 0; i < ny; i++) {
    for (int j = 0; j < nx; j++)
      AT(i, j) = i; // quiet: flushed by then
    MPI_Put(u + i * nx, nx, MPI_DOUBLE, up, i * nx, nx, MPI_DOUBLE, w);
    MPI_Win_flush_local(up, w);
  }
  for (int i = 0; i < ny; i++) {
    MPI_Put(u, 1, MPI_DOUBLE, up, i, 1, MPI_DOUBLE, w);
    MPI_Win_flush_local(up, w);
    for (int j = 0; j < nx; j++)
      AT(i, j) = i; // quiet
  }
  MPI_Win_unlock_all(w);
}
