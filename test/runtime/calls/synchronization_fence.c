// Fences with every combination of assertions that is true of the epoch they open and close.

#include "Inputs/check.h"

static int memory[4];
static MPI_Win win;

/// One epoch: what its fences say, and whether it puts, gets, or stores.
static void epoch(int opening, int closing, int puts, int gets, int round) {
  int out = 100 * round + rank, in = -1;
  memory[0] = memory[2] = round;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_fence(opening, win);
  if (puts)
    MPI_Put(&out, 1, MPI_INT, 1 - rank, 1, 1, MPI_INT, win);
  if (gets)
    MPI_Get(&in, 1, MPI_INT, 1 - rank, 2, 1, MPI_INT, win);
  MPI_Win_fence(closing, win);
  REQUIRE(!puts || memory[1] == 100 * round + 1 - rank);
  REQUIRE(!gets || in == round);
}

int main(void) {
  begin();
  MPI_Win_create(memory, sizeof(memory), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  int round = 0;
  for (int precede = 0; precede < 2; ++precede)
    for (int succeed = 0; succeed < 2; ++succeed)
      for (int noStore = 0; noStore < 2; ++noStore)
        for (int what = 0; what < 4; ++what) {
          const int puts = what & 1, gets = what >> 1;
          int opening = precede ? MPI_MODE_NOPRECEDE : 0;
          if (!puts)
            opening |= MPI_MODE_NOPUT;
          int closing = succeed ? MPI_MODE_NOSUCCEED : 0;
          // Nothing was stored into the window's memory since the last fence.
          if (noStore)
            closing |= MPI_MODE_NOSTORE;
          // After a fence with NOSUCCEED comes one with NOPRECEDE, or one that says nothing.
          epoch(opening, closing, puts, gets, ++round);
        }
  printf("%d epochs %d %d\n", rank, round, memory[1]);
  MPI_Win_fence(MPI_MODE_NOPRECEDE | MPI_MODE_NOSUCCEED | MPI_MODE_NOPUT | MPI_MODE_NOSTORE, win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
