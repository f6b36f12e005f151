// RUN: %clang++ -std=c++17 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify %s
// A std::array has room for its elements.
#include <mpi.h>
#include <array>
void bad(MPI_Win w) {
  std::array<double, 4> a{};
  MPI_Win_fence(0, w);
  MPI_Get(a.data(), 8, MPI_DOUBLE, 1, 0, 8, MPI_DOUBLE, w); // expected-warning {{MPI_Get takes 64 bytes at 'a.data()', where there are 32 [rma-type-mismatch]}}
  MPI_Win_fence(0, w);
  MPI_Get(a.data() + 2, 3, MPI_DOUBLE, 1, 0, 3, MPI_DOUBLE, w); // expected-warning {{MPI_Get takes 24 bytes at 'a.data() + 2', where there are 16 [rma-type-mismatch]}}
  MPI_Win_fence(0, w);
  MPI_Get(&a[1], 4, MPI_DOUBLE, 1, 0, 4, MPI_DOUBLE, w); // expected-warning {{MPI_Get takes 32 bytes at '&a[1]', where there are 24 [rma-type-mismatch]}}
  MPI_Win_fence(0, w);
}
void good(MPI_Win w, std::array<double, 4> &r, std::array<std::array<double, 4>, 2> &g) {
  std::array<double, 4> a{};
  MPI_Win_fence(0, w);
  MPI_Get(a.data(), 4, MPI_DOUBLE, 1, 0, 4, MPI_DOUBLE, w);
  MPI_Win_fence(0, w);
  MPI_Get(a.data() + 2, 2, MPI_DOUBLE, 1, 0, 2, MPI_DOUBLE, w);
  MPI_Get(r.data(), 4, MPI_DOUBLE, 1, 0, 4, MPI_DOUBLE, w);
  MPI_Win_fence(0, w);
  std::array<std::array<double, 4>, 2> b{};
  MPI_Get(b[0].data(), 8, MPI_DOUBLE, 1, 0, 8, MPI_DOUBLE, w);
  MPI_Get(g[0].data(), 8, MPI_DOUBLE, 1, 0, 8, MPI_DOUBLE, w);
  MPI_Win_fence(0, w);
}
