// RUN: rm -rf %t && split-file %s %t
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=wrong %t/ring.c
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=right -DRIGHT %t/ring.c
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=right -DFIXED %t/ring.c
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=wrong %t/workers.c
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=right -DRIGHT %t/workers.c
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=wrong %t/rounds.c
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=right -DRIGHT %t/rounds.c
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=wrong %t/requests.c
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=right -DRIGHT %t/requests.c
//
// What other processes must be there for, and call, when a program is executed for a few processes;
// and what waits for one of several requests leaves under way.

//--- ring.c
// right-no-diagnostics
// There is always a last process.
#include <mpi.h>
static int next(int rank, int size) {
#if defined(RIGHT)
  return rank + 1 < size ? rank + 1 : 0;
#elif defined(FIXED)
  return (rank + 1) % 24; // it is for so many
#else
  return rank + 1 <= size ? rank + 1 : 0;
#endif
}
static void send(int to, int value, MPI_Win win) {
  MPI_Put(&value, 1, MPI_INT, to, 0, 1, MPI_INT, win); // wrong-warning {{the target of MPI_Put is 'to', more than the last rank in some process [rma-bad-target]}}
  MPI_Win_flush(to, win);
}
int main(int argc, char **argv) {
  int rank, size, *memory;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  send(next(rank, size), rank, win);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}

//--- workers.c
// right-no-diagnostics
// The root starts for all, of whom the last never lets it in.
#include <mpi.h>
struct pool {
  MPI_Win win;
  MPI_Group root, workers;
  int rank, size, *task;
};
static void hand(struct pool *p) {
  int task = 7;
  MPI_Win_start(p->workers, 0, p->win); // wrong-warning {{MPI_Win_start on 'p->win', but process 1 of the group calls no MPI_Win_post that goes with it [rma-unmatched-sync]}}
  for (int each = 1; each < p->size; each++)
    MPI_Put(&task, 1, MPI_INT, each, 0, 1, MPI_INT, p->win);
  MPI_Win_complete(p->win);
}
static void take(struct pool *p) {
  MPI_Win_post(p->root, 0, p->win);
  MPI_Win_wait(p->win);
}
int main(int argc, char **argv) {
  struct pool p;
  MPI_Group all;
  int zero = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &p.rank);
  MPI_Comm_size(MPI_COMM_WORLD, &p.size);
  MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &p.task, &p.win);
  MPI_Win_get_group(p.win, &all);
  MPI_Group_incl(all, 1, &zero, &p.root);
  MPI_Group_excl(all, 1, &zero, &p.workers);
  if (p.rank == 0)
    hand(&p);
#ifdef RIGHT
  else
#else
  else if (p.rank < p.size - 1)
#endif
    take(&p);
  MPI_Win_free(&p.win);
  MPI_Finalize();
}

//--- rounds.c
// right-no-diagnostics
// Fences of as many rounds as each process has parts.
#include <mpi.h>
struct share {
  MPI_Win win;
  int parts, *memory;
};
static void round(struct share *s) {
  MPI_Win_fence(0, s->win); // wrong-warning {{MPI_Win_fence on 's->win' is collective, but process 0 calls none that goes with that of process 1 [rma-divergent-collective]}}
}
static int rounds(const struct share *s) {
#ifdef RIGHT
  int most;
  MPI_Allreduce(&s->parts, &most, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  return most;
#else
  return s->parts;
#endif
}
int main(int argc, char **argv) {
  struct share s;
  int one = 1, count;
  MPI_Init(&argc, &argv);
  MPI_Scan(&one, &s.parts, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &s.memory, &s.win);
  count = rounds(&s);
  for (int i = 0; i < count; i++)
    round(&s);
  MPI_Win_free(&s.win);
  MPI_Finalize();
}

//--- requests.c
// right-no-diagnostics
// Of several requests any may be the first that is completed.
#include <mpi.h>
#define BLOCKS 3
struct fetch {
  MPI_Win win;
  MPI_Request requests[BLOCKS];
  int blocks[BLOCKS], *memory, sum;
};
static void begin(struct fetch *f, int target) {
  for (int i = 0; i < BLOCKS; i++)
    MPI_Rget(&f->blocks[i], 1, MPI_INT, target, i, 1, MPI_INT, f->win, &f->requests[i]); // wrong-note {{MPI_Rget writes '&f->blocks[i]' from here until its local completion: MPI_Waitany at line}}
}
static void use(struct fetch *f, int block) {
  f->sum += f->blocks[block]; // wrong-warning {{'f->blocks[block]' is read while MPI_Rget at line 12 may still be writing it [rma-local-race]}}
}
static void drain(struct fetch *f) {
  for (int i = 0; i < BLOCKS; i++) {
    int done;
    MPI_Waitany(BLOCKS, f->requests, &done, MPI_STATUS_IGNORE);
#ifdef RIGHT
    use(f, done);
#else
    use(f, i);
#endif
  }
}
int main(int argc, char **argv) {
  struct fetch f = {.sum = 0};
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Win_allocate(BLOCKS * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &f.memory, &f.win);
  MPI_Win_lock_all(0, f.win);
  begin(&f, (rank + 1) % size);
  drain(&f);
  MPI_Win_unlock_all(f.win);
  MPI_Win_free(&f.win);
  MPI_Finalize();
}
