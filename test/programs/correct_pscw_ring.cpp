// ranks: 4
// Everybody is origin of the right and target of the left neighbour at once.
#include <mpi.h>

#include <numeric>
#include <vector>

struct Group {
  MPI_Group group;
  Group(MPI_Win win, int rank) {
    MPI_Group all;
    MPI_Win_get_group(win, &all);
    MPI_Group_incl(all, 1, &rank, &group);
    MPI_Group_free(&all);
  }
  ~Group() { MPI_Group_free(&group); }
};

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int right = (rank + 1) % size, left = (rank + size - 1) % size;
  int *window;
  MPI_Win win;
  MPI_Win_allocate(16 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &window, &win);
  long total = 0;
  {
    Group to(win, right), from(win, left);
    std::vector<int> data(16);
    for (int i = 0; i < 12; ++i) {
      std::iota(data.begin(), data.end(), i);
      MPI_Win_post(from.group, 0, win);
      MPI_Win_start(to.group, 0, win);
      MPI_Put(data.data(), 16, MPI_INT, right, 0, 16, MPI_INT, win);
      MPI_Win_complete(win);
      MPI_Win_wait(win);
      total = std::accumulate(window, window + 16, total);
    }
  }
  MPI_Win_free(&win);
  MPI_Finalize();
  return total < 0;
}
