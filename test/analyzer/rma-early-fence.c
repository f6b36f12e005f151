// Delays injected into a real run, one wait state after the other: each is found at its line and
// rank, with the time that the definitions give for the times at which the program itself says that
// it called and came back. So what a busy machine adds to a delay, and waiting that nobody meant,
// counts as injected, too. Where the MPI library blocks depends on it: osc/pt2pt in complete and
// unlock, needing the target's progress; osc/rdma in start and lock. A rank may still lose the
// processor between telling the time and the call: then it is run again.
//
// REQUIRES: openmpi
// RUN: rm -rf %t* && %mpicc -g %s -ldl -o %t.exe
// RUN: for osc in pt2pt rdma; do \
// RUN:   test $osc = rdma && other=^ucx,pt2pt || other=^ucx,rdma; \
// RUN:   for attempt in 1 2 3 4; do \
// RUN:     rm -rf %t.$osc %t.$osc.txt; \
// RUN:     env OMPI_MCA_osc=$other FENCEPOST_OPTIONS=trace=%t.$osc %mpirun -n 4 %t.exe %t.$osc.txt || exit 1; \
// RUN:     %fencepost-analyze -o %t.$osc.db %t.$osc || exit 1; \
// RUN:     %python %S/Inputs/injected.py $osc %t.$osc.txt %t.$osc.db && continue 2; \
// RUN:   done; \
// RUN:   exit 1; \
// RUN: done
// RUN: %query %t.pt2pt.db "SELECT DISTINCT finding FROM finding ORDER BY finding" | %FileCheck %s
// CHECK: rma-lock-contention
// CHECK: rma-wait-at-fence
// CHECK: rma-wait-for-progress

#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <mpi.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum { kDelay = 120000, kMany = 1 << 20 };

static int rank, value, leave_late;
static char told[1 << 18];
static size_t end;

static double now(void) {
  struct timespec time; // that of MPI_Wtime may begin with each process
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/// Who was just given the processor hardly loses it between this and the call.
static double before(void) {
  sched_yield();
  return now();
}

static void tell(int line, const char *what, double enter, double leave) {
  end += (size_t)snprintf(told + end, sizeof told - end, "%d %d %s %.9f %.9f\n", rank, line, what,
                          enter, leave);
}

/// Makes a call and tells, at the end, when: `what` is its role in injected.py, with the instance.
#define CALL(what, call)                                                                           \
  do {                                                                                             \
    double enter = before();                                                                       \
    call;                                                                                          \
    tell(__LINE__, what, enter, now());                                                            \
  } while (0)

/// Tests take their time, so that it can be told from that between them.
int PMPI_Win_test(MPI_Win win, int *flag) {
  int (*test)(MPI_Win, int *) = (int (*)(MPI_Win, int *))dlsym(RTLD_NEXT, "PMPI_Win_test");
  usleep(5000);
  return test(win, flag);
}

/// A barrier that this process leaves late, when it is told to.
int PMPI_Barrier(MPI_Comm comm) {
  int (*barrier)(MPI_Comm) = (int (*)(MPI_Comm))dlsym(RTLD_NEXT, "PMPI_Barrier");
  int error = barrier(comm);
  if (leave_late)
    usleep(kDelay);
  leave_late = 0;
  return error;
}

static void separate(void) { CALL("barrier:separate", MPI_Barrier(MPI_COMM_WORLD)); }

static void fence(MPI_Win win) {
  CALL("fence:open", MPI_Win_fence(MPI_MODE_NOPRECEDE, win));
  if (rank == 3)
    usleep(kDelay);
  CALL("fence:close", MPI_Win_fence(MPI_MODE_NOSUCCEED, win));
}

static void early_fence(MPI_Win win) {
  CALL("fence:open-early", MPI_Win_fence(MPI_MODE_NOPRECEDE, win));
  if (rank == 0) {
    usleep(kDelay);
    CALL("put:early", MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win));
    usleep(kDelay);
  }
  CALL("fence:early", MPI_Win_fence(MPI_MODE_NOSUCCEED, win));
}

