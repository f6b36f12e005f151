// What C++ builds on threads and atomics: threads, mutexes, once, static variables, barriers, futures, fences. A loop that
// waits writes nothing.
//
// REQUIRES: openmpi
// RUN: %mpicxx -std=c++20 -pthread %s -o %t
// RUN: env FENCEPOST_OPTIONS=trace=%t.trace %mpirun -n 1 %t | %FileCheck --check-prefix=OUT %s
// RUN: %otf2-print %t.trace/traces.otf2 | %FileCheck %s
// RUN: test $(%otf2-print %t.trace/traces.otf2 | grep -c METRIC) -lt 120
// RUN: %otf2-print -G %t.trace/traces.otf2 | %FileCheck --check-prefix=DEF %s
// RUN: %fencepost analyze %t.trace
//
// OUT: 10

#include <atomic>
#include <barrier>
#include <future>
#include <mpi.h>
#include <mutex>
#include <shared_mutex>
#include <stdio.h>
#include <thread>

static std::atomic_flag spin = ATOMIC_FLAG_INIT;
static std::atomic<bool> started{false};
static std::once_flag once;
static std::shared_mutex shared;
static int count;

static int oneOnly() {
  static int value = ++count;
  return value;
}

int main(int argc, char **argv) {
  int provided;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  std::barrier meet(2);
  std::promise<int> promise;
  std::future<int> future = promise.get_future();
  auto work = [&](int me) {
    while (!started) // many turns: all are one acquire
      ;
    for (int i = 0; i < 3; ++i) {
      while (spin.test_and_set()) {
      }
      ++count;
      spin.clear();
    }
    meet.arrive_and_wait();
    oneOnly();
    std::call_once(once, [] { ++count; });
    meet.arrive_and_wait();
    {
      std::unique_lock lock(shared);
      ++count;
    }
    {
      std::shared_lock lock(shared);
    }
    std::atomic_thread_fence(std::memory_order_seq_cst);
    meet.arrive_and_wait();
    if (me)
      promise.set_value(count);
    else
      future.get();
  };
  std::thread first(work, 0), second(work, 1);
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  started = true;
  first.join();
  second.join();
  for (int i = 0; i < 40; ++i) // one after the other: they share a location
    std::thread([] { ++count; }).join();
  count -= 40;
  std::async(std::launch::async, [] { ++count; }).get();
  --count;
  std::thread([] {}).detach();
  printf("%d\n", count);
  MPI_Finalize();
}

// The two that ran together, those after them on the locations that they left.
// DEF: "Thread 2"
// DEF-NOT: "Thread 5"

// CHECK-DAG: THREAD_CREATE {{.*}}Sequence Count: 42
// CHECK-DAG: THREAD_BEGIN {{.*}}Sequence Count: 42
// CHECK-DAG: THREAD_END {{.*}}Sequence Count: 42
// CHECK-DAG: THREAD_WAIT {{.*}}Sequence Count: 42
// CHECK-DAG: THREAD_ACQUIRE_LOCK {{.*}}"pthread"
// CHECK-DAG: METRIC {{.*}}UINT64; 5)
// CHECK-DAG: METRIC {{.*}}UINT64; 6)
// CHECK-DAG: METRIC {{.*}}UINT64; 262)
// CHECK-DAG: METRIC {{.*}}UINT64; 2)
// CHECK-DAG: METRIC {{.*}}UINT64; 258)
// CHECK-DAG: METRIC {{.*}}UINT64; 7)
// CHECK-DAG: METRIC {{.*}}UINT64; 263)
