// Windows whose memory the library gives, and shared ones: loads and stores of other ranks' memory.

#include "Inputs/check.h"
#include <string.h>

// ranks: 3

static int flavorOf(MPI_Win win) {
  int *flavor, found;
  MPI_Win_get_attr(win, MPI_WIN_CREATE_FLAVOR, &flavor, &found);
  REQUIRE(found);
  return *flavor;
}

static void allocated(void) {
  int *memory;
  MPI_Win win;
  MPI_Win_allocate(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  REQUIRE(flavorOf(win) == MPI_WIN_FLAVOR_ALLOCATE);
  memset(memory, 0, 4 * sizeof(int));
  MPI_Win_fence(0, win);
  MPI_Put(&rank, 1, MPI_INT, (rank + 1) % size, 2, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
  REQUIRE(memory[2] == (rank + size - 1) % size);
  printf("%d allocated %d\n", rank, memory[2]);
  MPI_Win_free(&win);
}

/// Rank r has 4 * (r + 1) ints, the last one none.
static void shared(const char *separate) {
  MPI_Info info;
  MPI_Info_create(&info);
  MPI_Info_set(info, "alloc_shared_noncontig", separate);
  int count = rank == size - 1 ? 0 : 4 * (rank + 1), *mine;
  MPI_Win win;
  MPI_Win_allocate_shared((MPI_Aint)(count * sizeof(int)), sizeof(int), info, MPI_COMM_WORLD, &mine,
                          &win);
  MPI_Info_free(&info);
  REQUIRE(flavorOf(win) == MPI_WIN_FLAVOR_SHARED);

  int *segments[3] = {0}, *lowest;
  for (int peer = 0; peer < size; ++peer) {
    MPI_Aint bytes;
    int unit;
    MPI_Win_shared_query(win, peer, &bytes, &unit, &segments[peer]);
    // Open MPI rounds the size up to pages when memory need not be contiguous.
    MPI_Aint asked = peer == size - 1 ? 0 : (MPI_Aint)(4 * (peer + 1) * sizeof(int));
    REQUIRE(separate[0] == 'f' || asked == 0 ? bytes == asked : bytes >= asked);
    REQUIRE(bytes == 0 || unit == sizeof(int));
  }
  MPI_Aint bytes;
  int unit;
  MPI_Win_shared_query(win, MPI_PROC_NULL, &bytes, &unit, &lowest);
  REQUIRE(lowest == segments[0] && bytes >= (MPI_Aint)(4 * sizeof(int)));

  // Each writes its own, then reads the others'.
  MPI_Win_lock_all(0, win);
  for (int i = 0; i < count; ++i)
    mine[i] = 100 * rank + i;
  MPI_Win_sync(win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_sync(win);
  int sum = 0;
  for (int peer = 0; peer < size - 1; ++peer)
    for (int i = 0; i < 4 * (peer + 1); ++i)
      sum += segments[peer][i];
  MPI_Win_unlock_all(win);
  REQUIRE(sum == 6 + 828);

  // Rank 2 writes into the others', between fences; the owners read.
  MPI_Win_fence(0, win);
  if (rank == size - 1)
    for (int peer = 0; peer < size - 1; ++peer)
      segments[peer][1] = -peer - 1;
  MPI_Win_fence(0, win);
  if (count)
    REQUIRE(mine[1] == -rank - 1);

  // A put and a load of it by a third rank.
  int value = 55;
  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Put(&value, 1, MPI_INT, 1, 3, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
  REQUIRE(segments[1][3] == 55);
  printf("%d shared %s %d %d\n", rank, separate, sum, segments[1][3]);
  MPI_Win_free(&win);
}

/// Each rank knows where the others' memory is without asking: it follows its own.
static void contiguous(void) {
  long *mine;
  MPI_Win win;
  MPI_Win_allocate_shared(2 * sizeof(long), sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &mine,
                          &win);
  long *all = mine - 2 * rank;
  MPI_Win_fence(0, win);
  all[2 * ((rank + 1) % size)] = rank;
  MPI_Win_fence(0, win);
  REQUIRE(mine[0] == (rank + size - 1) % size);
  printf("%d contiguous %ld\n", rank, mine[0]);

  // Locks: each adds to a number of rank 0.
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
  if (rank == 0)
    all[1] = 0;
  MPI_Win_unlock(0, win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
  all[1] += rank + 1;
  MPI_Win_unlock(0, win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
  REQUIRE(all[1] == 6);
  MPI_Win_unlock(0, win);
  MPI_Win_free(&win);
}

int main(void) {
  begin();
  allocated();
  shared("false");
  shared("true");
  contiguous();
  MPI_Finalize();
  return 0;
}
