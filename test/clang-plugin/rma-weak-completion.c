// RUN: %clang -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify %s
// RUN: %clang -x c++ -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify %s
// What rma-weak-completion reports, and below what it must not.
#include <mpi.h>

void use(int value);

void message(int rank) {
  int token = 0, value = 7, *memory;
  MPI_Win win;
  MPI_Win_allocate(64, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Put(&value, 1, MPI_INT, 1, 3, 1, MPI_INT, win); // expected-note {{the operation is issued here}}
    MPI_Win_flush_local(1, win); // expected-warning {{MPI_Win_flush_local completes MPI_Put at line 15 at its origin only, and then MPI_Send lets process '1' go on [rma-weak-completion]}}
    MPI_Send(&token, 1, MPI_INT, 1, 0, MPI_COMM_WORLD); // expected-note {{MPI_Win_flush, or the unlock, must come before this}}
  } else if (rank == 1) {
    MPI_Recv(&token, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Win_sync(win);
    use(memory[3]);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
}
void barrier(void) {
  int value = 3, rank, *memory;
  MPI_Win win;
  MPI_Win_allocate(64, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Accumulate(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_SUM, win); // expected-note {{the operation is issued here}}
    MPI_Win_flush_local_all(win); // expected-warning {{MPI_Win_flush_local_all completes MPI_Accumulate at line 33 at its origin only, and then MPI_Barrier lets the others go on [rma-weak-completion]}}
  }
  MPI_Barrier(MPI_COMM_WORLD); // expected-note {{MPI_Win_flush, or the unlock, must come before this}}
  if (rank == 1)
    use(memory[0]);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
}
void request(int right, MPI_Comm comm) {
  int value = 1, *memory;
  MPI_Request request;
  MPI_Win win;
  MPI_Win_allocate(64, 4, MPI_INFO_NULL, comm, &memory, &win);
  MPI_Win_lock_all(0, win);
  MPI_Rput(&value, 1, MPI_INT, right, 0, 1, MPI_INT, win, &request); // expected-note {{the operation is issued here}}
  MPI_Wait(&request, MPI_STATUS_IGNORE); // expected-warning {{MPI_Wait completes MPI_Rput at line 48 at its origin only, and then MPI_Barrier lets the others go on [rma-weak-completion]}}
  MPI_Barrier(comm); // expected-note {{MPI_Win_flush, or the unlock, must come before this}}
  MPI_Win_sync(win);
  use(memory[0]);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
}

// ---- quiet: nobody looks too early, as far as one can see
void otherElement(int right, MPI_Comm comm) {
  int value = 1, *memory;
  MPI_Win win;
  MPI_Win_allocate(64, 4, MPI_INFO_NULL, comm, &memory, &win);
  MPI_Win_lock_all(0, win);
  MPI_Put(&value, 1, MPI_INT, right, 0, 1, MPI_INT, win);
  MPI_Win_flush_local(right, win);
  MPI_Barrier(comm);
  use(memory[1]);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
}
void otherRank(void) {
  int value = 1, rank, *memory;
  MPI_Win win;
  MPI_Win_allocate(64, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_flush_local(1, win);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0)
    use(memory[0]);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
}
void toldAgain(void) {
  int value = 1, rank, *memory;
  MPI_Win win;
  MPI_Win_allocate(64, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_flush_local(1, win);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0)
    MPI_Win_flush(1, win);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 1)
    use(memory[0]);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
}
void barrierOfOthers(int right, MPI_Comm comm, MPI_Comm node) {
  int value = 1, *memory;
  MPI_Win win;
  MPI_Win_allocate(64, 4, MPI_INFO_NULL, comm, &memory, &win);
  MPI_Win_lock_all(0, win);
  MPI_Put(&value, 1, MPI_INT, right, 0, 1, MPI_INT, win);
  MPI_Win_flush_local(right, win);
  MPI_Barrier(node);
  use(memory[0]);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
}
void callersBuffer(int *buffer, int right, MPI_Win win) {
  MPI_Put(buffer, 1, MPI_INT, right, 0, 1, MPI_INT, win);
  MPI_Win_flush_local(right, win);
  MPI_Barrier(MPI_COMM_WORLD);
}
void flushed(int *halo, int right, MPI_Win win) {
  int token = 0;
  MPI_Win_lock_all(0, win);
  MPI_Put(halo, 8, MPI_INT, right, 0, 8, MPI_INT, win);
  MPI_Win_flush(right, win);
  MPI_Send(&token, 1, MPI_INT, right, 0, MPI_COMM_WORLD);
  MPI_Win_unlock_all(win);
}
void flushedLater(int *halo, int right, MPI_Win win) {
  int token = 0;
  MPI_Win_lock_all(0, win);
  MPI_Put(halo, 8, MPI_INT, right, 0, 8, MPI_INT, win);
  MPI_Win_flush_local(right, win);
  MPI_Win_flush_all(win);
  MPI_Send(&token, 1, MPI_INT, right, 0, MPI_COMM_WORLD);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_unlock_all(win);
}
void unlocked(int right, MPI_Win win) {
  int value = 1;
  MPI_Win_lock(MPI_LOCK_SHARED, right, 0, win);
  MPI_Put(&value, 1, MPI_INT, right, 0, 1, MPI_INT, win);
  MPI_Win_flush_local(right, win);
  MPI_Win_unlock(right, win);
  MPI_Barrier(MPI_COMM_WORLD);
}
void onlyGets(int right, MPI_Win win) {
  int value, token = 0;
  MPI_Win_lock_all(0, win);
  MPI_Get(&value, 1, MPI_INT, right, 0, 1, MPI_INT, win);
  MPI_Win_flush_local(right, win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Fetch_and_op(&token, &value, MPI_INT, right, 0, MPI_SUM, win);
  MPI_Win_flush_local(right, win);
  MPI_Send(&value, 1, MPI_INT, right, 0, MPI_COMM_WORLD);
  MPI_Win_unlock_all(win);
}
// The local flush is for what the get brings.
void getToo(int right, MPI_Win win) {
  int value = 1, got, token = 0;
  MPI_Win_lock_all(0, win);
  MPI_Put(&value, 1, MPI_INT, right, 0, 1, MPI_INT, win);
  MPI_Get(&got, 1, MPI_INT, right, 1, 1, MPI_INT, win);
  MPI_Win_flush_local(right, win);
  MPI_Send(&token, 1, MPI_INT, right, 0, MPI_COMM_WORLD);
  use(got);
  MPI_Win_unlock_all(win);
}
// To use the buffer again.
void reuse(int n, int right, MPI_Win win) {
  int value = 1;
  MPI_Win_lock_all(0, win);
  for (int i = 0; i < n; i++) {
    value = i;
    MPI_Put(&value, 1, MPI_INT, right, i, 1, MPI_INT, win);
    MPI_Win_flush_local(right, win);
    MPI_Barrier(MPI_COMM_WORLD);
  }
  MPI_Win_unlock_all(win);
  MPI_Barrier(MPI_COMM_WORLD);
}
void reusedLater(int right, MPI_Win win) {
  int value = 1, control = 4;
  MPI_Win_lock_all(0, win);
  MPI_Put(&value, 1, MPI_INT, right, 0, 1, MPI_INT, win);
  MPI_Win_flush_local(right, win);
  MPI_Send(&control, 1, MPI_INT, right, 0, MPI_COMM_WORLD);
  value = 2;
  MPI_Put(&value, 1, MPI_INT, right, 1, 1, MPI_INT, win);
  MPI_Win_unlock_all(win);
}
void reusedElsewhere(int *halo, int right, MPI_Win win, void (*compute)(int *)) {
  MPI_Win_lock_all(0, win);
  MPI_Put(halo, 8, MPI_INT, right, 0, 8, MPI_INT, win);
  MPI_Win_flush_local(right, win);
  MPI_Barrier(MPI_COMM_WORLD);
  compute(halo);
  MPI_Win_unlock_all(win);
}
// Another process is told, by another communicator's rank or number.
void unrelated(int left, int right, MPI_Win win) {
  int value = 1, token = 0;
  MPI_Win_lock_all(0, win);
  MPI_Put(&value, 1, MPI_INT, right, 0, 1, MPI_INT, win);
  MPI_Win_flush_local(right, win);
  MPI_Send(&token, 1, MPI_INT, left, 0, MPI_COMM_WORLD);
  MPI_Win_unlock_all(win);
}
void otherCommunicator(MPI_Comm half) {
  int value = 1, token = 0, memory = 0;
  MPI_Win win;
  MPI_Win_create(&memory, sizeof memory, sizeof memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_lock_all(0, win);
  MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  MPI_Win_flush_local(1, win);
  MPI_Send(&token, 1, MPI_INT, 1, 0, half);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
}
// A barrier to take the time; what was put is told of by another one.
void measured(double *seconds, MPI_Win win) {
  int value = 1;
  MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
  double begin = MPI_Wtime();
  MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  MPI_Win_flush_local(1, win);
  *seconds = MPI_Wtime() - begin;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_unlock(1, win);
}
void twice(int rank, MPI_Win win) {
  int value = rank;
  MPI_Win_lock_all(0, win);
  MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  MPI_Win_flush_local(1, win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_flush(1, win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_unlock_all(win);
}
// A sum of something else says nothing of what was put.
void residual(int right, MPI_Win win, double *error) {
  int value = 1;
  MPI_Win_lock_all(0, win);
  MPI_Put(&value, 1, MPI_INT, right, 0, 1, MPI_INT, win);
  MPI_Win_flush_local(right, win);
  MPI_Allreduce(MPI_IN_PLACE, error, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  MPI_Win_unlock_all(win);
  MPI_Barrier(MPI_COMM_WORLD);
}
// Nobody has to know of an operation on no target.
void nobody(MPI_Win win) {
  int value = 1;
  MPI_Win_lock_all(0, win);
  MPI_Put(&value, 1, MPI_INT, MPI_PROC_NULL, 0, 1, MPI_INT, win);
  MPI_Win_flush_local_all(win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_unlock_all(win);
}
// The variable names another process by then.
void moved(int right, MPI_Win win) {
  int value = 1, token = 0;
  MPI_Win_lock_all(0, win);
  MPI_Put(&value, 1, MPI_INT, right, 0, 1, MPI_INT, win);
  MPI_Win_flush_local(right, win);
  right++;
  MPI_Send(&token, 1, MPI_INT, right, 0, MPI_COMM_WORLD);
  MPI_Win_unlock_all(win);
}
