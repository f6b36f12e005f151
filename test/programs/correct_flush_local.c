// ranks: 3
// flush_local makes the origin buffer ours again, and that is all that is used before the barrier.
#include <mpi.h>
#include <string.h>

int main(int argc, char **argv) {
  int rank, size;
  char buffer[64], *memory;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Win_allocate(64 * size, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  for (int target = 0; target < size; ++target) {
    memset(buffer, 'a' + rank, sizeof buffer);
    MPI_Put(buffer, 64, MPI_CHAR, target, 64 * rank, 64, MPI_CHAR, win);
    MPI_Win_flush_local(target, win);
  }
  MPI_Win_unlock_all(win);
  MPI_Barrier(MPI_COMM_WORLD);
  int count = 0;
  for (int i = 0; i < 64 * size; ++i)
    count += memory[i] == 'a';
  MPI_Win_free(&win);
  MPI_Finalize();
  return count != 64;
}
