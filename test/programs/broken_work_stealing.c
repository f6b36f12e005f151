// ranks: 3
// Results are put and only locally complete when the barrier says that all are done.
#include <mpi.h>

#define TASKS 10

int main(int argc, char **argv) {
  int rank, size, *counter, one = 1, number;
  double *results, mine[3 * TASKS], sum = 0;
  MPI_Win counters, output;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &counter, &counters);
  MPI_Win_allocate(TASKS * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &results, &output);
  *counter = 0;
  MPI_Win_lock_all(0, counters);
  MPI_Win_lock_all(0, output);
  MPI_Barrier(MPI_COMM_WORLD);
  for (int used = 0;; ++used) {
    MPI_Fetch_and_op(&one, &number, MPI_INT, 0, 0, MPI_SUM, counters);
    MPI_Win_flush(0, counters);
    if (number >= TASKS)
      break;
    mine[used] = number;
    MPI_Put(&mine[used], 1, MPI_DOUBLE, 0, number, 1, MPI_DOUBLE, output); // expect: rma-remote-race
  }
  MPI_Win_flush_local_all(output);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0)
    for (int i = 0; i < TASKS; ++i)
      sum += results[i]; // expect: rma-remote-race
  MPI_Win_unlock_all(output);
  MPI_Win_unlock_all(counters);
  MPI_Win_free(&output);
  MPI_Win_free(&counters);
  MPI_Finalize();
  return sum == 123456789;
}
