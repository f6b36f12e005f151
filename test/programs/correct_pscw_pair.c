// ranks: 2
// Rank 0 writes, rank 1 exposes, many times; rank 1 reads between wait and the next post.
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, box[4] = {0}, sum = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win win;
  MPI_Group world, other;
  MPI_Win_create(box, sizeof box, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  int peer = 1 - rank;
  MPI_Group_incl(world, 1, &peer, &other);
  for (int i = 0; i < 20; ++i) {
    if (rank == 0) {
      int letter[4] = {i, i + 1, i + 2, i + 3};
      MPI_Win_start(other, 0, win);
      MPI_Put(letter, 4, MPI_INT, 1, 0, 4, MPI_INT, win);
      MPI_Win_complete(win);
      letter[0] = -1;
      sum += letter[0];
    } else {
      MPI_Win_post(other, 0, win);
      MPI_Win_wait(win);
      for (int k = 0; k < 4; ++k) {
        sum += box[k];
        box[k] = 0;
      }
    }
  }
  MPI_Group_free(&other);
  MPI_Group_free(&world);
  MPI_Win_free(&win);
  MPI_Finalize();
  return sum == 12345;
}
