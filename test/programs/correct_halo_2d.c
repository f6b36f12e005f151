// ranks: 4
// Four exchanges of a halo in two dimensions with a vector type for columns, the same by fence, by post/start,
// by lock and by lock_all with messages; the grid is one window, the halo a part of it.
#include <mpi.h>
#include <stdlib.h>

#define N 8
#define AT(row, column) ((row) * (N + 2) + (column))

enum { UP, DOWN, LEFT, RIGHT };

static MPI_Win win;
static MPI_Comm grid;
static MPI_Datatype column;
static double *cells;
static int neighbours[4];

/* Rows 1 and N, columns 1 and N are put into the neighbours' borders. */
static void putHalo(void) {
  MPI_Put(&cells[AT(1, 1)], N, MPI_DOUBLE, neighbours[UP], AT(N + 1, 1), N, MPI_DOUBLE, win);
  MPI_Put(&cells[AT(N, 1)], N, MPI_DOUBLE, neighbours[DOWN], AT(0, 1), N, MPI_DOUBLE, win);
  MPI_Put(&cells[AT(1, 1)], 1, column, neighbours[LEFT], AT(1, N + 1), 1, column, win);
  MPI_Put(&cells[AT(1, N)], 1, column, neighbours[RIGHT], AT(1, 0), 1, column, win);
}

static void byFence(void) {
  MPI_Win_fence(0, win);
  putHalo();
  MPI_Win_fence(0, win);
}

static void byPost(void) {
  MPI_Group all, others;
  int ranks[4], count = 0;
  for (int i = 0; i < 4; ++i)
    if (neighbours[i] != MPI_PROC_NULL) {
      int known = 0;
      for (int j = 0; j < count; ++j)
        known |= ranks[j] == neighbours[i];
      if (!known)
        ranks[count++] = neighbours[i];
    }
  MPI_Comm_group(grid, &all);
  MPI_Group_incl(all, count, ranks, &others);
  MPI_Win_post(others, 0, win);
  MPI_Win_start(others, 0, win);
  putHalo();
  MPI_Win_complete(win);
  MPI_Win_wait(win);
  MPI_Group_free(&others);
  MPI_Group_free(&all);
}

static void byLocks(void) {
  MPI_Barrier(grid); // everybody has read its halo
  for (int i = 0; i < 4; ++i) {
    int to = neighbours[i];
    if (to == MPI_PROC_NULL)
      continue;
    MPI_Win_lock(MPI_LOCK_SHARED, to, 0, win);
    if (i == UP)
      MPI_Put(&cells[AT(1, 1)], N, MPI_DOUBLE, to, AT(N + 1, 1), N, MPI_DOUBLE, win);
    else if (i == DOWN)
      MPI_Put(&cells[AT(N, 1)], N, MPI_DOUBLE, to, AT(0, 1), N, MPI_DOUBLE, win);
    else if (i == LEFT)
      MPI_Put(&cells[AT(1, 1)], 1, column, to, AT(1, N + 1), 1, column, win);
    else
      MPI_Put(&cells[AT(1, N)], 1, column, to, AT(1, 0), 1, column, win);
    MPI_Win_unlock(to, win);
  }
  MPI_Barrier(grid);
}

static void byMessages(void) {
  int in[4], out = 0;
  MPI_Request requests[8];
  MPI_Barrier(grid);
  MPI_Win_lock_all(0, win);
  putHalo();
  MPI_Win_flush_all(win);
  for (int i = 0; i < 4; ++i) {
    MPI_Irecv(&in[i], 1, MPI_INT, neighbours[i], i ^ 1, grid, &requests[2 * i]);
    MPI_Isend(&out, 1, MPI_INT, neighbours[i], i, grid, &requests[2 * i + 1]);
  }
  MPI_Waitall(8, requests, MPI_STATUSES_IGNORE);
  MPI_Win_unlock_all(win);
}

static void smooth(void) {
  double next[N][N];
  for (int i = 1; i <= N; ++i)
    for (int j = 1; j <= N; ++j)
      next[i - 1][j - 1] = 0.25 * (cells[AT(i - 1, j)] + cells[AT(i + 1, j)] + cells[AT(i, j - 1)] + cells[AT(i, j + 1)]);
  for (int i = 1; i <= N; ++i)
    for (int j = 1; j <= N; ++j)
      cells[AT(i, j)] = next[i - 1][j - 1];
}

int main(int argc, char **argv) {
  int size, dims[2] = {0, 0}, periods[2] = {1, 0}, rank;
  void (*exchanges[])(void) = {byFence, byPost, byLocks, byMessages};
  MPI_Init(&argc, &argv);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Dims_create(size, 2, dims);
  MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &grid);
  MPI_Comm_rank(grid, &rank);
  MPI_Cart_shift(grid, 0, 1, &neighbours[UP], &neighbours[DOWN]);
  MPI_Cart_shift(grid, 1, 1, &neighbours[LEFT], &neighbours[RIGHT]);
  MPI_Type_vector(N, 1, N + 2, MPI_DOUBLE, &column);
  MPI_Type_commit(&column);
  MPI_Win_allocate((N + 2) * (N + 2) * sizeof(double), sizeof(double), MPI_INFO_NULL, grid, &cells, &win);
  for (int i = 0; i < (N + 2) * (N + 2); ++i)
    cells[i] = rank;
  for (int step = 0; step < 8; ++step) {
    exchanges[step % 4]();
    smooth();
  }
  double sum = cells[AT(1, 1)];
  MPI_Type_free(&column);
  MPI_Win_free(&win);
  MPI_Comm_free(&grid);
  MPI_Finalize();
  return sum < 0;
}
