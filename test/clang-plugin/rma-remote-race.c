// RUN: %clang -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify %s
// RUN: %clang -x c++ -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify %s
// What rma-remote-race reports, and below what it must not.
#include <mpi.h>
#include <stdio.h>
#include <string.h>

// ---- operations of one process
void twoPuts(int t, MPI_Win win) {
  int a = 1, b = 2;
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, t, 0, win);
  MPI_Put(&a, 1, MPI_INT, t, 3, 1, MPI_INT, win); // expected-note {{from here until MPI_Win_flush or the unlock, MPI_Put may access its target}}
  MPI_Put(&b, 1, MPI_INT, t, 3, 1, MPI_INT, win); // expected-warning {{MPI_Put accesses at target 't' what MPI_Put at line 12 may still be writing [rma-remote-race]}}
  MPI_Win_unlock(t, win);
}
void putThenGet(MPI_Win win) {
  int a = 1, b;
  MPI_Win_lock_all(0, win);
  MPI_Put(&a, 1, MPI_INT, 1, 0, 1, MPI_INT, win); // expected-note {{from here}}
  MPI_Win_flush_local(1, win);
  MPI_Get(&b, 1, MPI_INT, 1, 0, 1, MPI_INT, win); // expected-warning {{MPI_Get accesses at target '1' what MPI_Put at line 19 may still be writing [rma-remote-race]}}
  MPI_Win_unlock_all(win);
}
void getThenAccumulate(MPI_Win win) {
  int a = 1, b;
  MPI_Win_fence(0, win);
  MPI_Get(&b, 1, MPI_INT, 1, 0, 1, MPI_INT, win);                 // expected-note {{from here until the end of the epoch, MPI_Get may access its target}}
  MPI_Accumulate(&a, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_SUM, win); // expected-warning {{MPI_Accumulate accesses at target '1' what MPI_Get at line 27 may still be reading [rma-remote-race]}}
  MPI_Win_fence(0, win);
}
void parts(double *from) {
  double memory[8];
  MPI_Win win;
  MPI_Win_create(memory, sizeof memory, sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
  MPI_Put(from, 4, MPI_DOUBLE, 1, 0, 4, MPI_DOUBLE, win);     // expected-note {{from here}}
  MPI_Put(from + 4, 4, MPI_DOUBLE, 1, 3, 4, MPI_DOUBLE, win); // expected-warning {{MPI_Put accesses at target '1' what MPI_Put at line 36}}
  MPI_Win_unlock(1, win);
  MPI_Win_free(&win);
}

// ---- its own memory
void ownMemory(void) {
  int rank, *memory, value = 3;
  MPI_Win win;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(16 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, win);
  MPI_Put(&value, 1, MPI_INT, rank, 4, 1, MPI_INT, win); // expected-note {{from here}}
  printf("%d\n", memory[4]); // expected-warning {{'memory[4]' is read while MPI_Put at line 49 may still be writing it [rma-remote-race]}}
  MPI_Win_unlock(rank, win);
  MPI_Win_free(&win);
}
void ownByNumber(void) {
  int rank, memory[4] = {0}, value = 1;
  MPI_Win win;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_lock_all(0, win);
  if (rank == 2) {
    MPI_Get(&value, 1, MPI_INT, 2, 1, 1, MPI_INT, win); // expected-note {{from here}}
    memory[1] = 2; // expected-warning {{'memory[1]' is written while MPI_Get at line 61 may still be reading it [rma-remote-race]}}
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
}

// ---- several processes in the epoch of a fence
void everyone(void) {
  int rank, memory[4] = {0};
  MPI_Win win;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);                             // expected-note {{both are in the epoch that this fence opens}}
  MPI_Put(&rank, 1, MPI_INT, 1, 0, 1, MPI_INT, win); // expected-warning {{MPI_Put accesses at target '1' what another process's MPI_Put may be writing [rma-remote-race]}}
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
}
void putAndGet(void) {
  int rank, value, memory[4] = {0};
  MPI_Win win;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win); // expected-note {{both are in the epoch that this fence opens}}
  if (rank == 0)
    MPI_Put(&rank, 1, MPI_INT, 2, 0, 1, MPI_INT, win);
  else
    MPI_Get(&value, 1, MPI_INT, 2, 0, 1, MPI_INT, win); // expected-warning {{MPI_Get accesses at target '2' what another process's MPI_Put at line 86 may be writing [rma-remote-race]}}
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
}
void storeMeanwhile(void) {
  int rank, value[2] = {5}, memory[4] = {0};
  MPI_Win win;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win); // expected-note {{both are in the epoch that this fence opens}}
  if (rank == 0) {
    MPI_Put(value, 2, MPI_INT, 1, 1, 2, MPI_INT, win); // expected-note {{from here until the end of the epoch}}
  } else if (rank == 1) {
    memory[2] = 7; // expected-warning {{'memory[2]' is written while another process's MPI_Put at line 99 may still be writing it [rma-remote-race]}}
  }
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
}

