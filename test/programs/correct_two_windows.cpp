// ranks: 3
// Double buffering over two windows: one is read while the other is filled.
#include <mpi.h>

#include <vector>

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  constexpr int n = 50;
  std::vector<float> in[2] = {std::vector<float>(n), std::vector<float>(n)};
  std::vector<float> out[2] = {std::vector<float>(n), std::vector<float>(n)};
  MPI_Win win[2];
  for (int i : {0, 1})
    MPI_Win_create(in[i].data(), n * sizeof(float), sizeof(float), MPI_INFO_NULL, MPI_COMM_WORLD, &win[i]);
  float sum = 0;
  MPI_Win_fence(MPI_MODE_NOPRECEDE, win[0]);
  MPI_Win_fence(MPI_MODE_NOPRECEDE, win[1]);
  for (int step = 0; step < 8; ++step) {
    int now = step % 2, before = 1 - now;
    for (float &x : out[now])
      x = float(rank + step);
    MPI_Put(out[now].data(), n, MPI_FLOAT, (rank + 1) % size, 0, n, MPI_FLOAT, win[now]);
    if (step > 0)
      for (float x : in[before])
        sum += x;
    MPI_Win_fence(0, win[before]);
    MPI_Win_fence(0, win[now]);
  }
  MPI_Win_free(&win[0]);
  MPI_Win_free(&win[1]);
  MPI_Finalize();
  return sum < 0;
}
