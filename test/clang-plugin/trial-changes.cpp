// RUN: %clang++ -std=c++20 -fopenmp -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=right %s
// RUN: %clang++ -std=c++20 -fopenmp -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=wrong -DWRONG %s
// right-no-diagnostics
// REQUIRES: openmp
//
// What long loops and code that may not be executed change, by whatever means, is not known behind
// them: each of these conditions holds, and the put stays in its window.

#include <mpi.h>
#include <atomic>
#include <cstdlib>
#include <new>
#include <vector>

static int counter;
static int byDefault(int = ++counter) { return 0; }
static int byDefaultWithin() { return byDefault(); }
struct Initialized {
  int id = ++counter;
};
static int byInitializer() {
  Initialized made{};
  return made.id;
}
struct Guard {
  int *count;
  ~Guard() { ++*count; }
};
static int byEnd() {
  Guard guard{&counter};
  return 1;
}
static Guard makeGuard() { return {&counter}; }
static int byTemporary() { return makeGuard().count != nullptr; }
struct Reference {
  int &to;
};
static int byReference() {
  Reference inner{counter};
  inner.to += 1;
  return 1;
}
static int byAtomic() { return __atomic_add_fetch(&counter, 1, __ATOMIC_RELAXED) > 0; }
static void up(int *) { ++counter; }
static int byCleanup() {
  int value __attribute__((cleanup(up))) = 1;
  return value;
}
static int byThreads() {
#pragma omp parallel for reduction(+ : counter)
  for (int i = 0; i < 1; ++i)
    counter++;
  return 1;
}
static int byPlacement() {
  const int before = counter;
  new (&counter) int(before + 1);
  return 1;
}

int main(int argc, char **argv) {
  int rank, place = 0, n = 20, i, local = 1;
  MPI_Win win;
  double value = 1, *memory;
  const bool isAsked = std::getenv("ASKED") || argc > 0;
  MPI_Init(&argc, &argv);
#ifdef WRONG
  place = 9;
#define EXPECT(condition) (void)0
#else
#define EXPECT(condition) place = (condition) ? place : 8
#endif
#define REPEAT(what) counter = 0; for (int k = 0; k < 70; ++k) what; EXPECT(counter == 70)
#define MAYBE(what) counter = 0; if (std::getenv("ASKED") || isAsked) what; EXPECT(counter == 1)
  REPEAT(byDefault());
  MAYBE(byDefault());
  MAYBE(byDefaultWithin());
  MAYBE(byInitializer());
  MAYBE(byEnd());
  MAYBE(byTemporary());
  REPEAT(byReference());
  MAYBE(byReference());
  MAYBE(byAtomic());
  MAYBE(byCleanup());
  MAYBE(byThreads());
  MAYBE(byPlacement());
  for (i = 0; i < n; i++)
    n--;
  EXPECT(i == 10);
  Reference outer{local};
  if (std::getenv("ASKED") || isAsked)
    outer.to = 5;
  EXPECT(local == 5);
  std::vector<int> marks(200), order(200);
  for (int k = 0; k < 200; ++k)
    order[k] = 199 - k;
  for (int k = 0; k < 200; ++k)
    marks[order[k]] = k;
  EXPECT(marks[3] == 196);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(64, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win); // wrong-note {{the window is made here}}
  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Put(&value, 1, MPI_DOUBLE, 1, place, 1, MPI_DOUBLE, win); // wrong-warning {{MPI_Put accesses bytes 72 to 79 of 'win', which has 64 at its target [rma-out-of-window]}}
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