static void windows(void) {
  double *memory;
  MPI_Win win;
  if (rank == 2)
    usleep(kDelay);
  CALL("nxn:window", MPI_Win_allocate(8, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win));
  if (rank == 1)
    usleep(kDelay);
  CALL("barrier:window", MPI_Win_free(&win));
}

static void late_post(MPI_Win win, MPI_Group group) {
  if (rank == 1) {
    CALL("start:late-post", MPI_Win_start(group, 0, win));
    CALL("put:late-post", MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win));
    CALL("complete:late-post", MPI_Win_complete(win));
  }
  if (rank == 0) {
    usleep(kDelay);
    CALL("post:late-post", MPI_Win_post(group, 0, win));
    CALL("wait:late-post", MPI_Win_wait(win));
  }
}

static void early_wait(MPI_Win win, MPI_Group group) {
  if (rank == 1) {
    CALL("start:early-wait", MPI_Win_start(group, 0, win));
    usleep(kDelay);
    CALL("put:early-wait", MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win));
    usleep(kDelay);
    CALL("complete:early-wait", MPI_Win_complete(win));
  }
  if (rank == 0) {
    CALL("post:early-wait", MPI_Win_post(group, 0, win));
    CALL("wait:early-wait", MPI_Win_wait(win));
  }
}

static void early_tests(MPI_Win win, MPI_Group group) {
  if (rank == 1) {
    CALL("start:tests", MPI_Win_start(group, 0, win));
    CALL("put:tests", MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win));
    usleep(2 * kDelay);
    CALL("complete:tests", MPI_Win_complete(win));
  }
  if (rank == 0) {
    CALL("post:tests", MPI_Win_post(group, 0, win));
    for (int done = 0; !done; usleep(2000))
      CALL("wait:tests", MPI_Win_test(win, &done));
  }
}

/// Too large to be sent ahead of the post.
static void early_transfer(MPI_Group group) {
  MPI_Aint size = kMany * (MPI_Aint)sizeof(double);
  double *memory = calloc(kMany, sizeof(double)), *buffer = calloc(kMany, sizeof(double));
  MPI_Win win;
  CALL("nxn:transfer", MPI_Win_create(memory, size, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &win));
  if (rank == 1) {
    CALL("start:transfer", MPI_Win_start(group, 0, win));
    CALL("put:transfer", MPI_Put(buffer, kMany, MPI_DOUBLE, 0, 0, kMany, MPI_DOUBLE, win));
    CALL("complete:transfer", MPI_Win_complete(win));
  }
  if (rank == 0) {
    usleep(kDelay);
    CALL("post:transfer", MPI_Win_post(group, 0, win));
    CALL("wait:transfer", MPI_Win_wait(win));
  }
  CALL("barrier:transfer", MPI_Win_free(&win));
  free(buffer);
  free(memory);
}

/// Rank 1 holds the lock when rank 2 asks for it.
static void lock(MPI_Win win) {
  if (rank == 1) {
    CALL("lock:lock", MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win));
    CALL("put:lock", MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win));
    CALL("flush:lock", MPI_Win_flush(0, win));
    CALL("send:token", MPI_Send(&value, 1, MPI_INT, 2, 0, MPI_COMM_WORLD));
    usleep(2 * kDelay);
    CALL("unlock:lock", MPI_Win_unlock(0, win));
  }
  if (rank == 2) {
    CALL("receive:token", MPI_Recv(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    CALL("lock:lock", MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win));
    CALL("put:lock", MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win));
    CALL("unlock:lock", MPI_Win_unlock(0, win));
  }
}

/// The same, but rank 3 waits for data with its request.
static void lock_and_get(MPI_Win win) {
  int got;
  MPI_Request request;
  if (rank == 1) {
    CALL("lock:get", MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win));
    CALL("put:get", MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win));
    CALL("flush:get", MPI_Win_flush(0, win));
    CALL("send:get", MPI_Send(&value, 1, MPI_INT, 3, 0, MPI_COMM_WORLD));
    usleep(2 * kDelay);
    CALL("unlock:get", MPI_Win_unlock(0, win));
  }
  if (rank == 3) {
    CALL("receive:get", MPI_Recv(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    CALL("lock:get", MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win));
    CALL("get:get", MPI_Rget(&got, 1, MPI_INT, 0, 0, 1, MPI_INT, win, &request));
    CALL("complete-get:get", MPI_Wait(&request, MPI_STATUS_IGNORE));
    CALL("unlock:get", MPI_Win_unlock(0, win));
  }
}

