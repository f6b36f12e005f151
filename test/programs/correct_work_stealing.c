// ranks: 3
// Each rank owns a range of tasks and a counter of those that are taken; who is done takes from the others. Results
// go to the owner's array, each to its own place; the owner reads them after the barrier.
#include <mpi.h>
#include <stdio.h>

#define TASKS 10
#define CHECK(call)                                                                                \
  do {                                                                                             \
    int status = (call);                                                                           \
    if (status != MPI_SUCCESS) {                                                                   \
      fprintf(stderr, "%s failed in line %d\n", #call, __LINE__);                                  \
      MPI_Abort(MPI_COMM_WORLD, status);                                                           \
    }                                                                                              \
  } while (0)

static int take(MPI_Win counters, int owner) {
  int one = 1, number;
  CHECK(MPI_Fetch_and_op(&one, &number, MPI_INT, owner, 0, MPI_SUM, counters));
  CHECK(MPI_Win_flush(owner, counters));
  return number;
}

int main(int argc, char **argv) {
  int rank, size, *counter;
  double *results, mine[TASKS];
  MPI_Win counters, output;
  CHECK(MPI_Init(&argc, &argv));
  CHECK(MPI_Comm_rank(MPI_COMM_WORLD, &rank));
  CHECK(MPI_Comm_size(MPI_COMM_WORLD, &size));
  CHECK(MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &counter, &counters));
  CHECK(MPI_Win_allocate(TASKS * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &results, &output));
  *counter = 0;
  for (int i = 0; i < TASKS; ++i)
    results[i] = -1;
  CHECK(MPI_Win_lock_all(0, counters));
  CHECK(MPI_Win_lock_all(0, output));
  CHECK(MPI_Barrier(MPI_COMM_WORLD));
  for (int i = 0; i < size; ++i) {
    int owner = (rank + i) % size, number, used = 0;
    while ((number = take(counters, owner)) < TASKS) {
      mine[used] = owner + 0.5 * number;
      CHECK(MPI_Put(&mine[used], 1, MPI_DOUBLE, owner, number, 1, MPI_DOUBLE, output));
      if (++used == TASKS) {
        CHECK(MPI_Win_flush_local(owner, output));
        used = 0;
      }
    }
    CHECK(MPI_Win_flush(owner, output));
  }
  CHECK(MPI_Barrier(MPI_COMM_WORLD));
  for (int i = 0; i < TASKS; ++i)
    if (results[i] != rank + 0.5 * i)
      MPI_Abort(MPI_COMM_WORLD, 1);
  CHECK(MPI_Win_unlock_all(output));
  CHECK(MPI_Win_unlock_all(counters));
  CHECK(MPI_Win_free(&output));
  CHECK(MPI_Win_free(&counters));
  CHECK(MPI_Finalize());
  return 0;
}
