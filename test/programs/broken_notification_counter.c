// ranks: 4
// Notified puts with the counter added to before the flush: who sees the counter need not see the data.
#include <mpi.h>

enum { BLOCK = 16 };

int main(int argc, char **argv) {
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const int consumer = 0, producers = size - 1;
  long *base, sum = 0;
  MPI_Win win;
  MPI_Aint bytes = rank == consumer ? (1 + (MPI_Aint)producers * BLOCK) * sizeof(long) : 0;
  MPI_Win_allocate(bytes, sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
  if (rank == consumer)
    base[0] = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  if (rank == consumer) {
    long arrived, none = 0;
    do {
      MPI_Fetch_and_op(&none, &arrived, MPI_LONG, consumer, 0, MPI_NO_OP, win);
      MPI_Win_flush(consumer, win);
    } while (arrived < producers);
    for (int i = 1; i <= producers * BLOCK; ++i)
      sum += base[i]; // expect: rma-remote-race // warn: rma-remote-race
  } else {
    long block[BLOCK], one = 1;
    for (int i = 0; i < BLOCK; ++i)
      block[i] = rank;
    MPI_Put(block, BLOCK, MPI_LONG, consumer, 1 + (rank - 1) * BLOCK, BLOCK, MPI_LONG, win); // expect: rma-remote-race
    MPI_Accumulate(&one, 1, MPI_LONG, consumer, 0, 1, MPI_LONG, MPI_SUM, win);
    MPI_Win_flush(consumer, win);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return sum == 123456789;
}
