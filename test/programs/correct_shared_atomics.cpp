// ranks: 4
// flags: -O1 -std=c++20
// A spin lock, a ring, slots that are counted and a barrier, each of atomics in a shared window, with data beside them.
#include <mpi.h>

#include <atomic>
#include <cstdio>
#include <new>

struct Shared {
  std::atomic<int> lock, next, done, count, sense;
  std::atomic<unsigned> head, tail;
  long guarded;
  double ring[4];
  int slots[64];
  int parts[16], sums[16];
};

static void spinLock(Shared &all) {
  for (int i = 0; i < 20; ++i) {
    int free = 0;
    while (!all.lock.compare_exchange_weak(free, 1, std::memory_order_acquire))
      free = 0;
    all.guarded += i;
    all.lock.store(0, std::memory_order_release);
  }
}

static double ring(Shared &all, int rank) {
  double sum = 0;
  for (unsigned i = 0; i < 40 && rank == 0; ++i) {
    while (i - all.tail.load(std::memory_order_acquire) == 4)
      ;
    all.ring[i % 4] = i;
    all.head.store(i + 1, std::memory_order_release);
  }
  for (unsigned i = 0; i < 40 && rank == 1; ++i) {
    while (all.head.load(std::memory_order_acquire) == i)
      ;
    sum += all.ring[i % 4];
    all.tail.store(i + 1, std::memory_order_release);
  }
  return sum;
}

static int slots(Shared &all, int rank, int size) {
  for (int i = 0; i < 8; ++i) {
    all.slots[all.next.fetch_add(1)] = rank * 100 + i;
    all.done.fetch_add(1, std::memory_order_release);
  }
  int sum = 0;
  if (rank == 0) {
    while (all.done.load(std::memory_order_acquire) != 8 * size)
      ;
    for (int i = 0; i < 8 * size; ++i)
      sum += all.slots[i];
  }
  return sum;
}

static void barrier(Shared &all, int size, int &sense) {
  sense = !sense;
  if (all.count.fetch_add(1) == size - 1) {
    all.count.store(0);
    all.sense.store(sense);
  } else {
    while (all.sense.load() != sense)
      ;
  }
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, size, unit, sense = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  Shared *all;
  MPI_Aint bytes;
  MPI_Win win;
  MPI_Win_allocate_shared(rank ? 0 : sizeof(Shared), 1, MPI_INFO_NULL, MPI_COMM_WORLD, &all, &win);
  MPI_Win_shared_query(win, 0, &bytes, &unit, &all);
  MPI_Win_lock_all(MPI_MODE_NOCHECK, win);
  if (rank == 0)
    new (all) Shared{};
  MPI_Win_sync(win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_sync(win);
  spinLock(*all);
  double passed = ring(*all, rank);
  int counted = slots(*all, rank, size);
  for (int i = 0; i < 5; ++i) {
    all->parts[rank] = i;
    barrier(*all, size, sense);
    all->sums[rank] = all->parts[(rank + 1) % size] + i;
    barrier(*all, size, sense);
  }
  std::printf("%d: %g %d\n", rank, passed, counted);
  MPI_Win_sync(win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_sync(win);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
