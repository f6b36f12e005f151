// Put and get in all forms, also to MPI_PROC_NULL and of nothing.

#include "Inputs/check.h"
#include <string.h>

enum { kCount = 8 };
static double memory[kCount];
static MPI_Win win;

static void fill(void) {
  for (int i = 0; i < kCount; ++i)
    memory[i] = 10 * rank + i;
}

static void nothing(void) {
  double buffer[2] = {-1, -2};
  MPI_Request request[4];
  MPI_Win_lock_all(0, win);
  MPI_Put(buffer, 2, MPI_DOUBLE, MPI_PROC_NULL, 0, 2, MPI_DOUBLE, win);
  MPI_Get(buffer, 2, MPI_DOUBLE, MPI_PROC_NULL, 0, 2, MPI_DOUBLE, win);
  MPI_Put(buffer, 0, MPI_DOUBLE, 1 - rank, 0, 0, MPI_DOUBLE, win);
  MPI_Get(NULL, 0, MPI_DOUBLE, 1 - rank, 0, 0, MPI_DOUBLE, win);
  MPI_Rput(buffer, 2, MPI_DOUBLE, MPI_PROC_NULL, 0, 2, MPI_DOUBLE, win, &request[0]);
  MPI_Rget(buffer, 2, MPI_DOUBLE, MPI_PROC_NULL, 0, 2, MPI_DOUBLE, win, &request[1]);
  MPI_Rput(buffer, 0, MPI_DOUBLE, 1 - rank, 0, 0, MPI_DOUBLE, win, &request[2]);
  MPI_Rget(buffer, 0, MPI_DOUBLE, 1 - rank, 0, 0, MPI_DOUBLE, win, &request[3]);
  MPI_Waitall(4, request, MPI_STATUSES_IGNORE);
  MPI_Win_unlock_all(win);
  REQUIRE(buffer[0] == -1 && buffer[1] == -2);
  for (int i = 0; i < 4; ++i)
    REQUIRE(request[i] == MPI_REQUEST_NULL);
  printf("%d nothing\n", rank);
}

static void fenced(void) {
  double out[2] = {100 + rank, 200 + rank}, in[2] = {0, 0};
  fill();
  MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
  MPI_Put(out, 2, MPI_DOUBLE, 1 - rank, 0, 2, MPI_DOUBLE, win);
  MPI_Get(in, 2, MPI_DOUBLE, 1 - rank, 4, 2, MPI_DOUBLE, win);
  MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
  REQUIRE(memory[0] == 101 - rank && memory[1] == 201 - rank);
  REQUIRE(in[0] == 10 * (1 - rank) + 4 && in[1] == 10 * (1 - rank) + 5);
  printf("%d fenced %g %g %g %g\n", rank, memory[0], memory[1], in[0], in[1]);
}

static void requests(void) {
  double out = 300 + rank, in = 0, self = 0;
  MPI_Request request[3];
  MPI_Status status;
  int done = 0, flag = 0, index;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1 - rank, 0, win);
  MPI_Rput(&out, 1, MPI_DOUBLE, 1 - rank, 2, 1, MPI_DOUBLE, win, &request[0]);
  MPI_Rget(&in, 1, MPI_DOUBLE, 1 - rank, 6, 1, MPI_DOUBLE, win, &request[1]);
  while (!flag)
    MPI_Test(&request[0], &flag, &status);
  out = -1; // free again
  MPI_Waitany(2, request, &index, &status);
  REQUIRE(index == 1 && in == 10 * (1 - rank) + 6);
  MPI_Win_unlock(1 - rank, win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, win);
  REQUIRE(memory[2] == 301 - rank);
  MPI_Rget(&self, 1, MPI_DOUBLE, rank, 2, 1, MPI_DOUBLE, win, &request[2]);
  while (!done)
    MPI_Testall(1, &request[2], &done, MPI_STATUSES_IGNORE);
  MPI_Win_unlock(rank, win);
  REQUIRE(self == 301 - rank);
  printf("%d requests %g %g\n", rank, in, self);
}

/// An int of the origin as four bytes at the target.
static void otherTypes(void) {
  int value = 0x01020304 + rank, back = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1 - rank, 0, win);
  MPI_Put(&value, 4, MPI_BYTE, 1 - rank, 7, 4, MPI_BYTE, win);
  MPI_Win_flush(1 - rank, win);
  MPI_Get(&back, 4, MPI_BYTE, 1 - rank, 7, 4, MPI_BYTE, win);
  MPI_Win_unlock(1 - rank, win);
  REQUIRE(back == value);
  MPI_Barrier(MPI_COMM_WORLD);
  int mine;
  memcpy(&mine, &memory[7], sizeof(mine));
  REQUIRE(mine == 0x01020304 + 1 - rank);
  printf("%d bytes %x %x\n", rank, (unsigned)back, (unsigned)mine);
}

int main(void) {
  begin();
  MPI_Win_create(memory, sizeof(memory), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  nothing();
  fenced();
  requests();
  otherTypes();
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
