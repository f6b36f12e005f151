// ranks: 3
// Rendezvous by hand: the producer says where its data lies, consumers get it and acknowledge, then the producer
// reuses it. Displacement units differ from rank to rank.
#include <mpi.h>
#include <stdlib.h>

#define N 40

int main(int argc, char **argv) {
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  short *data;
  MPI_Win win;
  const int unit = rank == 0 ? 1 : (int)sizeof(short);
  MPI_Win_allocate(rank == 0 ? 2 * N * sizeof(short) : 0, unit, MPI_INFO_NULL, MPI_COMM_WORLD, &data, &win);
  MPI_Win_lock_all(MPI_MODE_NOCHECK, win);
  for (int round = 0; round < 4; ++round) {
    long where = (round % 2) * N * (long)sizeof(short);
    if (rank == 0) {
      short *half = data + (round % 2) * N;
      for (int i = 0; i < N; ++i)
        half[i] = i * round;
      MPI_Win_sync(win);
      for (int to = 1; to < size; ++to)
        MPI_Send(&where, 1, MPI_LONG, to, 0, MPI_COMM_WORLD);
      for (int from = 1; from < size; ++from) {
        int done;
        MPI_Recv(&done, 1, MPI_INT, MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      }
    } else {
      short copy[N];
      int done = 1;
      MPI_Recv(&where, 1, MPI_LONG, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      MPI_Get(copy, N, MPI_SHORT, 0, where, N, MPI_SHORT, win);
      MPI_Win_flush_local(0, win); // the data is here: it was read there
      if (copy[N - 1] != (N - 1) * round)
        MPI_Abort(MPI_COMM_WORLD, 1);
      MPI_Send(&done, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
    }
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
