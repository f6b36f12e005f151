// ranks: 3
// A histogram by accumulate: buckets over all ranks, each rank adds its counts to all of them, in blocks and one by
// one; atomic reads beside it show how far it is.
// flags: -O0; -O3
#include <mpi.h>
#include <string.h>

#define BUCKETS 16

int main(int argc, char **argv) {
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  unsigned *buckets, counts[BUCKETS], snapshot[BUCKETS], unused[BUCKETS] = {0};
  MPI_Win win;
  MPI_Win_allocate(BUCKETS * sizeof(unsigned), sizeof(unsigned), MPI_INFO_NULL, MPI_COMM_WORLD, &buckets, &win);
  memset(buckets, 0, BUCKETS * sizeof(unsigned));
  MPI_Win_fence(0, win);
  MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
  MPI_Win_lock_all(0, win);
  unsigned x = 12345 + rank, one = 1;
  for (int round = 0; round < 4; ++round) {
    memset(counts, 0, sizeof counts);
    for (int i = 0; i < 100; ++i) {
      x = x * 1103515245u + 12345u;
      ++counts[(x >> 16) % BUCKETS];
    }
    for (int target = 0; target < size; ++target)
      MPI_Accumulate(counts, BUCKETS, MPI_UNSIGNED, target, 0, BUCKETS, MPI_UNSIGNED, MPI_SUM, win);
    MPI_Win_flush_local_all(win);
    MPI_Accumulate(&one, 1, MPI_UNSIGNED, round % size, round, 1, MPI_UNSIGNED, MPI_SUM, win);
    MPI_Get_accumulate(unused, BUCKETS, MPI_UNSIGNED, snapshot, BUCKETS, MPI_UNSIGNED, 0, 0, BUCKETS, MPI_UNSIGNED,
                       MPI_NO_OP, win);
    MPI_Win_flush(0, win);
    if (snapshot[0] > 100u * 4 * size)
      MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Win_flush_local_all(win);
  }
  MPI_Win_unlock_all(win);
  MPI_Barrier(MPI_COMM_WORLD);
  unsigned total = 0;
  for (int i = 0; i < BUCKETS; ++i)
    total += buckets[i];
  MPI_Win_free(&win);
  MPI_Finalize();
  unsigned extra = 0;
  for (int round = 0; round < 4; ++round)
    extra += round % size == rank ? size : 0;
  return total != 400u * size + extra;
}
