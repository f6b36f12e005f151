// RUN: rm -rf %t && split-file %s %t
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=wrong %t/twice.c
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=right -DRIGHT %t/twice.c
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=right -DRIGHT -DDISCONNECT %t/twice.c
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=wrong %t/parts.c
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=right -DRIGHT %t/parts.c
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=wrong %t/nobody.c
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=right -DRIGHT %t/nobody.c
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
