// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify -Xclang -verify-ignore-unexpected=note %s
//
// A loop from one constant to another accesses all elements between them, also the one that a neighbour puts.

#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv) {
  int rank, size;
  double *memory, v = 1, s = 0;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Win_allocate(800, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_fence(0, win);
  MPI_Put(&v, 1, MPI_DOUBLE, (rank + 1) % size, 99, 1, MPI_DOUBLE, win);
  for (int i = 0; i < 100; i++)
    s += memory[i]; // expected-warning {{'memory[i]' is read while another process's MPI_Put}}
  MPI_Win_fence(0, win);
  MPI_Put(&v, 1, MPI_DOUBLE, (rank + 1) % size, 99, 1, MPI_DOUBLE, win);
  for (int i = 0; i <= 99; i++)
    memory[i] = 0; // expected-warning {{'memory[i]' is written while another process's MPI_Put}}
  MPI_Win_fence(0, win);
  MPI_Put(&v, 1, MPI_DOUBLE, (rank + 1) % size, 99, 1, MPI_DOUBLE, win);
  for (int i = 0; i < 50; i++)
    s += memory[i + 50]; // expected-warning {{'memory[i + 50]' is read while another process's MPI_Put}}
  MPI_Win_fence(0, win);

  // ---- quiet
  MPI_Put(&v, 1, MPI_DOUBLE, (rank + 1) % size, 99, 1, MPI_DOUBLE, win);
  for (int i = 0; i < 99; i++)
    s += memory[i];
  MPI_Win_fence(0, win);
  MPI_Put(&v, 1, MPI_DOUBLE, (rank + 1) % size, 99, 1, MPI_DOUBLE, win);
  for (int i = 0; i < 100; i += 2)
    s += memory[i];
  MPI_Win_fence(0, win);
  MPI_Put(&v, 1, MPI_DOUBLE, (rank + 1) % size, 99, 1, MPI_DOUBLE, win);
  for (int i = 0; i < 50; i++)
    s += memory[2 * i];
  MPI_Win_fence(0, win);
  MPI_Put(&v, 1, MPI_DOUBLE, (rank + 1) % size, 99, 1, MPI_DOUBLE, win);
  for (int i = 0; i < 100; i++) {
    if (i == 99)
      continue;
    s += memory[i];
  }
  MPI_Win_fence(0, win);
  MPI_Put(&v, 1, MPI_DOUBLE, (rank + 1) % size, 99, 1, MPI_DOUBLE, win);
  for (int i = 0; i < 100; i++)
    s += i < 99 ? memory[i] : 0;
  MPI_Win_fence(0, win);
  MPI_Put(&v, 1, MPI_DOUBLE, (rank + 1) % size, 99, 1, MPI_DOUBLE, win);
  for (int i = 0; i < 100; i++) {
    s += memory[i];
    if (i == 98)
      i++;
  }
  MPI_Win_fence(0, win);
  MPI_Put(&v, 1, MPI_DOUBLE, (rank + 1) % size, 99, 1, MPI_DOUBLE, win);
  for (int i = 0; i < argc; i++)
    s += memory[i];
  MPI_Win_fence(0, win);
  printf("%g\n", s);
  MPI_Win_free(&win);
  MPI_Finalize();
}