int guardedCases(void) {
  int rank, size, value[2] = {5}, memory[4] = {0};
  MPI_Win win;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (size != 3) {
    printf("for three processes\n");
    return 0;
  }
  MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win); // expected-note {{both are in the epoch that this fence opens}}
  switch (rank) {
  case 0:
    MPI_Put(value, 2, MPI_INT, 1, 1, 2, MPI_INT, win); // expected-note {{from here until the end of the epoch}}
    break;
  case 1:
    memory[2] = 7; // expected-warning {{may still be writing it [rma-remote-race]}}
    break;
  }
  MPI_Win_fence(0, win); // expected-note 2 {{both are in the epoch that this fence opens}}
  if (1 <= rank)
    MPI_Put(&rank, 1, MPI_INT, 2, 0, 1, MPI_INT, win); // expected-warning {{MPI_Put accesses at target '2' what another process's MPI_Put may be writing}}
  if (0 == rank)
    MPI_Put(&rank, 1, MPI_INT, 2, 0, 1, MPI_INT, win); // expected-warning {{MPI_Put accesses at target '2' what another process's MPI_Put at line}}
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  return 0;
}

// ---- quiet
void flushed(int t, MPI_Win win) {
  int a = 1, b = 2;
  MPI_Win_lock_all(0, win);
  MPI_Put(&a, 1, MPI_INT, t, 3, 1, MPI_INT, win);
  MPI_Win_flush(t, win);
  MPI_Put(&b, 1, MPI_INT, t, 3, 1, MPI_INT, win);
  MPI_Win_unlock_all(win);
}
void getWaited(MPI_Win win) {
  int a = 1, b;
  MPI_Request request;
  MPI_Win_lock_all(0, win);
  MPI_Rget(&b, 1, MPI_INT, 1, 0, 1, MPI_INT, win, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Put(&a, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  MPI_Win_flush(1, win);
  MPI_Get(&b, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  MPI_Win_flush_local(1, win);
  MPI_Put(&a, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  MPI_Win_unlock_all(win);
}
void apart(int t, int u, int d, MPI_Win win) {
  int a = 1, b = 2, got;
  MPI_Win_lock_all(0, win);
  MPI_Put(&a, 1, MPI_INT, t, 0, 1, MPI_INT, win);
  MPI_Put(&b, 1, MPI_INT, u, 0, 1, MPI_INT, win); // another target, as far as is known
  MPI_Put(&b, 1, MPI_INT, t, 1, 1, MPI_INT, win);
  MPI_Get(&got, 1, MPI_INT, t, d, 1, MPI_INT, win);
  MPI_Win_unlock_all(win);
}
void disjoint(double *from) {
  double memory[8];
  MPI_Win win;
  MPI_Win_create(memory, sizeof memory, sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
  MPI_Put(from, 4, MPI_DOUBLE, 1, 0, 4, MPI_DOUBLE, win);
  MPI_Put(from + 4, 4, MPI_DOUBLE, 1, 4, 4, MPI_DOUBLE, win);
  MPI_Win_unlock(1, win);
  MPI_Win_free(&win);
}
void twoGets(MPI_Win win) {
  int a, b;
  MPI_Win_fence(0, win);
  MPI_Get(&a, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  MPI_Get(&b, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
}
// Accumulates of one origin are ordered.
void ordered(MPI_Win win) {
  int a = 1, b;
  MPI_Win_lock_all(0, win);
  MPI_Accumulate(&a, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_SUM, win);
  MPI_Fetch_and_op(&a, &b, MPI_INT, 1, 0, MPI_PROD, win);
  MPI_Win_unlock_all(win);
}
void twoEpochs(MPI_Win win, MPI_Group group) {
  int a = 1, b = 2;
  MPI_Win_start(group, 0, win);
  MPI_Put(&a, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  MPI_Win_complete(win);
  MPI_Win_start(group, 0, win);
  MPI_Put(&b, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  MPI_Win_complete(win);
}
void eitherOr(int rank, MPI_Win win) {
  int a = 1, b = 2;
  MPI_Win_lock_all(0, win);
  if (rank == 0)
    MPI_Put(&a, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  else
    MPI_Put(&b, 1, MPI_INT, 1, 8, 1, MPI_INT, win);
  if (rank == 1)
    MPI_Put(&b, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  MPI_Win_unlock_all(win);
}
void targetMoves(int t, MPI_Win win) {
  int a = 1, b = 2;
  MPI_Win_lock_all(0, win);
  MPI_Put(&a, 1, MPI_INT, t, 0, 1, MPI_INT, win);
  t++;
  MPI_Put(&b, 1, MPI_INT, t, 0, 1, MPI_INT, win);
  MPI_Win_unlock_all(win);
}
void ownOtherBytes(void) {
  int rank, *memory, value = 3;
  MPI_Win win;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(16 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, win);
  MPI_Put(&value, 1, MPI_INT, rank, 4, 1, MPI_INT, win);
  memory[5] = 1;
  MPI_Win_flush(rank, win);
  memory[4]++;
  MPI_Win_unlock(rank, win);
  MPI_Win_free(&win);
}
// The put is to another process; its own memory has nothing to do with it.
void othersMemory(void) {
  int rank, size, *memory, value = 3;
  MPI_Win win;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Win_allocate(16 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Put(&value, 1, MPI_INT, 1, 4, 1, MPI_INT, win);
    memory[4] = 1;
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
}
// The pointer means other memory by then.
void moved(int *other) {
  int rank, *memory, value = 3;
  MPI_Win win;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(16 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, win);
  MPI_Put(&value, 1, MPI_INT, rank, 4, 1, MPI_INT, win);
  memory = other;
  memory[4] = 2;
  MPI_Win_unlock(rank, win);
  MPI_Win_free(&win);
}
// With two processes only rank 1 puts.
void allButOne(void) {
  int rank, memory[4] = {0};
  MPI_Win win;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  if (rank != 0)
    MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
}
// Rank 0 may be alone.
void maybeAlone(void) {
  int value = 1, memory[4] = {0};
  MPI_Win win;
  MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
}
// A barrier completes nothing.
void barrierAlone(MPI_Comm comm) {
  int rank, size, value = 3, *memory;
  MPI_Win win;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &size);
  MPI_Win_allocate(40, sizeof(int), MPI_INFO_NULL, comm, &memory, &win);
  MPI_Win_lock_all(0, win);
  MPI_Put(&value, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, win); // expected-note {{the operation is issued here}}
  MPI_Barrier(comm); // expected-note {{MPI_Barrier completes no operation: MPI_Win_flush, or the unlock, must come before this}}
  printf("%d\n", memory[0]); // expected-warning {{'memory[0]' is read while another process's MPI_Put}}
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
}
void flushBeforeBarrier(MPI_Comm comm, MPI_Comm other) {
  int rank, size, value = 3, *memory;
  MPI_Win win;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &size);
  MPI_Win_allocate(40, sizeof(int), MPI_INFO_NULL, comm, &memory, &win);
  MPI_Win_lock_all(0, win);
  MPI_Put(&value, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, win);
  MPI_Barrier(comm);
  printf("%d\n", memory[1]); // another element
  MPI_Win_flush((rank + 1) % size, win);
  MPI_Barrier(comm);
  printf("%d\n", memory[0]);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
}
void lookedAtByOthers(MPI_Comm comm) {
  int rank, value = 3, *memory;
  MPI_Win win;
  MPI_Comm_rank(comm, &rank);
  MPI_Win_allocate(40, sizeof(int), MPI_INFO_NULL, comm, &memory, &win);
  MPI_Win_lock_all(0, win);
  if (rank == 0)
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  MPI_Barrier(comm);
  if (rank != 1)
    printf("%d\n", memory[0]);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
}
