// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify -Xclang -verify-ignore-unexpected=note %s
// In passive target epochs: what nothing orders behind the last collective call.
#include <mpi.h>
#define MAKE                                                                                       \
  MPI_Win w;                                                                                       \
  int rank, size, *memory;                                                                         \
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);                                                            \
  MPI_Comm_size(MPI_COMM_WORLD, &size);                                                            \
  MPI_Win_allocate(64, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &w)
#define PUT(where) MPI_Put(b, 1, MPI_INT, (rank + 1) % size, where, 1, MPI_INT, w)

void noBarrier(int *b) {
  MAKE;
  memory[0] = 0; // expected-warning {{'memory[0]' is written while another process's MPI_Put at line 17 may still be writing it}}
  memory[1] = 0;
  MPI_Win_lock_all(0, w);
  PUT(0);
  MPI_Win_flush_all(w);
  b[0] += memory[0]; // expected-warning {{'memory[0]' is read while another process's MPI_Put at line 17 may still be writing it}}
  b[0] += memory[1];
  MPI_Win_unlock_all(w);
  b[0] += memory[0]; // expected-warning {{'memory[0]' is read while another process's MPI_Put}}
  MPI_Barrier(MPI_COMM_WORLD);
  b[0] += memory[0];
  MPI_Win_free(&w);
}
void oneBarrier(int *b, int n) {
  MAKE;
  MPI_Win_lock_all(0, w);
  for (int i = 0; i < n; i++) {
    PUT(0);
    MPI_Win_flush_all(w);
    MPI_Barrier(MPI_COMM_WORLD);
    b[0] += memory[0]; // expected-warning {{'memory[0]' is read while another process's MPI_Put at line 31}}
  }
  MPI_Win_unlock_all(w);
  MPI_Win_free(&w);
}
void locks(int *b) {
  MAKE;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock(MPI_LOCK_SHARED, (rank + 1) % size, 0, w);
  PUT(0);
  MPI_Win_unlock((rank + 1) % size, w);
  for (int i = 0; i < 4; i++)
    b[i] = memory[i]; // expected-warning {{'memory[i]' is read while another process's MPI_Put}}
  MPI_Win_free(&w);
}
void ranks(int *b) {
  MAKE;
  MPI_Win_lock_all(0, w);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0)
    MPI_Put(b, 1, MPI_INT, 1, 0, 1, MPI_INT, w);
  if (rank == 1)
    b[0] = memory[0]; // expected-warning {{'memory[0]' is read while another process's MPI_Put}}
  MPI_Win_unlock_all(w);
  MPI_Win_free(&w);
}
void bothSides(int *b) {
  MAKE;
  MPI_Win_lock_all(0, w);
  MPI_Put(b, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, w);
  MPI_Put(b, 1, MPI_INT, (rank + size - 1) % size, 0, 1, MPI_INT, w); // expected-warning {{MPI_Put accesses at target}}
  MPI_Win_unlock_all(w);
  MPI_Win_free(&w);
}

// Something orders them, or may.
void twoBarriers(int *b, int n) {
  MAKE;
  memory[0] = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, w);
  for (int i = 0; i < n; i++) {
    PUT(0);
    MPI_Win_flush_all(w);
    MPI_Barrier(MPI_COMM_WORLD);
    b[0] += memory[0];
    MPI_Barrier(MPI_COMM_WORLD);
  }
  MPI_Win_unlock_all(w);
  MPI_Win_free(&w);
}
void alternating(int *b, int n) {
  MAKE;
  MPI_Win_lock_all(0, w);
  for (int i = 0; i < n; i++) {
    MPI_Put(b, 1, MPI_INT, (rank + 1) % size, i % 2, 1, MPI_INT, w);
    MPI_Win_flush_all(w);
    MPI_Barrier(MPI_COMM_WORLD);
    b[0] += memory[i % 2];
  }
  MPI_Win_unlock_all(w);
  MPI_Win_free(&w);
}
void told(int *b) {
  MAKE;
  MPI_Win_lock_all(0, w);
  PUT(0);
  MPI_Win_flush_all(w);
  MPI_Sendrecv(b, 1, MPI_INT, (rank + 1) % size, 0, b + 1, 1, MPI_INT, (rank + size - 1) % size, 0,
               MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  b[0] += memory[0];
  MPI_Win_unlock_all(w);
  MPI_Win_free(&w);
}
void inTurn(int *b) {
  MAKE;
  MPI_Win_lock_all(0, w);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank > 0)
    MPI_Recv(b, 1, MPI_INT, rank - 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  PUT(0);
  MPI_Win_flush_all(w);
  b[0] += memory[0];
  if (rank < size - 1)
    MPI_Send(b, 1, MPI_INT, rank + 1, 0, MPI_COMM_WORLD);
  MPI_Win_unlock_all(w);
  MPI_Win_free(&w);
}
void exclusive(int *b) {
  MAKE;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, (rank + 1) % size, 0, w);
  PUT(0);
  MPI_Win_unlock((rank + 1) % size, w);
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, w);
  b[0] += memory[0];
  MPI_Win_unlock(rank, w);
  MPI_Win_free(&w);
}
void polled(int *b) {
  int seen = 0, none;
  MAKE;
  MPI_Win_lock_all(0, w);
  PUT(0);
  MPI_Win_flush_all(w);
  PUT(1);
  while (!seen) {
    MPI_Fetch_and_op(&none, &seen, MPI_INT, rank, 1, MPI_NO_OP, w);
    MPI_Win_flush(rank, w);
  }
  b[0] += memory[0];
  MPI_Win_unlock_all(w);
  MPI_Win_free(&w);
}
void polledDirectly(int *b) {
  MAKE;
  volatile int *flag = memory + 1;
  MPI_Win_lock_all(0, w);
  PUT(0);
  MPI_Win_flush_all(w);
  PUT(1);
  MPI_Win_flush_all(w);
  while (*flag == 0)
    MPI_Win_sync(w);
  b[0] += memory[0];
  MPI_Win_unlock_all(w);
  MPI_Win_free(&w);
}
void gets(int *b) {
  MAKE;
  MPI_Win_lock_all(0, w);
  MPI_Get(b, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, w);
  MPI_Win_flush_all(w);
  b[1] = memory[0];
  MPI_Win_unlock_all(w);
  MPI_Win_free(&w);
}

