// ranks: 2
// flags: -O2
// mpi: openmpi mpich
// Peterson's lock for two, its flags and turn at rank 0, all by atomic operations.
#include <mpi.h>
enum { FLAG0, FLAG1, TURN, DATA };
static MPI_Win w;
static void put1(long v, int at) {
  MPI_Accumulate(&v, 1, MPI_LONG, 0, at, 1, MPI_LONG, MPI_REPLACE, w);
  MPI_Win_flush(0, w);
}
static long get1(int at) {
  long v = 0, d = 0;
  MPI_Fetch_and_op(&d, &v, MPI_LONG, 0, at, MPI_NO_OP, w);
  MPI_Win_flush(0, w);
  return v;
}
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int me;
  long *base;
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Win_allocate(me ? 0 : 4 * sizeof(long), sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &base,
                   &w);
  if (!me)
    for (int i = 0; i < 4; i++)
      base[i] = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(MPI_MODE_NOCHECK, w);
  for (int k = 0; k < 5; k++) {
    put1(1, me);
    put1(1 - me, TURN);
    while (get1(1 - me) == 1 && get1(TURN) == 1 - me)
      ;
    long v;
    MPI_Get(&v, 1, MPI_LONG, 0, DATA, 1, MPI_LONG, w);
    MPI_Win_flush(0, w);
    v += 1;
    MPI_Put(&v, 1, MPI_LONG, 0, DATA, 1, MPI_LONG, w);
    MPI_Win_flush(0, w);
    put1(0, me);
  }
  MPI_Win_unlock_all(w);
  MPI_Barrier(MPI_COMM_WORLD);
  int bad = !me && base[DATA] != 10;
  MPI_Win_free(&w);
  MPI_Finalize();
  return bad;
}
