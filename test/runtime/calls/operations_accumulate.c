// The accumulate family: every predefined operation, all predefined types that it takes.

#include "Inputs/check.h"
#include <string.h>

enum { kBytes = 4096 };
static _Alignas(16) char memory[kBytes];
static MPI_Win win;
static int checked;

/// What both ranks accumulate, and what must come out for a start of `start`.
#define CHECK(type, mpiType, op, start, first, second, expected)                                   \
  do {                                                                                             \
    type own = (type)(rank ? (second) : (first)), begin_ = (type)(start), got;                     \
    if (rank == 0)                                                                                 \
      memcpy(memory, &begin_, sizeof(type));                                                       \
    MPI_Win_fence(0, win);                                                                         \
    MPI_Accumulate(&own, 1, mpiType, 0, 0, 1, mpiType, op, win);                                   \
    MPI_Win_fence(0, win);                                                                         \
    memcpy(&got, memory, sizeof(type));                                                            \
    REQUIRE(rank || got == (type)(expected));                                                      \
    ++checked;                                                                                     \
  } while (0)

#define INTEGER(type, mpiType)                                                                     \
  do {                                                                                             \
    CHECK(type, mpiType, MPI_SUM, 1, 2, 3, 6);                                                     \
    CHECK(type, mpiType, MPI_PROD, 2, 3, 4, 24);                                                   \
    CHECK(type, mpiType, MPI_MAX, 5, 7, 3, 7);                                                     \
    CHECK(type, mpiType, MPI_MIN, 5, 7, 3, 3);                                                     \
    CHECK(type, mpiType, MPI_LAND, 1, 1, 0, 0);                                                    \
    CHECK(type, mpiType, MPI_LOR, 0, 0, 1, 1);                                                     \
    CHECK(type, mpiType, MPI_LXOR, 1, 1, 1, 1);                                                    \
    CHECK(type, mpiType, MPI_BAND, 7, 6, 3, 2);                                                    \
    CHECK(type, mpiType, MPI_BOR, 8, 1, 2, 11);                                                    \
    CHECK(type, mpiType, MPI_BXOR, 8, 1, 3, 10);                                                   \
    CHECK(type, mpiType, MPI_REPLACE, 1, 9, 9, 9);                                                 \
  } while (0)

#define FLOATING(type, mpiType)                                                                    \
  do {                                                                                             \
    CHECK(type, mpiType, MPI_SUM, 1, 2, 3, 6);                                                     \
    CHECK(type, mpiType, MPI_PROD, 2, 3, 4, 24);                                                   \
    CHECK(type, mpiType, MPI_MAX, 5, 7, 3, 7);                                                     \
    CHECK(type, mpiType, MPI_MIN, 5, 7, 3, 3);                                                     \
    CHECK(type, mpiType, MPI_REPLACE, 1, 9, 9, 9);                                                 \
  } while (0)

static void integers(void) {
  INTEGER(int, MPI_INT);
  INTEGER(unsigned, MPI_UNSIGNED);
  INTEGER(short, MPI_SHORT);
  INTEGER(unsigned short, MPI_UNSIGNED_SHORT);
  INTEGER(long, MPI_LONG);
  INTEGER(unsigned long, MPI_UNSIGNED_LONG);
  INTEGER(long long, MPI_LONG_LONG);
  INTEGER(unsigned long long, MPI_UNSIGNED_LONG_LONG);
  INTEGER(signed char, MPI_SIGNED_CHAR);
  INTEGER(unsigned char, MPI_UNSIGNED_CHAR);
  INTEGER(signed char, MPI_INT8_T);
  INTEGER(unsigned char, MPI_UINT8_T);
  INTEGER(short, MPI_INT16_T);
  INTEGER(unsigned short, MPI_UINT16_T);
  INTEGER(int, MPI_INT32_T);
  INTEGER(unsigned, MPI_UINT32_T);
  INTEGER(long, MPI_INT64_T);
  INTEGER(unsigned long, MPI_UINT64_T);
  CHECK(MPI_Aint, MPI_AINT, MPI_SUM, 1, 2, 3, 6);
  CHECK(MPI_Offset, MPI_OFFSET, MPI_SUM, 1, 2, 3, 6);
  CHECK(MPI_Count, MPI_COUNT, MPI_SUM, 1, 2, 3, 6);
  CHECK(unsigned char, MPI_BYTE, MPI_BOR, 8, 1, 2, 11);
  CHECK(_Bool, MPI_C_BOOL, MPI_LOR, 0, 0, 1, 1);
}

static void floating(void) {
  FLOATING(float, MPI_FLOAT);
  FLOATING(double, MPI_DOUBLE);
  FLOATING(long double, MPI_LONG_DOUBLE);
  CHECK(float _Complex, MPI_C_FLOAT_COMPLEX, MPI_SUM, 1, 2, 3, 6);
  CHECK(double _Complex, MPI_C_DOUBLE_COMPLEX, MPI_PROD, 2, 3, 4, 24);
  CHECK(long double _Complex, MPI_C_LONG_DOUBLE_COMPLEX, MPI_SUM, 1, 2, 3, 6);
}

