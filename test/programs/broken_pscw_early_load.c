// ranks: 2
// The target loads between post and wait.
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, size;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  double inbox[10] = {0}, sum = 0;
  MPI_Group all, peer;
  int other = 1 - rank;
  MPI_Win_create(inbox, sizeof inbox, sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_get_group(win, &all);
  MPI_Group_incl(all, 1, &other, &peer);
  if (rank == 0) {
    double letter[10] = {1, 2, 3};
    MPI_Win_start(peer, 0, win);
    MPI_Put(letter, 10, MPI_DOUBLE, 1, 0, 10, MPI_DOUBLE, win); // expect: rma-remote-race
    MPI_Win_complete(win);
  } else {
    MPI_Win_post(peer, 0, win);
    for (int i = 0; i < 10; ++i)
      sum += inbox[i]; // expect: rma-remote-race // warn: rma-remote-race
    MPI_Win_wait(win);
  }
  MPI_Group_free(&all);
  MPI_Group_free(&peer);
  MPI_Win_free(&win);
  MPI_Finalize();
  return sum == 123456789;
}
