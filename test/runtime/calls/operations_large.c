// Operations and windows with large counts (MPI 4).

#include "Inputs/check.h"

// mpi: mpich

static long memory[16];

static void windows(void) {
  long *mine, *peers;
  MPI_Win win;
  MPI_Aint bytes, unit;
  MPI_Win_allocate_c(4 * sizeof(long), 2 * sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &mine, &win);
  long value = 10 + rank;
  MPI_Win_fence(0, win);
  MPI_Put_c(&value, 1, MPI_LONG, 1 - rank, 1, 1, MPI_LONG, win);
  MPI_Win_fence(0, win);
  REQUIRE(mine[2] == 11 - rank);
  MPI_Win_free(&win);

  MPI_Win_allocate_shared_c(4 * sizeof(long), sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &mine,
                            &win);
  MPI_Win_shared_query_c(win, 1 - rank, &bytes, &unit, &peers);
  REQUIRE(bytes == 4 * sizeof(long) && unit == sizeof(long));
  MPI_Win_fence(0, win);
  peers[1] = 20 + rank;
  MPI_Win_fence(0, win);
  REQUIRE(mine[1] == 21 - rank);
  printf("%d windows %ld\n", rank, mine[1]);
  MPI_Win_free(&win);
}

static void operations(MPI_Win win) {
  long one[2] = {1, 2}, old[2] = {0}, got[2] = {0};
  MPI_Request request[4];
  for (int i = 0; i < 16; ++i)
    memory[i] = i;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  MPI_Put_c(one, 2, MPI_LONG, 1 - rank, 0, 2, MPI_LONG, win);
  MPI_Get_c(got, 2, MPI_LONG, 1 - rank, 4, 2, MPI_LONG, win);
  MPI_Accumulate_c(one, 2, MPI_LONG, 1 - rank, 6, 2, MPI_LONG, MPI_SUM, win);
  MPI_Get_accumulate_c(one, 2, MPI_LONG, old, 2, MPI_LONG, 1 - rank, 8, 2, MPI_LONG, MPI_SUM, win);
  MPI_Win_flush_all(win);
  REQUIRE(got[0] == 4 && got[1] == 5 && old[0] == 8 && old[1] == 9);
  MPI_Rput_c(one, 2, MPI_LONG, 1 - rank, 2, 2, MPI_LONG, win, &request[0]);
  MPI_Rget_c(got, 1, MPI_LONG, 1 - rank, 5, 1, MPI_LONG, win, &request[1]);
  MPI_Raccumulate_c(one, 1, MPI_LONG, 1 - rank, 10, 1, MPI_LONG, MPI_SUM, win, &request[2]);
  MPI_Rget_accumulate_c(one, 1, MPI_LONG, old, 1, MPI_LONG, 1 - rank, 11, 1, MPI_LONG, MPI_SUM, win,
                        &request[3]);
  MPI_Waitall(4, request, MPI_STATUSES_IGNORE);
  REQUIRE(got[0] == 5 && old[0] == 11);
  MPI_Put_c(one, 1, MPI_LONG, MPI_PROC_NULL, 0, 1, MPI_LONG, win);
  MPI_Win_unlock_all(win);
  MPI_Barrier(MPI_COMM_WORLD);
  static const long expected[12] = {1, 2, 1, 2, 4, 5, 7, 9, 9, 11, 11, 12};
  for (int i = 0; i < 12; ++i)
    REQUIRE(memory[i] == expected[i]);
  printf("%d operations %ld %ld\n", rank, memory[9], memory[11]);
}

int main(void) {
  begin();
  MPI_Win win;
  windows();
  MPI_Win_create_c(memory, sizeof(memory), sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  operations(win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
