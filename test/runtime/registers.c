// What instrumented code calls for an access leaves all registers to it, vectors of any width too.
// REQUIRES: openmpi, x86_64
// DEFINE: %{flags} =
// DEFINE: %{compile} = env OMPI_CC=%clang %mpicc-plain -O2 -fplugin=%plugin %{flags} %s -o %t \
// DEFINE:   -L%build/lib/fencepost/openmpi -lfencepost-rt -Wl,-rpath,%build/lib/fencepost/openmpi
// DEFINE: %{run} = env FENCEPOST_OPTIONS=trace=%t.trace %mpirun -n 1 %t | %FileCheck %s
// REDEFINE: %{flags} = -DWIDTH=16
// RUN: %{compile} && %{run}
// REDEFINE: %{flags} = -DWIDTH=32 -mavx2
// RUN: %{compile} && %{run}
// REDEFINE: %{flags} = -DWIDTH=64 -mavx512f
// RUN: %{compile} && %{run}
// CHECK: {{^(as expected|no such vectors here)$}}
#include <mpi.h>
#include <stdio.h>
#include <string.h>

typedef double Vector __attribute__((vector_size(WIDTH)));
enum { ROWS = 16, ROW = 8, LANES = WIDTH / sizeof(double), LIVE = 14 };

#define HAS_VECTORS                                                                                \
  (WIDTH == 16 || (WIDTH == 32 && __builtin_cpu_supports("avx2")) ||                               \
   (WIDTH == 64 && __builtin_cpu_supports("avx512f")))

#define EACH(WHAT)                                                                                 \
  WHAT(0)                                                                                          \
  WHAT(1) WHAT(2) WHAT(3) WHAT(4) WHAT(5) WHAT(6) WHAT(7) WHAT(8) WHAT(9) WHAT(10) WHAT(11)        \
      WHAT(12) WHAT(13)
#define LOAD(n) Vector v##n = *(const Vector *)&in[at[n] * ROW];
#define STORE(n) *(Vector *)&out[at[(n) ^ 5] * ROW] = v##n * 2 + (double)count[at[n]];

/// All are in registers while the counts and results are accessed, each for the first time in a
/// segment.
__attribute__((noinline)) static void mix(const double *in, double *out, const long *count,
                                          const int *at) {
  EACH(LOAD)
  EACH(STORE)
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  double *memory, expected[ROWS * ROW];
  MPI_Win win;
  MPI_Win_allocate(3 * sizeof expected, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  double *in = (double *)(((MPI_Aint)memory + 63) / 64 * 64), *out = in + ROWS * ROW;
  long *count = (long *)(out + ROWS * ROW);
  int at[ROWS], differs = 0;
  for (int turn = 0; turn < 20 && HAS_VECTORS; ++turn) {
    MPI_Win_fence(0, win);
    for (int i = 0; i < ROWS * ROW; ++i)
      in[i] = i + turn, out[i] = expected[i] = 0;
    for (int i = 0; i < ROWS; ++i)
      count[i] = 3 * i + turn, at[i] = (i * 7 + turn) % ROWS;
    for (int n = 0; n < LIVE; ++n)
      for (int i = 0; i < ROW; ++i)
        expected[at[n ^ 5] * ROW + i] = in[at[n] * ROW + i] * 2 + (double)count[at[n]];
    for (int lane = 0; lane < ROW; lane += LANES) {
      MPI_Win_fence(0, win);
      mix(in + lane, out + lane, count, at);
    }
    differs |= memcmp(out, expected, sizeof expected);
  }
  puts(!HAS_VECTORS ? "no such vectors here" : differs ? "differs" : "as expected");
  MPI_Win_free(&win);
  MPI_Finalize();
}
