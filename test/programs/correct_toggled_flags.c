// ranks: 3
// flags: -O2
// mpi: openmpi mpich
// Flags that go 0, 1, 0, 1 between two, and a barrier that reverses its sense: values come again
// and again.
#include <mpi.h>
static MPI_Win w;
static int r, n;
static int op(int v, int who, int at, MPI_Op o) {
  int g;
  MPI_Fetch_and_op(&v, &g, MPI_INT, who, at, o, w);
  MPI_Win_flush(who, w);
  return g;
}
static void barrier(int *sense) {
  *sense = !*sense;
  if (op(1, 0, 0, MPI_SUM) == n - 1) {
    op(-n, 0, 0, MPI_SUM);
    op(*sense, 0, 1, MPI_REPLACE);
  } else
    while (op(0, 0, 1, MPI_NO_OP) != *sense)
      ;
}
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &r);
  MPI_Comm_size(MPI_COMM_WORLD, &n);
  int *m, bad = 0, sense = 0;
  MPI_Win_allocate(16 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &m, &w);
  for (int i = 0; i < 16; i++)
    m[i] = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, w);
  for (int k = 1; k <= 6; k++) {
    int v = 100 * k + r;
    MPI_Put(&v, 1, MPI_INT, (r + 1) % n, 4, 1, MPI_INT, w);
    MPI_Win_flush((r + 1) % n, w);
    barrier(&sense);
    MPI_Win_sync(w);
    bad |= m[4] != 100 * k + (r + n - 1) % n;
    barrier(&sense);
  }
  if (r < 2)
    for (int k = 1; k <= 5; k++) {
      if (r == 0) {
        while (op(0, 1, 8, MPI_NO_OP) != 0)
          ;
        MPI_Put(&k, 1, MPI_INT, 1, 9, 1, MPI_INT, w);
        MPI_Win_flush(1, w);
        op(1, 1, 8, MPI_REPLACE);
      } else {
        while (op(0, 1, 8, MPI_NO_OP) != 1)
          ;
        MPI_Win_sync(w);
        bad |= m[9] != k;
        MPI_Win_sync(w);
        op(0, 1, 8, MPI_REPLACE);
      }
    }
  MPI_Win_unlock_all(w);
  MPI_Win_free(&w);
  MPI_Finalize();
  return bad;
}
