// ranks: 3
// Two origins of one exposure epoch whose blocks overlap by one element: an off-by-one in the displacement.
#include <mpi.h>

#define N 8

int main(int argc, char **argv) {
  int rank, *memory, block[N];
  MPI_Win win;
  MPI_Group world, others;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(2 * N * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  const int writers[] = {1, 2}, reader = 0;
  MPI_Group_incl(world, rank == 0 ? 2 : 1, rank == 0 ? writers : &reader, &others);
  for (int i = 0; i < N; ++i)
    block[i] = rank;
  if (rank == 0) {
    MPI_Win_post(others, 0, win);
    MPI_Win_wait(win);
  } else {
    MPI_Win_start(others, 0, win);
    MPI_Put(block, N, MPI_INT, 0, (rank - 1) * (N - 1), N, MPI_INT, win); // expect: rma-remote-race
    MPI_Win_complete(win);
  }
  MPI_Group_free(&others);
  MPI_Group_free(&world);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
