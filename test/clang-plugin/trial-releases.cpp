// RUN: %clang++ -std=c++20 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=wrong %s
// RUN: %clang++ -std=c++20 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=right -DRIGHT %s
// Memory that helpers give back while an operation may use it, or a window is made of it.
// right-no-diagnostics
#include <cstdlib>
#include <mpi.h>

struct Batch {
  int count;
  int *words;
};
static Batch pack(int count, int rank) {
  Batch batch = {count, static_cast<int *>(std::malloc(count * sizeof(int)))};
  for (int i = 0; i < count; i++)
    batch.words[i] = rank + i;
  return batch;
}
static void drop(Batch *batch) {
  std::free(batch->words); // wrong-warning {{'batch->words' is freed while MPI_Put at line 26 may still be reading it}}
  batch->words = nullptr;
}
static void send(int rank, int to, MPI_Win win) {
  Batch batch = pack(4, rank);
  MPI_Win_lock(MPI_LOCK_SHARED, to, 0, win);
  // Space of its own for each.
  MPI_Put(batch.words, batch.count, MPI_INT, to, 4 * rank, batch.count, MPI_INT, win); // wrong-note {{the operation is issued here}}
#ifdef RIGHT
  MPI_Win_flush_local(to, win);
#endif
  drop(&batch);
  MPI_Win_unlock(to, win);
}

struct Scratch {
  double *memory;
  MPI_Win win;
};
static Scratch make(int count) {
  Scratch scratch;
  scratch.memory = new double[count]();
  MPI_Win_create(scratch.memory, count * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &scratch.win); // wrong-note {{the window is made of it here}}
  return scratch;
}
static void destroy(Scratch &scratch) {
  double *memory = scratch.memory;
#ifdef RIGHT
  MPI_Win_free(&scratch.win);
  delete[] memory;
#else
  delete[] memory; // wrong-warning {{'memory', the memory of window 'scratch.win', is released before the window is freed}}
  MPI_Win_free(&scratch.win); // wrong-note {{the window is freed here}}
#endif
}

// A phase that makes memory longer, and a window of it.
static void grow(int **cells, int count, int rank, int size) {
  MPI_Win win;
  *cells = static_cast<int *>(std::realloc(*cells, count * sizeof(int)));
  MPI_Win_create(*cells, count * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win); // wrong-note {{the window is made of it here}}
  MPI_Win_fence(0, win);
  MPI_Put(&rank, 1, MPI_INT, (rank + 1) % size, count - 1, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
#ifdef RIGHT
  MPI_Win_free(&win);
#endif
  *cells = static_cast<int *>(std::realloc(*cells, 2 * count * sizeof(int))); // wrong-warning {{'*cells', the memory of window 'win', is released before the window is freed}}
#ifndef RIGHT
  MPI_Win_free(&win);
#endif
}

int main(int argc, char **argv) {
  int rank, size, *cells;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Win_allocate(4 * size * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);
  MPI_Barrier(MPI_COMM_WORLD);
  send(rank, (rank + 1) % size, win);
  Scratch scratch = make(16);
  MPI_Win_fence(0, scratch.win);
  MPI_Win_fence(0, scratch.win);
  destroy(scratch);
  // Of all but one process the window has no memory.
  double *part = new double[16]();
  MPI_Win one;
  MPI_Win_create(part, rank == 0 ? 16 * sizeof(double) : 0, sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &one);
  if (rank != 0) {
    delete[] part;
    part = nullptr;
  }
  MPI_Win_fence(0, one);
  MPI_Win_free(&one);
  delete[] part;
  MPI_Win_free(&win);
  int *grown = nullptr;
  for (int phase = 1; phase <= 2; phase++)
    grow(&grown, 8 * phase, rank, size);
  std::free(grown);
  MPI_Finalize();
  return 0;
}