// The barrier is in a function in sight.
static void meets(void) { MPI_Barrier(MPI_COMM_WORLD); }
static int greatest(int mine) {
  int all;
  MPI_Allreduce(&mine, &all, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  return all;
}
static int doubled(int number) { return 2 * number; }
void helpers(int *b) {
  MAKE;
  memory[0] = 0;
  meets();
  MPI_Win_lock_all(0, w);
  PUT(0);
  MPI_Win_flush_all(w);
  meets();
  b[0] += memory[0];
  b[1] = greatest(b[0]);
  MPI_Put(b + 2, 1, MPI_INT, (rank + size - 1) % size, 0, 1, MPI_INT, w);
  b[1] = doubled(b[1]);
  b[0] += memory[0];
  MPI_Win_unlock_all(w);
  MPI_Win_free(&w);
}

// ---- loops that count

void ownerOutside(int *b) {
  MAKE; // expected-note {{nothing behind this call orders the two}}
  for (int i = 0; i < 10; i++) {
    if (rank == 0) {
      memory[0]++; // expected-warning {{'memory[0]' is written while another process's MPI_Get}}
    } else if (rank == 1) {
      MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, w);
      MPI_Get(b, 1, MPI_INT, 0, 0, 1, MPI_INT, w); // expected-note {{may access its target}}
      MPI_Win_flush(0, w);
      b[0]++;
      MPI_Put(b, 1, MPI_INT, 0, 0, 1, MPI_INT, w);
      MPI_Win_unlock(0, w);
    }
  }
  MPI_Win_free(&w);
}
void ownerInside(int *b) {
  MAKE;
  for (int i = 0; i < 10; i++) {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, w);
    if (rank == 0) {
      memory[0]++;
    } else if (rank == 1) {
      MPI_Get(b, 1, MPI_INT, 0, 0, 1, MPI_INT, w);
      MPI_Win_flush(0, w);
      b[0]++;
      MPI_Put(b, 1, MPI_INT, 0, 0, 1, MPI_INT, w);
    }
    MPI_Win_unlock(0, w);
  }
  MPI_Win_free(&w);
}
void byTurns(int *b) {
  MAKE;
  for (int i = 0; i < 10; i++) {
    if (rank == 0)
      memory[0]++;
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1) {
      MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, w);
      MPI_Put(b, 1, MPI_INT, 0, 0, 1, MPI_INT, w);
      MPI_Win_unlock(0, w);
    }
    MPI_Barrier(MPI_COMM_WORLD);
  }
  MPI_Win_free(&w);
}
void looksForIt(int *b) {
  MAKE;
  for (int i = 0; i < 1000; i++) {
    if (rank == 0) {
      memory[0] = 1;
      MPI_Send(b, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
      break;
    }
    MPI_Recv(b, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, w);
    MPI_Get(b, 1, MPI_INT, 0, 0, 1, MPI_INT, w);
    MPI_Win_unlock(0, w);
    if (b[0])
      break;
  }
  MPI_Win_free(&w);
}
