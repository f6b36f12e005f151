// ranks: 3
// The neighbour of correct_double_buffer.c that computes with the half that is being filled.
#include <mpi.h>
#include <string.h>

#define N 50
#define STEPS 6

int main(int argc, char **argv) {
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  double *halves[2], out[2][N], total = 0;
  MPI_Win win;
  MPI_Win_allocate(2 * N * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &halves[0], &win);
  halves[1] = halves[0] + N;
  memset(halves[0], 0, 2 * N * sizeof(double));
  MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
  for (int step = 0; step < STEPS; ++step) {
    double *filled = halves[step % 2], *sent = out[step % 2];
    for (int i = 0; i < N; ++i)
      sent[i] = step + rank;
    MPI_Put(sent, N, MPI_DOUBLE, (rank + 1) % size, (step % 2) * N, N, MPI_DOUBLE, win); // expect: rma-remote-race
    for (int i = 0; i < N; ++i)
      total += filled[i]; // expect: rma-remote-race // warn: rma-remote-race
    MPI_Win_fence(step == STEPS - 1 ? MPI_MODE_NOSUCCEED : 0, win);
  }
  MPI_Win_free(&win);
  MPI_Finalize();
  return total == 123456789;
}
