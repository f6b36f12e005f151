// Windows over memory of the program: parts of no size, other units in each rank, several windows
// over one piece of memory, on parts of the ranks, freed and made again.

#include "Inputs/check.h"
#include <string.h>

// ranks: 3

static void attributes(MPI_Win win, void *base, MPI_Aint bytes, int unit) {
  void *value;
  int found, *flavor, *model, *dispUnit;
  MPI_Aint *windowSize;
  MPI_Win_get_attr(win, MPI_WIN_BASE, &value, &found);
  REQUIRE(found && (bytes == 0 || value == base));
  MPI_Win_get_attr(win, MPI_WIN_SIZE, &windowSize, &found);
  REQUIRE(found && *windowSize == bytes);
  MPI_Win_get_attr(win, MPI_WIN_DISP_UNIT, &dispUnit, &found);
  REQUIRE(found && *dispUnit == unit);
  MPI_Win_get_attr(win, MPI_WIN_CREATE_FLAVOR, &flavor, &found);
  REQUIRE(found && *flavor == MPI_WIN_FLAVOR_CREATE);
  MPI_Win_get_attr(win, MPI_WIN_MODEL, &model, &found);
  REQUIRE(found && (*model == MPI_WIN_UNIFIED || *model == MPI_WIN_SEPARATE));
}

static void unitsAndEmptyParts(void) {
  static const int units[] = {1, 8, 4};
  long memory[16] = {0};
  int unit = units[rank];
  MPI_Aint bytes = rank == 2 ? 0 : (MPI_Aint)sizeof(memory);
  void *base = rank == 2 ? NULL : memory;
  MPI_Win win;
  MPI_Win_create(base, bytes, unit, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  attributes(win, base, bytes, unit);

  MPI_Group group, world;
  int same;
  MPI_Win_get_group(win, &group);
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_compare(group, world, &same);
  REQUIRE(same == MPI_IDENT);
  MPI_Group_free(&group);
  MPI_Group_free(&world);

  char name[MPI_MAX_OBJECT_NAME];
  int length;
  MPI_Win_set_name(win, "units");
  MPI_Win_get_name(win, name, &length);
  REQUIRE(strcmp(name, "units") == 0 && length == 5);

  // Element `rank` of ranks 0 and 1, counted in their own units.
  long value = 100 + rank;
  MPI_Win_fence(0, win);
  for (int target = 0; target < 2; ++target)
    MPI_Put(&value, 1, MPI_LONG, target, (MPI_Aint)(rank * sizeof(long)) / units[target], 1,
            MPI_LONG, win);
  MPI_Win_fence(0, win);
  if (rank < 2)
    REQUIRE(memory[0] == 100 && memory[1] == 101 && memory[2] == 102 && memory[3] == 0);
  printf("%d units %ld %ld %ld\n", rank, memory[0], memory[1], memory[2]);
  MPI_Win_free(&win);
  REQUIRE(win == MPI_WIN_NULL);
}

#ifdef OPEN_MPI
enum { kHalf = 4 };
#else
enum { kHalf = 0 }; // MPICH 4.0.2 takes the base of the first window for both
#endif

static void sameMemoryTwice(void) {
  int memory[8] = {0};
  MPI_Win whole, half;
  MPI_Win_create(memory, sizeof(memory), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &whole);
  MPI_Win_create(memory + kHalf, 4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD,
                 &half);
  int next = (rank + 1) % size, before = (rank + size - 1) % size, a = 10 + rank, b = 20 + rank;
  MPI_Win_fence(0, whole);
  MPI_Put(&a, 1, MPI_INT, next, 1, 1, MPI_INT, whole);
  MPI_Win_fence(0, whole);
  MPI_Win_fence(0, half);
  MPI_Put(&b, 1, MPI_INT, next, 2, 1, MPI_INT, half);
  MPI_Win_fence(0, half);
  REQUIRE(memory[1] == 10 + before && memory[kHalf + 2] == 20 + before);
  printf("%d twice %d %d\n", rank, memory[1], memory[kHalf + 2]);
  MPI_Win_free(&half);
  MPI_Win_free(&whole);
}

static void parts(void) {
  MPI_Comm part;
  MPI_Comm_split(MPI_COMM_WORLD, rank == 1, -rank, &part);
  int partRank, partSize, memory[4] = {0}, value = 7 + rank;
  MPI_Comm_rank(part, &partRank);
  MPI_Comm_size(part, &partSize);
  if (partSize > 1) {
    MPI_Win win;
    MPI_Win_create(memory, sizeof(memory), sizeof(int), MPI_INFO_NULL, part, &win);
    MPI_Win_fence(0, win);
    MPI_Put(&value, 1, MPI_INT, 1 - partRank, partRank, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
    REQUIRE(memory[1 - partRank] == 7 + (2 - rank));
    MPI_Win_free(&win);
  }
  printf("%d part %d of %d: %d %d\n", rank, partRank, partSize, memory[0], memory[1]);
  MPI_Comm_free(&part);
}

static void many(void) {
  // MPICH 4.0.2 mixes up windows on one page.
  enum { kMany = 120, kApart = 1024 };
  static int memory[kMany * kApart];
  MPI_Win wins[kMany];
  for (int round = 0; round < 2; ++round) {
    for (int i = 0; i < kMany; ++i)
      MPI_Win_create(&memory[i * kApart], sizeof(int), 1, MPI_INFO_NULL, MPI_COMM_WORLD, &wins[i]);
    for (int i = 0; i < kMany; i += 17) {
      int value = round * 1000 + i;
      MPI_Win_fence(0, wins[i]);
      if (rank == 0)
        MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, wins[i]);
      MPI_Win_fence(0, wins[i]);
      REQUIRE(rank != 1 || memory[i * kApart] == value);
    }
    for (int i = kMany - 1; i >= 0; --i)
      MPI_Win_free(&wins[i]);
  }
  printf("%d many %d\n", rank, memory[17 * kApart]);
}

static void hints(void) {
  int memory[2] = {rank, 0};
  MPI_Info info, used;
  MPI_Info_create(&info);
  MPI_Info_set(info, "no_locks", "true");
  MPI_Info_set(info, "accumulate_ordering", "none");
  MPI_Info_set(info, "accumulate_ops", "same_op");
  MPI_Info_set(info, "same_size", "true");
  MPI_Info_set(info, "same_disp_unit", "true");
  MPI_Win win;
  MPI_Win_create(memory, sizeof(memory), sizeof(int), info, MPI_COMM_WORLD, &win);
  MPI_Win_get_info(win, &used);
  REQUIRE(used != MPI_INFO_NULL);
  MPI_Info_free(&used);
  MPI_Info_set(info, "accumulate_ordering", "rar,war,raw,waw");
  MPI_Win_set_info(win, info);
  MPI_Info_free(&info);
  MPI_Win_fence(0, win);
  MPI_Accumulate(&rank, 1, MPI_INT, 0, 1, 1, MPI_INT, MPI_SUM, win);
  MPI_Win_fence(0, win);
  REQUIRE(rank != 0 || memory[1] == 3);
  printf("%d hints %d\n", rank, memory[1]);
  MPI_Win_free(&win);
}

int main(void) {
  begin();
  unitsAndEmptyParts();
  sameMemoryTwice();
  parts();
  many();
  hints();
  MPI_Finalize();
  return 0;
}
