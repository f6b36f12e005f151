// Post, start, complete, wait and test: with pairs, with nobody, with several origins, with
// MPI_MODE_NOCHECK, both kinds of epoch at once.

#include "Inputs/check.h"

// ranks: 3

static int memory[8];
static MPI_Win win;

static MPI_Group groupOf(int count, const int *ranks) {
  MPI_Group world, group;
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, count, ranks, &group);
  MPI_Group_free(&world);
  return group;
}

static void nobody(void) {
  MPI_Win_post(MPI_GROUP_EMPTY, 0, win);
  MPI_Win_start(MPI_GROUP_EMPTY, 0, win);
  MPI_Win_complete(win);
  MPI_Win_wait(win);
  MPI_Win_start(MPI_GROUP_EMPTY, 0, win);
  MPI_Win_complete(win);
  MPI_Win_post(MPI_GROUP_EMPTY, 0, win);
  int done = 0;
  while (!done)
    MPI_Win_test(win, &done);
  MPI_Barrier(MPI_COMM_WORLD);
  printf("%d nobody\n", rank);
}

/// Ranks 1 and 2 write to rank 0, who polls.
static void polling(void) {
  const int origins[] = {1, 2}, target = 0;
  if (rank == 0) {
    MPI_Group group = groupOf(2, origins);
    MPI_Win_post(group, MPI_MODE_NOSTORE, win);
    int done = 0;
    long polls = 0;
    while (!done) {
      MPI_Win_test(win, &done);
      ++polls;
    }
    REQUIRE(polls > 0 && memory[1] == 101 && memory[2] == 102);
    MPI_Group_free(&group);
  } else {
    MPI_Group group = groupOf(1, &target);
    int value = 100 + rank;
    MPI_Win_start(group, 0, win);
    MPI_Put(&value, 1, MPI_INT, 0, rank, 1, MPI_INT, win);
    for (double until = MPI_Wtime() + 0.05; rank == 2 && MPI_Wtime() < until;)
      ;
    MPI_Win_complete(win);
    MPI_Group_free(&group);
  }
  printf("%d polling %d %d\n", rank, memory[1], memory[2]);
}

/// Everybody exposes to the rank before and accesses the rank after.
static void ring(int assertion) {
  const int before = (rank + size - 1) % size, after = (rank + 1) % size;
  MPI_Group from = groupOf(1, &before), to = groupOf(1, &after);
  int value = 200 + rank + assertion, got = -1;
  memory[5] = 300 + rank;
  MPI_Win_post(from, assertion, win);
  if (assertion & MPI_MODE_NOCHECK)
    MPI_Barrier(MPI_COMM_WORLD); // the post is known to be made
  MPI_Win_start(to, assertion, win);
  MPI_Put(&value, 1, MPI_INT, after, 4, 1, MPI_INT, win);
  MPI_Get(&got, 1, MPI_INT, after, 5, 1, MPI_INT, win);
  MPI_Win_complete(win);
  MPI_Win_wait(win);
  REQUIRE(memory[4] == 200 + before + assertion && got == 300 + after);
  MPI_Group_free(&from);
  MPI_Group_free(&to);
  printf("%d ring %d\n", rank, got);
  MPI_Barrier(MPI_COMM_WORLD);
}

int main(void) {
  begin();
  MPI_Win_create(memory, sizeof(memory), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  nobody();
  polling();
  ring(0);
  ring(MPI_MODE_NOCHECK);
  ring(0);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
