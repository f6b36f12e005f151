// RUN: %clang++ -std=c++17 -fplugin=%plugin %mpi-include -S -emit-llvm -o - %s | %FileCheck %s
// What the source calls windows, buffers and functions reaches the sites: through members, macros,
// references, casts, typedefs and templates. A site is one text, its fields separated by tabs.
#include <mpi.h>

typedef MPI_Win Window;
struct Halo {
  Window win;
  double *edge;
  void put(int target);
};
// CHECK-DAG: fp1\09C\09MPI_Put\09{{[^"]*}}\09[[#@LINE+2]]\093\09Halo::put\09win\09edge + 1\09
void Halo::put(int target) {
  MPI_Put(edge + 1, 1, MPI_DOUBLE, target, 0, 1, MPI_DOUBLE, win);
}

namespace exchange {
// CHECK-DAG: fp1\09C\09MPI_Get\09{{[^"]*}}\09[[#@LINE+2]]\093\09exchange::get\09halo.win\09&halo.edge[n]\09
void get(Halo &halo, int n) {
  MPI_Get((void *)(&halo.edge[n]), 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, halo.win);
}
} // namespace exchange

#define FLUSH(window) MPI_Win_flush_all(window)
// CHECK-DAG: fp1\09C\09MPI_Win_flush_all\09{{[^"]*}}\09[[#@LINE+2]]\093\09flush\09halos[2].win\09
void flush(Halo *halos) {
  FLUSH(halos[2].win);
}

template <typename T> void accumulate(T *values, MPI_Win win) {
  // CHECK-DAG: fp1\09C\09MPI_Accumulate\09{{[^"]*}}\09[[#@LINE+1]]\093\09accumulate\09win\09values\09
  MPI_Accumulate(values, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win);
}
template void accumulate(int *, MPI_Win);

// CHECK-DAG: fp1\09C\09MPI_Win_create\09{{[^"]*}}\09[[#@LINE+3]]\093\09create\09win\09memory\09
// CHECK-DAG: fp1\09C\09MPI_Win_free\09{{[^"]*}}\09[[#@LINE+3]]\093\09create\09win\09
void create(int *memory, MPI_Win win) {
  MPI_Win_create(memory, 4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_free(&win);
}

// CHECK-DAG: fp1\09S\09\09{{[^"]*}}\09[[#@LINE+2]]\0917\09store\09\09halo->edge[i]\09
void store(Halo *halo, double *from, int i) {
  halo->edge[i] = from[i + 1];
}
// CHECK-DAG: fp1\09L\09\09{{[^"]*}}\09[[#@LINE-2]]\0919\09store\09\09from[i + 1]\09
