// A wait in a loop that synchronizes a window, tests or probes leaves a few records, however many rounds it takes;
// rounds that do something else, store, or come after a pause are kept.
//
// RUN: rm -rf %t && mkdir %t && %mpicc -O2 %s -o %t/prog
// RUN: env FENCEPOST_OPTIONS=trace=%t/trace %mpirun -n 1 %t/prog
// RUN: %otf2-print %t/trace/traces.otf2 > %t/events
// RUN: %FileCheck --input-file=%t/events %s
// RUN: test $(grep -c "CALLING_CONTEXT_ENTER.*MPI_Iprobe" %t/events) -lt 40000
// RUN: test $(grep -c "CALLING_CONTEXT_ENTER.*MPI_Test" %t/events) -lt 40000
#include <mpi.h>
#include <stdatomic.h>

static void wait_for(atomic_int *flag, MPI_Win window, int rounds) {
  while (atomic_load(flag) == 0 && rounds-- > 0)
    MPI_Win_sync(window);
}

int main(int argc, char **argv) {
  MPI_Win window;
  int *memory;
  MPI_Init(&argc, &argv);
  MPI_Win_allocate_shared(64, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &window);
  MPI_Win_lock_all(0, window);
  memory[0] = 0;
  wait_for((atomic_int *)memory, window, 100000);
  // The first round comes after the store above, the second one stands for all others.
  // CHECK: MPI_Win_lock_all
  // CHECK-COUNT-2: CALLING_CONTEXT_ENTER {{.*}}MPI_Win_sync
  // CHECK-NOT: CALLING_CONTEXT_ENTER {{.*}}MPI_Win_sync
  // CHECK: MPI_Win_flush_all
  MPI_Win_flush_all(window);
  for (int i = 0; i < 3; ++i) {
    memory[1] = i;
    MPI_Win_sync(window);
  }
  // CHECK-COUNT-3: CALLING_CONTEXT_ENTER {{.*}}MPI_Win_sync
  // CHECK: MPI_Win_flush_all
  MPI_Win_flush_all(window);
  MPI_Request request;
  int found, value;
  MPI_Irecv(&value, 1, MPI_INT, 0, 0, MPI_COMM_SELF, &request);
  for (int i = 0; i < 80000; ++i)
    MPI_Test(&request, &found, MPI_STATUS_IGNORE);
  for (int i = 0; i < 80000; ++i)
    MPI_Iprobe(0, 1, MPI_COMM_SELF, &found, MPI_STATUS_IGNORE);
  MPI_Cancel(&request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Win_unlock_all(window);
  MPI_Win_free(&window);
  MPI_Finalize();
  return 0;
}
