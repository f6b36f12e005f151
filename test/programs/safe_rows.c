// ranks: 3
// flags: -O0; -O2; -O3
// Rows that touch and arrays with one index: puts land just behind the rows that are summed, and at a node left alone.
#include <mpi.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#define ROWS 100

struct solver {
  double x[500], y[500], z[500];
  int start[ROWS + 1];
  double value[2000];
};

static double sumOfRows(const struct solver *s, int from, int to) {
  double sum = 0;
  for (int i = from; i < to; ++i)
    for (int k = s->start[i]; k < s->start[i + 1]; ++k)
      sum += s->value[k];
  return sum;
}

static void update(struct solver *s, const int *nodes, int count) {
  for (int i = 0; i < count; ++i) {
    int node = nodes[i];
    s->x[node] += 1;
    s->z[node] = s->x[node] * 2;
  }
}

int main(int argc, char **argv) {
  int rank, size, nodes[400], at = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  struct solver *s;
  MPI_Win win;
  MPI_Win_allocate(sizeof *s, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &s, &win);
  memset(s, 0, sizeof *s);
  for (int i = 0; i <= ROWS; ++i) {
    s->start[i] = at;
    at += i % 13 + 3;
  }
  for (int i = 0; i < 400; ++i)
    nodes[i] = (i * 37 + 11) % 250;
  int target = (rank + 1) % size, row = s->start[ROWS / 2];
  int node = 300;
  double edge[8] = {0};

  MPI_Win_fence(0, win);
  MPI_Put(edge, 1, MPI_DOUBLE, target, (MPI_Aint)(offsetof(struct solver, value) + 8 * (size_t)row), 1, MPI_DOUBLE, win);
  double sum = sumOfRows(s, 0, ROWS / 2);
  MPI_Win_fence(0, win);
  MPI_Put(edge, 1, MPI_DOUBLE, target, (MPI_Aint)(offsetof(struct solver, z) + 8 * (size_t)node), 1, MPI_DOUBLE, win);
  MPI_Put(edge, 8, MPI_DOUBLE, target, offsetof(struct solver, y), 8, MPI_DOUBLE, win);
  update(s, nodes, 400);
  MPI_Win_fence(0, win);
  if (sum < 0)
    MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