static void progress(MPI_Win win) {
  if (rank == 0)
    usleep(3 * kDelay);
  if (rank == 1) {
    usleep(kDelay);
    CALL("lock:progress", MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win));
    CALL("put:progress", MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win));
    CALL("unlock:progress", MPI_Win_unlock(0, win));
  }
}

static void messages(void) {
  MPI_Request request;
  MPI_Status *ignore = MPI_STATUS_IGNORE;
  if (rank == 0) {
    CALL("receive:second", MPI_Recv(&value, 1, MPI_INT, 1, 2, MPI_COMM_WORLD, ignore));
    CALL("receive:first", MPI_Recv(&value, 1, MPI_INT, 1, 1, MPI_COMM_WORLD, ignore));
    MPI_Irecv(&value, 1, MPI_INT, 1, 3, MPI_COMM_WORLD, &request);
    CALL("receive:third", MPI_Wait(&request, ignore));
    CALL("ssend:fourth", MPI_Ssend(&value, 1, MPI_INT, 1, 4, MPI_COMM_WORLD));
    CALL("start-ssend:fifth", MPI_Issend(&value, 1, MPI_INT, 1, 5, MPI_COMM_WORLD, &request));
    CALL("ssend:fifth", MPI_Wait(&request, ignore));
  }
  if (rank == 1) {
    CALL("send:first", MPI_Send(&value, 1, MPI_INT, 0, 1, MPI_COMM_WORLD));
    usleep(kDelay);
    CALL("send:second", MPI_Send(&value, 1, MPI_INT, 0, 2, MPI_COMM_WORLD));
    usleep(kDelay);
    CALL("send:third", MPI_Send(&value, 1, MPI_INT, 0, 3, MPI_COMM_WORLD));
    usleep(kDelay);
    CALL("receive:fourth", MPI_Recv(&value, 1, MPI_INT, 0, 4, MPI_COMM_WORLD, ignore));
    usleep(kDelay);
    CALL("receive:fifth", MPI_Recv(&value, 1, MPI_INT, 0, 5, MPI_COMM_WORLD, ignore));
  }
}

static void collectives(void) {
  MPI_Request request;
  int sum;
  if (rank == 0)
    usleep(kDelay);
  CALL("bcast:0", MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD));
  separate();
  if (rank != 3)
    usleep(kDelay);
  CALL("reduce:3", MPI_Reduce(&value, &sum, 1, MPI_INT, MPI_SUM, 3, MPI_COMM_WORLD));
  separate();
  if (rank == 2)
    usleep(kDelay);
  CALL("nxn:sum", MPI_Allreduce(&value, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
  if (rank == 1)
    usleep(kDelay);
  CALL("start-barrier:later", MPI_Ibarrier(MPI_COMM_WORLD, &request));
  CALL("barrier:later", MPI_Wait(&request, MPI_STATUS_IGNORE));
  leave_late = rank == 2;
  CALL("barrier:leave-late", MPI_Barrier(MPI_COMM_WORLD));
}

int main(int argc, char **argv) {
  static int memory[8];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win win;
  CALL("nxn:create", MPI_Win_create(memory, 32, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win));
  MPI_Group world, other;
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  int partner = rank == 0;
  MPI_Group_incl(world, 1, &partner, &other);

  void (*const of_window[])(MPI_Win) = {fence, early_fence, lock, lock_and_get, progress};
  void (*const of_pairs[])(MPI_Win, MPI_Group) = {late_post, early_wait, early_tests};
  separate();
  for (int i = 0; i < 5; ++i) {
    of_window[i](win);
    separate();
  }
  for (int i = 0; i < 3; ++i) {
    of_pairs[i](win, other);
    separate();
  }
  early_transfer(other);
  windows();
  messages();
  separate();
  collectives();
  CALL("barrier:free", MPI_Win_free(&win));
  MPI_Finalize();
  int file = open(argv[1], O_WRONLY | O_CREAT | O_APPEND, 0600);
  return file < 0 || write(file, told, end) != (ssize_t)end || close(file);
}
