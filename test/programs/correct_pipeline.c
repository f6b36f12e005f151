// ranks: 4
// A pipeline of post/start: each stage gets its input from the stage before, computes, and exposes the result to the next.
#include <mpi.h>

#define N 64
#define ROUNDS 3

int main(int argc, char **argv) {
  int rank, size;
  static double in[N], out[N];
  MPI_Win win;
  MPI_Group world, before = MPI_GROUP_NULL, after = MPI_GROUP_NULL;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  int left = rank - 1, right = rank + 1;
  if (rank > 0)
    MPI_Group_incl(world, 1, &left, &before);
  if (right < size)
    MPI_Group_incl(world, 1, &right, &after);
  MPI_Win_create(out, sizeof out, sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  for (int round = 0; round < ROUNDS; ++round) {
    if (before != MPI_GROUP_NULL) {
      MPI_Win_start(before, 0, win);
      MPI_Get(in, N, MPI_DOUBLE, left, 0, N, MPI_DOUBLE, win);
      MPI_Win_complete(win);
    } else {
      for (int i = 0; i < N; ++i)
        in[i] = i + round;
    }
    for (int i = 0; i < N; ++i)
      out[i] = in[i] + 1;
    if (after != MPI_GROUP_NULL) {
      MPI_Win_post(after, 0, win);
      MPI_Win_wait(win);
    }
  }
  int wrong = out[5] != 5 + ROUNDS - 1 + rank + 1;
  if (before != MPI_GROUP_NULL)
    MPI_Group_free(&before);
  if (after != MPI_GROUP_NULL)
    MPI_Group_free(&after);
  MPI_Group_free(&world);
  MPI_Win_free(&win);
  MPI_Finalize();
  return wrong;
}