#define PAIR(type, mpiType)                                                                        \
  do {                                                                                             \
    struct {                                                                                       \
      type value;                                                                                  \
      int index;                                                                                   \
    } own = {(type)(10 + rank), rank}, start = {(type)10, 7}, got;                                 \
    for (int largest = 0; largest < 2; ++largest) {                                                \
      if (rank == 0)                                                                               \
        memcpy(memory, &start, sizeof(start));                                                     \
      MPI_Win_fence(0, win);                                                                       \
      MPI_Accumulate(&own, 1, mpiType, 0, 0, 1, mpiType, largest ? MPI_MAXLOC : MPI_MINLOC, win);  \
      MPI_Win_fence(0, win);                                                                       \
      memcpy(&got, memory, sizeof(got));                                                           \
      REQUIRE(rank || (got.value == (type)(10 + largest) && got.index == largest));                \
      ++checked;                                                                                   \
    }                                                                                              \
  } while (0)

static void pairs(void) {
  PAIR(int, MPI_2INT);
  PAIR(float, MPI_FLOAT_INT);
#ifndef OPEN_MPI // takes no pairs of parts that differ in size
  PAIR(double, MPI_DOUBLE_INT);
  PAIR(long, MPI_LONG_INT);
  PAIR(short, MPI_SHORT_INT);
  PAIR(long double, MPI_LONG_DOUBLE_INT);
#endif
}

static void results(void) {
  int *ints = (int *)memory, add[4] = {1, 2, 3, 4}, old[4] = {0}, read[4] = {0}, one = 1;
  MPI_Request request[2];
  for (int i = 0; i < 8; ++i)
    ints[i] = 10 * i;
  MPI_Barrier(MPI_COMM_WORLD);

  // One after the other: each sees what the first has left.
  for (int turn = 0; turn < 2; ++turn) {
    if (turn == rank) {
      MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
      MPI_Get_accumulate(add, 4, MPI_INT, old, 4, MPI_INT, 1, 0, 4, MPI_INT, MPI_SUM, win);
      MPI_Win_flush(1, win);
      MPI_Get_accumulate(NULL, 0, MPI_INT, read, 4, MPI_INT, 1, 0, 4, MPI_INT, MPI_NO_OP, win);
      MPI_Win_unlock(1, win);
      for (int i = 0; i < 4; ++i)
        REQUIRE(old[i] == 10 * i + turn * add[i] && read[i] == old[i] + add[i]);
    }
    MPI_Barrier(MPI_COMM_WORLD);
  }

  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Raccumulate(&one, 1, MPI_INT, 1, 16, 1, MPI_INT, MPI_SUM, win, &request[0]);
    MPI_Rget_accumulate(&one, 1, MPI_INT, old, 1, MPI_INT, 1, 20, 1, MPI_INT, MPI_REPLACE, win,
                        &request[1]);
    MPI_Waitall(2, request, MPI_STATUSES_IGNORE);
    REQUIRE(old[0] == 50);
    MPI_Win_flush_all(win);
  }
  MPI_Win_unlock_all(win);
  MPI_Barrier(MPI_COMM_WORLD);
  REQUIRE(rank == 0 || (ints[4] == 41 && ints[5] == 1));
  printf("%d results %d %d %d %d\n", rank, old[0], read[1], ints[4], ints[5]);
}

static void nothing(void) {
  int value = 1, result = -1;
  MPI_Request request[2];
  MPI_Win_lock_all(0, win);
  MPI_Accumulate(&value, 1, MPI_INT, MPI_PROC_NULL, 0, 1, MPI_INT, MPI_SUM, win);
  MPI_Get_accumulate(&value, 1, MPI_INT, &result, 1, MPI_INT, MPI_PROC_NULL, 0, 1, MPI_INT, MPI_SUM,
                     win);
  MPI_Raccumulate(&value, 1, MPI_INT, MPI_PROC_NULL, 0, 1, MPI_INT, MPI_SUM, win, &request[0]);
  MPI_Rget_accumulate(&value, 1, MPI_INT, &result, 1, MPI_INT, MPI_PROC_NULL, 0, 1, MPI_INT,
                      MPI_SUM, win, &request[1]);
  MPI_Waitall(2, request, MPI_STATUSES_IGNORE);
#ifndef OPEN_MPI // rejects those of nothing
  MPI_Accumulate(&value, 0, MPI_INT, 1 - rank, 0, 0, MPI_INT, MPI_SUM, win);
  MPI_Get_accumulate(&value, 0, MPI_INT, &result, 0, MPI_INT, 1 - rank, 0, 0, MPI_INT, MPI_SUM,
                     win);
#endif
  MPI_Win_unlock_all(win);
  REQUIRE(result == -1);
  printf("%d nothing\n", rank);
}

int main(void) {
  begin();
  MPI_Win_create(memory, kBytes, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  integers();
  floating();
  pairs();
  printf("%d checked %d\n", rank, checked);
  results();
  nothing();
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
