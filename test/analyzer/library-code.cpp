// What code of libraries does is told where the program calls it, inlined or not, and not again for
// each line of the library. What it calls of the program's is told there.
//
// REQUIRES: openmpi
// RUN: rm -rf %t* && %mpicxx -g -O0 %s -o %t.exe
// RUN: env FENCEPOST_OPTIONS=trace=%t.trace timeout 60 %mpirun -n 2 %t.exe
// RUN: %not %analyze -o %t.db %t.trace
// RUN: %fencepost report %t.db > %t.text || true
// RUN: %FileCheck %s --implicit-check-not '{{^error|/c\+\+/}}' < %t.text
// RUN: rm -rf %t.trace && %mpicxx -g -O2 %s -o %t.exe
// RUN: env FENCEPOST_OPTIONS=trace=%t.trace timeout 60 %mpirun -n 2 %t.exe
// RUN: %not %analyze -o %t.db %t.trace
// RUN: %fencepost report %t.db > %t.text || true
// RUN: %FileCheck %s --implicit-check-not '{{^error|/c\+\+/}}' < %t.text
//
// The library's sites are those of the call, as are the accesses of std::atomic.
// RUN: %fencepost sites --accesses %t.exe | %FileCheck --check-prefix=SITES %s
// SITES: Into libraries
// SITES: library-code.cpp:[[#]]:5 {{ *}}sort
#include <algorithm>
#include <atomic>
#include <cstdio>
#include <mpi.h>
#include <numeric>
#include <vector>

static int half(int x) { return x / 2; }

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, *base;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win win, shared;
  MPI_Win_allocate(800 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
  std::iota(base, base + 800, 0);
  std::vector<int> out(800, rank);
  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Put(out.data(), 800, MPI_INT, 1, 0, 800, MPI_INT, win);
  if (rank == 1) {
    // CHECK: error: two unordered conflicting accesses
    // CHECK: library-code.cpp:[[#@LINE+1]]:5: {{load|store}} by rank 1 in main
    std::sort(base, base + 100);
    // CHECK: error: two unordered conflicting accesses
    // CHECK: library-code.cpp:[[#@LINE+1]]:15: load by rank 1 in main
    int sum = std::accumulate(base + 100, base + 200, 0);
    // CHECK: error: two unordered conflicting accesses
    // CHECK: library-code.cpp:[[#@LINE+1]]:5: store by rank 1 in main
    std::fill(base + 200, base + 300, sum);
    // CHECK: error: two unordered conflicting accesses
    // CHECK: library-code.cpp:[[#@LINE+1]]:5: {{load|store}} by rank 1 in main
    std::transform(base + 300, base + 400, base + 300, half);
    // CHECK: error: two unordered conflicting accesses
    // CHECK: library-code.cpp:[[#@LINE+2]]:{{.*}} by rank 1 in {{.*}}lambda
    std::for_each(base + 400, base + 500, [](int &x) {
      x *= 2;
    });
  }
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);

  // The flag is atomic to both, so that the datum is ordered.
  int *mine;
  MPI_Aint size;
  MPI_Win_allocate_shared(rank ? 0 : 64, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &mine, &shared);
  int unit;
  MPI_Win_shared_query(shared, 0, &size, &unit, &mine);
  MPI_Win_lock_all(MPI_MODE_NOCHECK, shared);
  auto *flag = reinterpret_cast<std::atomic<int> *>(mine);
  if (rank == 0)
    flag->store(0);
  MPI_Win_sync(shared);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_sync(shared);
  if (rank == 0) {
    std::fill(mine + 1, mine + 9, 7);
    MPI_Win_sync(shared);
    flag->store(1, std::memory_order_release);
  } else {
    while (!flag->load(std::memory_order_acquire))
      ;
    MPI_Win_sync(shared);
    std::printf("%d\n", std::accumulate(mine + 1, mine + 9, 0));
  }
  MPI_Win_unlock_all(shared);
  MPI_Win_free(&shared);
  MPI_Finalize();
}
