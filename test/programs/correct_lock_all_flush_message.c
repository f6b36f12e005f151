// ranks: 2
// One lock_all epoch; put, flush, then a message tells the target that the data is there.
#include <mpi.h>

#define N 1000

int main(int argc, char **argv) {
  int rank;
  static double send[N];
  double *recv, sum = 0;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(N * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &recv, &win);
  MPI_Win_lock_all(MPI_MODE_NOCHECK, win);
  for (int i = 0; i < 5; ++i) {
    int token = i;
    if (rank == 0) {
      for (int k = 0; k < N; ++k)
        send[k] = k * i;
      MPI_Put(send, N, MPI_DOUBLE, 1, 0, N, MPI_DOUBLE, win);
      MPI_Win_flush(1, win);
      MPI_Send(&token, 1, MPI_INT, 1, 7, MPI_COMM_WORLD);
      MPI_Recv(&token, 1, MPI_INT, 1, 8, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else {
      MPI_Recv(&token, 1, MPI_INT, 0, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      MPI_Win_sync(win);
      for (int k = 0; k < N; ++k)
        sum += recv[k];
      MPI_Send(&token, 1, MPI_INT, 0, 8, MPI_COMM_WORLD);
    }
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return sum < 0;
}
