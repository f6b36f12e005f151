// RUN: %clang -fplugin=%plugin %mpi-include -fplugin-arg-fencepost-rma-remote-race=off -fsyntax-only -Xclang -verify %s
// What rma-out-of-window reports, and below what it must not.
#include <mpi.h>
#define N 10

void pastTheEnd(double v) {
  double *mem;
  MPI_Win win;
  MPI_Win_allocate(N * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win); // expected-note {{the window is made here, with displacements in units of 8 bytes}} expected-note {{the window is made here, with displacements in units of 8 bytes}} expected-note {{the window is made here, with displacements in units of 8 bytes}} expected-note {{the window is made here, with displacements in units of 8 bytes}}
  MPI_Win_fence(0, win);
  MPI_Put(&v, 1, MPI_DOUBLE, 0, N, 1, MPI_DOUBLE, win); // expected-warning {{MPI_Put accesses bytes 80 to 87 of window 'win', which has 80 [rma-out-of-window]}}
  MPI_Get(mem, N, MPI_DOUBLE, 0, 1, N, MPI_DOUBLE, win); // expected-warning {{MPI_Get accesses bytes 8 to 87 of window 'win', which has 80 [rma-out-of-window]}}
  MPI_Put(&v, 1, MPI_DOUBLE, 0, 9 * sizeof(double), 1, MPI_DOUBLE, win); // expected-warning {{MPI_Put accesses bytes 576 to 583 of window 'win', which has 80 [rma-out-of-window]}}
  MPI_Put(&v, 1, MPI_DOUBLE, 0, -1, 1, MPI_DOUBLE, win); // expected-warning {{MPI_Put accesses bytes -8 to -1 of window 'win', which has 80 [rma-out-of-window]}}
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
}
void ofOneElement(int v) {
  int mem[4], old;
  MPI_Win win;
  MPI_Win_create(mem, sizeof mem, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win); // expected-note {{the window is made here, with displacements in units of 1 byte}}
  MPI_Win_lock_all(0, win);
  MPI_Fetch_and_op(&v, &old, MPI_INT, 0, 14, MPI_SUM, win); // expected-warning {{MPI_Fetch_and_op accesses bytes 14 to 17 of window 'win', which has 16 [rma-out-of-window]}}
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
}

