// Fetch and op, compare and swap: of several types, by all ranks at once, and to nobody.

#include "Inputs/check.h"

// ranks: 3

static long counter[4];
static MPI_Win win;

static void tickets(void) {
  enum { kEach = 10 };
  long one = 1, ticket, sum = 0, total;
  MPI_Win_lock_all(0, win);
  for (int i = 0; i < kEach; ++i) {
    MPI_Fetch_and_op(&one, &ticket, MPI_LONG, 0, 0, MPI_SUM, win);
    MPI_Win_flush(0, win);
    sum += ticket;
  }
  MPI_Win_unlock_all(win);
  MPI_Allreduce(&sum, &total, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
  const long count = (long)kEach * size;
  REQUIRE(total == count * (count - 1) / 2);

  long seen, unused = 99;
  MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
  MPI_Fetch_and_op(&unused, &seen, MPI_LONG, 0, 0, MPI_NO_OP, win);
  MPI_Win_unlock(0, win);
  REQUIRE(seen == count);
  MPI_Barrier(MPI_COMM_WORLD);
  printf("%d tickets %ld %ld\n", rank, total, seen);
}

/// Each rank puts itself in the place of the one before it.
static void chain(void) {
  long mine = rank + 1, before = rank, found = -1;
  MPI_Win_lock_all(0, win);
  do {
    MPI_Compare_and_swap(&mine, &before, &found, MPI_LONG, 1, 1, win);
    MPI_Win_flush(1, win);
  } while (found != before);
  MPI_Win_unlock_all(win);
  MPI_Barrier(MPI_COMM_WORLD);
  REQUIRE(rank != 1 || counter[1] == size);
  printf("%d chain %ld\n", rank, found);
}

#define TYPE(type, mpiType)                                                                        \
  do {                                                                                             \
    type value = (type)3, result = (type)-1, expected = (type)0;                                   \
    MPI_Fetch_and_op(&value, &result, mpiType, rank, 2, MPI_REPLACE, win);                         \
    MPI_Win_flush(rank, win);                                                                      \
    REQUIRE(result == expected);                                                                   \
    expected = value, value = (type)0;                                                             \
    MPI_Compare_and_swap(&value, &expected, &result, mpiType, rank, 2, win);                       \
    MPI_Win_flush(rank, win);                                                                      \
    REQUIRE(result == expected);                                                                   \
  } while (0)

static void types(void) {
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, win);
  TYPE(int, MPI_INT);
  TYPE(unsigned, MPI_UNSIGNED);
  TYPE(long, MPI_LONG);
  TYPE(unsigned long, MPI_UNSIGNED_LONG);
  TYPE(int, MPI_INT32_T);
  TYPE(unsigned long, MPI_UINT64_T);
  TYPE(MPI_Aint, MPI_AINT);
  double half = 0.5, old = -1;
  MPI_Fetch_and_op(&half, &old, MPI_DOUBLE, rank, 3, MPI_SUM, win);
  MPI_Win_flush(rank, win);
  REQUIRE(old == 0);
  MPI_Fetch_and_op(&half, &old, MPI_DOUBLE, rank, 3, MPI_SUM, win);
  MPI_Win_unlock(rank, win);
  REQUIRE(old == 0.5);
  printf("%d types %g\n", rank, old);
}

static void nobody(void) {
  long value = 1, compare = 0, result = -7;
  MPI_Win_lock_all(0, win);
  MPI_Fetch_and_op(&value, &result, MPI_LONG, MPI_PROC_NULL, 0, MPI_SUM, win);
  MPI_Compare_and_swap(&value, &compare, &result, MPI_LONG, MPI_PROC_NULL, 0, win);
  MPI_Win_unlock_all(win);
  REQUIRE(result == -7);
  printf("%d nobody\n", rank);
}

int main(void) {
  begin();
  MPI_Win_create(counter, sizeof(counter), sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  tickets();
  chain();
  types();
  nobody();
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
