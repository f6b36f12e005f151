// ranks: 4
// flags: -O2
// mpi: openmpi mpich
// Each producer sets its bit; the consumer waits for all of them; another one waits by the greatest
// value.
#include <mpi.h>
#include <stdint.h>
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int r, n, bad = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &r);
  MPI_Comm_size(MPI_COMM_WORLD, &n);
  struct {
    uint32_t bits;
    int32_t least;
    double sum;
    int slots[8];
  } * m;
  MPI_Win w;
  MPI_Win_allocate(sizeof *m, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &m, &w);
  m->bits = 0;
  m->least = 1000;
  m->sum = 0;
  for (int i = 0; i < 8; i++)
    m->slots[i] = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, w);
  if (r) {
    uint32_t bit = 1u << r;
    int32_t down = -r;
    double half = 0.5;
    MPI_Put(&r, 1, MPI_INT, 0, 16 + 4 * r, 1, MPI_INT, w);
    MPI_Win_flush(0, w);
    MPI_Accumulate(&bit, 1, MPI_UINT32_T, 0, 0, 1, MPI_UINT32_T, MPI_BOR, w);
    MPI_Win_flush(0, w);
    MPI_Put(&r, 1, MPI_INT, 0, 16 + 4 * (r + 4), 1, MPI_INT, w);
    MPI_Win_flush(0, w);
    MPI_Accumulate(&half, 1, MPI_DOUBLE, 0, 8, 1, MPI_DOUBLE, MPI_SUM, w);
    if (r == 3)
      MPI_Accumulate(&down, 1, MPI_INT32_T, 0, 4, 1, MPI_INT32_T, MPI_MIN, w);
    MPI_Win_flush(0, w);
  } else {
    uint32_t got = 0, none = 0;
    double sum = 0, zero = 0;
    int32_t least = 0, z = 0;
    while (got != 14) {
      MPI_Fetch_and_op(&none, &got, MPI_UINT32_T, 0, 0, MPI_NO_OP, w);
      MPI_Win_flush(0, w);
    }
    MPI_Win_sync(w);
    for (int i = 1; i < 4; i++)
      bad |= m->slots[i] != i;
    do {
      MPI_Fetch_and_op(&z, &least, MPI_INT32_T, 0, 4, MPI_NO_OP, w);
      MPI_Win_flush(0, w);
    } while (least != -3);
    MPI_Win_sync(w);
    bad |= m->slots[7] != 3;
    while (sum < 1.5) {
      MPI_Fetch_and_op(&zero, &sum, MPI_DOUBLE, 0, 8, MPI_NO_OP, w);
      MPI_Win_flush(0, w);
    }
    MPI_Win_sync(w);
    for (int i = 5; i < 8; i++)
      bad |= m->slots[i] != i - 4;
  }
  MPI_Win_unlock_all(w);
  MPI_Win_free(&w);
  MPI_Finalize();
  return bad;
}