// ---- quiet
void within(double v, int i, int n) {
  double *mem;
  MPI_Win win;
  MPI_Win_allocate(N * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
  MPI_Win_fence(0, win);
  MPI_Put(&v, 1, MPI_DOUBLE, 0, N - 1, 1, MPI_DOUBLE, win);
  MPI_Get(mem, N, MPI_DOUBLE, 0, 0, N, MPI_DOUBLE, win);
  MPI_Put(&v, 1, MPI_DOUBLE, 0, i, 1, MPI_DOUBLE, win);
  MPI_Put(&v, 1, MPI_DOUBLE, MPI_PROC_NULL, 99, 1, MPI_DOUBLE, win);
  MPI_Put(&v, 0, MPI_DOUBLE, 0, 99, 0, MPI_DOUBLE, win);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
}
void asLargeAsAsked(double v, int n) {
  double *mem;
  MPI_Win win;
  MPI_Win_allocate(n * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
  MPI_Win_fence(0, win);
  MPI_Put(&v, 1, MPI_DOUBLE, 0, 1000, 1, MPI_DOUBLE, win);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
}
void largeAtOne(int rank, double v) {
  double mem[N];
  MPI_Win win;
  if (rank == 0) {
    MPI_Win_create(mem, sizeof mem, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_fence(0, win);
  } else {
    MPI_Win_create(0, 0, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_fence(0, win);
    MPI_Put(&v, 1, MPI_DOUBLE, 0, 5, 1, MPI_DOUBLE, win);
  }
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
}
void sizeByRank(int rank, double v) {
  double *mem;
  MPI_Win win;
  MPI_Win_allocate(rank == 0 ? 8000 : 0, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
  MPI_Win_fence(0, win);
  MPI_Put(&v, 1, MPI_DOUBLE, 0, 500, 1, MPI_DOUBLE, win);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
}
void dynamic(double v) {
  MPI_Win win;
  MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  MPI_Put(&v, 1, MPI_DOUBLE, 0, 0x1000, 1, MPI_DOUBLE, win);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
}
void parameter(MPI_Win win, double v) {
  MPI_Win_fence(0, win);
  MPI_Put(&v, 1, MPI_DOUBLE, 0, 500, 1, MPI_DOUBLE, win);
  MPI_Win_fence(0, win);
}
void inLoops(MPI_Comm comm, double *b) {
  double *memory;
  MPI_Win win;
  MPI_Win_allocate(800, 8, MPI_INFO_NULL, comm, &memory, &win); // expected-note 3 {{in units of 8 bytes}}
  MPI_Win_fence(0, win);
  for (int i = 0; i < 100; i++)
    MPI_Put(&b[i], 1, MPI_DOUBLE, 1, i * sizeof(double), 1, MPI_DOUBLE, win); // expected-warning {{MPI_Put accesses bytes 6336 to 6343 of window 'win', which has 800, when i is 99 [rma-out-of-window]}}
  MPI_Win_fence(0, win);
  for (int i = 0; i <= 100; i++) {
    MPI_Put(&b[i], 1, MPI_DOUBLE, 1, i, 1, MPI_DOUBLE, win); // expected-warning {{accesses bytes 800 to 807 of window 'win', which has 800, when i is 100}}
  }
  MPI_Win_fence(0, win);
  for (int i = 0; i < 10; ++i)
    for (int j = 0; j < 11; ++j)
      MPI_Put(&b[j], 1, MPI_DOUBLE, i, (MPI_Aint)i * 10 + j, 1, MPI_DOUBLE, win); // expected-warning {{when i is 9 and j is 10}}
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
}
void inLoopsThatFit(MPI_Comm comm, double *b, int n) {
  double *memory;
  MPI_Win win;
  MPI_Win_allocate(800, 8, MPI_INFO_NULL, comm, &memory, &win);
  MPI_Win_fence(0, win);
  for (int i = 0; i < 100; i++)
    MPI_Put(&b[i], 1, MPI_DOUBLE, 1, i, 1, MPI_DOUBLE, win);
  MPI_Win_fence(0, win);
  for (int i = 0; i < 1000; i++) {
    if (i == 100)
      break;
    MPI_Put(&b[i], 1, MPI_DOUBLE, 1, i, 1, MPI_DOUBLE, win);
  }
  MPI_Win_fence(0, win);
  for (int i = 0; i < 1000; i++) {
    if (i < 100)
      MPI_Put(&b[i], 1, MPI_DOUBLE, 1, i, 1, MPI_DOUBLE, win);
  }
  MPI_Win_fence(0, win);
  for (int i = 0; i < n; i++)
    MPI_Put(&b[i], 1, MPI_DOUBLE, 1, i * 8, 1, MPI_DOUBLE, win);
  MPI_Win_fence(0, win);
  for (int i = 0; i < 200; i++)
    MPI_Put(&b[i], 1, MPI_DOUBLE, i, i / 2, 1, MPI_DOUBLE, win);
  MPI_Win_fence(0, win);
  for (int i = 0; i < 200; i++) {
    int place = i % 100;
    MPI_Put(&b[i], 1, MPI_DOUBLE, i, place, 1, MPI_DOUBLE, win);
  }
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
}

// Sizes that are no constants: what is moved has more bytes for each than the window.
void inElements(int n, double *b) {
  double *memory;
  MPI_Win win;
  MPI_Win_allocate(n, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win); // expected-note {{the window's size is given in bytes}}
  MPI_Win_fence(0, win);
  MPI_Put(b, n, MPI_DOUBLE, 1, 0, n, MPI_DOUBLE, win); // expected-warning {{MPI_Put accesses 8 bytes for each of 'n', and window 'win' has 1}}
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
}
void inBytes(int n, int m, double *b) {
  double *memory;
  MPI_Win win;
  MPI_Win_allocate((n + 2) * sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &memory,
                   &win);
  MPI_Win_fence(0, win);
  MPI_Put(b, n, MPI_DOUBLE, 1, 1, n, MPI_DOUBLE, win);
  MPI_Win_fence(0, win);
  MPI_Put(b, m, MPI_DOUBLE, 1, 1, m, MPI_DOUBLE, win);
  MPI_Win_fence(0, win);
  n *= 2;
  MPI_Win_free(&win);
}
void changed(int n, double *b) {
  double *memory;
  MPI_Win win;
  MPI_Win_allocate(n, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  n /= sizeof *memory;
  MPI_Win_fence(0, win);
  MPI_Put(b, n, MPI_DOUBLE, 1, 0, n, MPI_DOUBLE, win);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
}
// Displacements of dynamic windows are addresses.
void byAddress(int *memory, MPI_Aint there, MPI_Datatype absolute) {
  MPI_Win win;
  int value = 1;
  MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win); // expected-note {{the window is made here, dynamic}}
  MPI_Win_attach(win, memory, 64);
  MPI_Win_fence(0, win);
  MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win); // expected-warning {{MPI_Put accesses window 'win' at address 0: of memory that is attached, the displacement is the address that MPI_Get_address tells at the target}}
  MPI_Put(&value, 1, MPI_INT, 1, there, 1, MPI_INT, win);
  MPI_Put(&value, 1, MPI_INT, 1, there + 8, 1, MPI_INT, win);
  MPI_Put(&value, 1, MPI_INT, 1, 0, 1, absolute, win);
  MPI_Put(&value, 1, MPI_INT, 1, (MPI_Aint)MPI_BOTTOM, 1, absolute, win);
  MPI_Put(&value, 1, MPI_INT, MPI_PROC_NULL, 0, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
  MPI_Win_detach(win, memory);
  MPI_Win_free(&win);
}
