// ranks: 2
// A column of the other rank's matrix is read with a vector type on both sides.
#include <mpi.h>

enum { ROWS = 12, COLUMNS = 7 };

static double matrix[ROWS][COLUMNS], copy[ROWS][COLUMNS];

int main(int argc, char **argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int i = 0; i < ROWS; ++i)
    for (int j = 0; j < COLUMNS; ++j)
      matrix[i][j] = 100 * rank + i * COLUMNS + j;
  MPI_Win win;
  MPI_Win_create(matrix, sizeof matrix, sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Datatype column;
  MPI_Type_vector(ROWS, 1, COLUMNS, MPI_DOUBLE, &column);
  MPI_Type_commit(&column);
  MPI_Win_lock(MPI_LOCK_SHARED, 1 - rank, 0, win);
  MPI_Get(&copy[0][3], 1, column, 1 - rank, 3, 1, column, win);
  for (int i = 0; i < ROWS; ++i)
    copy[i][2] = i;
  MPI_Win_unlock(1 - rank, win);
  double sum = 0;
  for (int i = 0; i < ROWS; ++i)
    sum += copy[i][3] + copy[i][2];
  MPI_Type_free(&column);
  MPI_Win_free(&win);
  MPI_Finalize();
  return sum < 0;
}
