// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=wrong -DWRONG %s
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=right %s
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=right -DWRONG -DLOADED %s
// right-no-diagnostics
//
// A program that calls through pointers to its own functions is executed; where a pointer may be to
// a function of a library that is loaded, nobody knows what it does.

#include <dlfcn.h>
#include <mpi.h>

typedef void (*step_fn)(MPI_Win);

static void fence(MPI_Win win) { MPI_Win_fence(0, win); }
static void nothing(MPI_Win win) { (void)win; }

struct phase {
  step_fn begin, end;
};

static void exchange(const struct phase *how, int *memory, int rank, int size, MPI_Win win) {
  how->begin(win);
  MPI_Put(&rank, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, win); // wrong-note {{complete at its target with MPI_Win_fence}}
  how->end(win);
  int seen = memory[0]; // wrong-warning {{'memory[0]' is read while another process's MPI_Put}}
  fence(win);
  (void)seen;
}

int main(int argc, char **argv) {
  int rank, size, *memory;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
#ifdef WRONG
  struct phase how = {fence, nothing};
#else
  struct phase how = {fence, fence};
  (void)nothing;
#endif
#ifdef LOADED
  how.end = (step_fn)dlsym(RTLD_DEFAULT, "end_of_step");
#endif
  exchange(&how, memory, rank, size, win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
