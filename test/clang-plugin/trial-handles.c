// RUN: rm -rf %t && split-file %s %t
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=wrong %t/twice.c
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=right -DRIGHT %t/twice.c
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=right -DRIGHT -DDISCONNECT %t/twice.c
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=wrong %t/parts.c
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=right -DRIGHT %t/parts.c
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=wrong %t/nobody.c
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=right -DRIGHT %t/nobody.c
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=wrong %t/memory.c
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=right -DRIGHT %t/memory.c
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=wrong %t/text.c
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=right -DRIGHT %t/text.c
//
// What calls that free do to a handle, groups that have nobody in common, and numbers without sign.

//--- twice.c
// right-no-diagnostics
#include <mpi.h>
typedef struct {
  MPI_Comm comm;
  MPI_Group group;
  MPI_Datatype type;
  MPI_Win win;
  double *memory;
} Table;
static void table_close(Table *table) {
#ifdef RIGHT
  if (table->comm == MPI_COMM_NULL)
    return;
  if (table->group == MPI_GROUP_NULL)
    return;
  if (table->type == MPI_DATATYPE_NULL)
    return;
#endif
  MPI_Win_unlock_all(table->win); // wrong-warning {{MPI_Win_unlock_all on window 'table.win', which is freed [rma-freed-window]}}
  MPI_Win_free(&table->win); // wrong-note {{the window was freed here}}
  MPI_Type_free(&table->type);
  MPI_Group_free(&table->group);
#ifdef DISCONNECT
  MPI_Comm_disconnect(&table->comm);
#else
  MPI_Comm_free(&table->comm);
#endif
}
int main(int argc, char **argv) {
  Table table;
  MPI_Init(&argc, &argv);
  MPI_Comm_dup(MPI_COMM_WORLD, &table.comm);
  MPI_Comm_group(table.comm, &table.group);
  MPI_Type_contiguous(4, MPI_DOUBLE, &table.type);
  MPI_Type_commit(&table.type);
  MPI_Win_allocate(64, 8, MPI_INFO_NULL, table.comm, &table.memory, &table.win);
  MPI_Win_lock_all(0, table.win);
  table_close(&table);
  table_close(&table); // wrong-note {{called from here}}
  MPI_Finalize();
}

//--- parts.c
// right-no-diagnostics
#include <mpi.h>
int main(int argc, char **argv) {
  int rank, size, members[64], count = 0, peer = 0, value = 1;
  double *memory;
  MPI_Comm part;
  MPI_Group world, half;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Comm_group(MPI_COMM_WORLD, &world);
#ifdef RIGHT
  for (int i = rank % 2; i < size && count < 64; i += 2)
    members[count++] = i; // those of the same parity
#else
  for (int i = 0; i < size && count < 64; ++i)
    members[count++] = i;
#endif
  MPI_Group_incl(world, count, members, &half);
  MPI_Comm_create(MPI_COMM_WORLD, half, &part);
  MPI_Win_allocate(64, 8, MPI_INFO_NULL, part, &memory, &win);
  MPI_Win_fence(0, win);
  if (rank < 2) {
    double mine = rank;
    MPI_Put(&mine, 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, win); // wrong-warning {{MPI_Put accesses at target '0' what another process's MPI_Put may be writing [rma-remote-race]}} wrong-note 0+ {{}}
    MPI_Win_fence(0, win);
  } else
    MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Comm_free(&part);
  MPI_Finalize();
}

//--- nobody.c
// right-no-diagnostics
#include <mpi.h>
#include <stdint.h>
int main(int argc, char **argv) {
  int rank;
  uint64_t nobody = ~UINT64_C(0), mine, first;
  double *memory, value = 1;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
#ifdef RIGHT
  mine = rank == 1 ? 3 : nobody;
#else
  mine = rank == 1 ? 3 : 9;
#endif
  MPI_Allreduce(&mine, &first, 1, MPI_UINT64_T, MPI_MIN, MPI_COMM_WORLD);
  MPI_Win_allocate(64, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win); // wrong-note {{the window is made here, with displacements in units of 8 bytes}}
  MPI_Win_fence(0, win);
  if (rank == 0)
#ifdef RIGHT
    MPI_Put(&value, 1, MPI_DOUBLE, 1, first, 1, MPI_DOUBLE, win);
#else
    MPI_Put(&value, 1, MPI_DOUBLE, 1, first + 7, 1, MPI_DOUBLE, win); // wrong-warning {{MPI_Put accesses bytes 80 to 87 of 'win', which has 64 at its target [rma-out-of-window]}}
#endif
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}

//--- memory.c
// right-no-diagnostics
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
typedef struct {
  MPI_Win win;
  double *data;
  int n;
} Field;
static void field_make(Field *f, int n) {
  f->n = n;
  MPI_Win_allocate(n * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &f->data, &f->win);
}
static void field_of(Field *f, double *memory, int n) {
  f->n = n;
  f->data = memory;
  MPI_Win_create(memory, n * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &f->win);
}
static double field_sum(const Field *f) {
  double sum = 0;
  for (int i = 0; i < f->n; ++i)
    sum += f->data[i]; // wrong-warning {{'f->data[i]' is read, but it is memory of window 'f->win', which is freed [rma-freed-window]}}
  return sum;
}
static void field_free(Field *f) { MPI_Win_free(&f->win); } // wrong-note {{the window was freed here, and its memory with it}}
int main(int argc, char **argv) {
  static double memory[20];
  MPI_Init(&argc, &argv);
  Field a, b, c;
  field_make(&a, 10);
  field_of(&b, memory, 20);
  field_free(&b);
  double sum = field_sum(&b); // which is the program's own
  field_make(&c, 10);
#ifdef RIGHT
  sum += field_sum(&a);
  field_free(&a);
#else
  field_free(&a);
  sum += field_sum(&a);
#endif
  sum += field_sum(&c);
  field_free(&c);
  printf("%g\n", sum);
  MPI_Finalize();
}

//--- text.c
// right-no-diagnostics
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
enum { LENGTH = 64, MOST = 16 };
typedef struct {
  char name[LENGTH];
  MPI_Win win;
  int rank, used;
  char lines[MOST][LENGTH];
  MPI_Request pending[MOST];
} Logger;
static void log_line(Logger *l, const char *text) {
  const int k = l->used++;
  strncpy(l->lines[k], text, LENGTH - 1);
  MPI_Rput(l->lines[k], LENGTH, MPI_CHAR, 0, (l->rank * MOST + k) * LENGTH, LENGTH, MPI_CHAR, l->win, &l->pending[k]); // wrong-warning {{the request of this MPI_Rput is never completed [rma-request-leak]}}
}
static void log_drain(Logger *l) {
#ifdef RIGHT
  MPI_Waitall(l->used, l->pending, MPI_STATUSES_IGNORE);
#endif
  MPI_Win_flush(0, l->win);
  l->used = 0;
}
int main(int argc, char **argv) {
  int size;
  char *area;
  MPI_Init(&argc, &argv);
  Logger *l = calloc(1, sizeof *l);
  MPI_Comm_rank(MPI_COMM_WORLD, &l->rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Win_allocate(l->rank == 0 ? (MPI_Aint)size * MOST * LENGTH : 0, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &area, &l->win);
  snprintf(l->name, sizeof l->name, "logger of %d", l->rank);
  MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, l->win);
  log_line(l, "start");
  log_line(l, "stop");
  log_drain(l);
  MPI_Win_unlock(0, l->win);
  MPI_Win_free(&l->win);
  free(l);
  MPI_Finalize();
}
