// Delays injected into a real run, one wait state after the other: each is found where it happens, with the time that
// the program itself measured. Where the MPI library blocks depends on it: osc/pt2pt in complete and unlock, needing the
// target's progress; osc/rdma in start and lock. On a busy machine a rank may lose the processor between
// telling the time and the call: then it is run again.
//
// REQUIRES: openmpi
// RUN: rm -rf %t* && %mpicc -g %s -o %t.exe
// RUN: for osc in pt2pt rdma; do \
// RUN:   test $osc = rdma && other=^ucx,pt2pt || other=^ucx,rdma; \
// RUN:   for attempt in 1 2 3 4; do \
// RUN:     rm -rf %t.$osc; \
// RUN:     env OMPI_MCA_osc=$other FENCEPOST_OPTIONS=trace=%t.$osc %mpirun -n 4 %t.exe > %t.$osc.txt || exit 1; \
// RUN:     %fencepost-analyze -o %t.$osc.db %t.$osc || exit 1; \
// RUN:     %python %S/Inputs/injected.py $osc %t.$osc.txt %t.$osc.db && continue 2; \
// RUN:   done; \
// RUN:   exit 1; \
// RUN: done
// RUN: %query %t.pt2pt.db "SELECT DISTINCT finding FROM finding ORDER BY finding" | %FileCheck %s
// CHECK: rma-lock-contention
// CHECK: rma-wait-at-fence
// CHECK: rma-wait-for-progress

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum { kDelay = 120000, kMany = 1 << 22 };

static int rank, value;
static char told[1 << 14];
static size_t end;

/// Prints at the end when this rank was here.
static void at(const char *what) {
  struct timespec time; // that of MPI_Wtime may begin with each process
  clock_gettime(CLOCK_MONOTONIC, &time);
  double now = (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
  end += (size_t)snprintf(told + end, sizeof told - end, "%d %s %.9f\n", rank, what, now);
}

static void separate(void) {
  at("barrier");
  MPI_Barrier(MPI_COMM_WORLD);
}

static void fence(MPI_Win win) {
  MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
  if (rank == 3)
    usleep(kDelay);
  at("fence");
  MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
}

static void early_fence(void) {
  double *memory, *buffer = calloc(kMany, sizeof *buffer);
  MPI_Win win;
  MPI_Win_allocate(rank == 1 ? kMany * (MPI_Aint)sizeof *memory : 8, 1, MPI_INFO_NULL,
                   MPI_COMM_WORLD, &memory, &win);
  MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
  if (rank == 0) {
    MPI_Put(buffer, kMany, MPI_DOUBLE, 1, 0, kMany, MPI_DOUBLE, win);
    at("put");
  }
  at("early");
  MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
  MPI_Win_free(&win);
  free(buffer);
}

static void pairs(MPI_Win win, MPI_Group group, int late_post) {
  if (rank == 1) {
    at(late_post ? "start" : "-");
    MPI_Win_start(group, 0, win);
    MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    if (!late_post) {
      at("operation");
      usleep(kDelay);
    }
    at(late_post ? "late" : "complete");
    MPI_Win_complete(win);
  }
  if (rank == 0) {
    if (late_post)
      usleep(kDelay);
    at(late_post ? "post" : "-");
    MPI_Win_post(group, 0, win);
    at(late_post ? "-" : "wait");
    MPI_Win_wait(win);
  }
}

static void lock(MPI_Win win) {
  if (rank == 1) {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
    MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    MPI_Win_flush(0, win);
    at("token");
    MPI_Send(&value, 1, MPI_INT, 2, 0, MPI_COMM_WORLD);
    usleep(2 * kDelay);
    at("release");
    MPI_Win_unlock(0, win);
  }
  if (rank == 2) {
    at("await");
    MPI_Recv(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    at("lock");
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
    MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    at("unlock");
    MPI_Win_unlock(0, win);
  }
}

static void progress(MPI_Win win) {
  if (rank == 0)
    usleep(3 * kDelay);
  if (rank == 1) {
    usleep(kDelay);
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
    MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    at("serve");
    MPI_Win_unlock(0, win);
  }
  at("served");
}

static void messages(void) {
  MPI_Request request;
  if (rank == 0) {
    at("recv");
    MPI_Recv(&value, 1, MPI_INT, 1, 2, MPI_COMM_WORLD,
             MPI_STATUS_IGNORE); // before the one with tag 1
    MPI_Recv(&value, 1, MPI_INT, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Irecv(&value, 1, MPI_INT, 1, 3, MPI_COMM_WORLD, &request);
    at("irecv");
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    at("ssend");
    MPI_Ssend(&value, 1, MPI_INT, 1, 4, MPI_COMM_WORLD);
  }
  if (rank == 1) {
    MPI_Send(&value, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
    usleep(kDelay);
    at("send2");
    MPI_Send(&value, 1, MPI_INT, 0, 2, MPI_COMM_WORLD);
    usleep(kDelay);
    at("send3");
    MPI_Send(&value, 1, MPI_INT, 0, 3, MPI_COMM_WORLD);
    usleep(kDelay);
    at("recv4");
    MPI_Recv(&value, 1, MPI_INT, 0, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
}

static void collectives(void) {
  MPI_Request request;
  int sum;
  if (rank == 0)
    usleep(kDelay);
  at("bcast");
  MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);
  separate();
  if (rank != 3)
    usleep(kDelay);
  at("reduce");
  MPI_Reduce(&value, &sum, 1, MPI_INT, MPI_SUM, 3, MPI_COMM_WORLD);
  separate();
  if (rank == 2)
    usleep(kDelay);
  at("allreduce");
  MPI_Allreduce(&value, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  if (rank == 1)
    usleep(kDelay);
  at("ibarrier");
  MPI_Ibarrier(MPI_COMM_WORLD, &request);
  at("ibarrier-wait");
  MPI_Wait(&request, MPI_STATUS_IGNORE);
}

int main(int argc, char **argv) {
  static int memory[8];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win win;
  MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Group world, other;
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  int partner = rank == 0;
  MPI_Group_incl(world, 1, &partner, &other);

  separate();
  fence(win);
  separate();
  early_fence();
  separate();
  pairs(win, other, 1);
  separate();
  pairs(win, other, 0);
  separate();
  lock(win);
  separate();
  progress(win);
  separate();
  messages();
  separate();
  collectives();
  separate();
  MPI_Win_free(&win);
  MPI_Finalize();
  fputs(told, stdout);
  return 0;
}
