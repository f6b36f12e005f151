// ranks: 4
// mpi: openmpi mpich
// A matrix by rows; each rank gets its columns of the transpose, block by block with a type that transposes, twice: with
// fences, then with Rget and Waitall.
#include <mpi.h>
#include <stdlib.h>

#define ROWS 3

int main(int argc, char **argv) {
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const int n = ROWS * size;
  float *a = malloc(ROWS * n * sizeof(float)), *b = malloc(ROWS * n * sizeof(float));
  for (int i = 0; i < ROWS; ++i)
    for (int j = 0; j < n; ++j) {
      a[i * n + j] = (rank * ROWS + i) * 1000 + j;
      b[i * n + j] = 0;
    }
  MPI_Datatype column, block, part;
  MPI_Type_vector(ROWS, 1, n, MPI_FLOAT, &column); // one column of the block at the target
  MPI_Type_create_resized(column, 0, sizeof(float), &block);
  MPI_Type_vector(ROWS, ROWS, n, MPI_FLOAT, &part); // the block in b
  MPI_Type_commit(&block);
  MPI_Type_commit(&part);
  MPI_Type_free(&column);
  MPI_Win win;
  MPI_Win_create(a, ROWS * n * sizeof(float), sizeof(float), MPI_INFO_NULL, MPI_COMM_WORLD, &win);

  MPI_Win_fence(MPI_MODE_NOPRECEDE | MPI_MODE_NOPUT, win);
  for (int from = 0; from < size; ++from)
    MPI_Get(&b[from * ROWS], 1, part, from, rank * ROWS, ROWS, block, win);
  MPI_Win_fence(MPI_MODE_NOSTORE | MPI_MODE_NOPUT | MPI_MODE_NOSUCCEED, win);
  for (int i = 0; i < ROWS; ++i)
    for (int j = 0; j < n; ++j)
      if (b[i * n + j] != j * 1000 + rank * ROWS + i)
        MPI_Abort(MPI_COMM_WORLD, 1);

  MPI_Request *requests = malloc(size * sizeof(MPI_Request));
  MPI_Win_lock_all(MPI_MODE_NOCHECK, win);
  for (int from = 0; from < size; ++from)
    MPI_Rget(&b[from * ROWS], 1, part, from, rank * ROWS, ROWS, block, win, &requests[from]);
  MPI_Waitall(size, requests, MPI_STATUSES_IGNORE);
  float sum = 0;
  for (int i = 0; i < ROWS * n; ++i)
    sum += b[i];
  MPI_Win_unlock_all(win);
  MPI_Barrier(MPI_COMM_WORLD);
  a[0] = sum;
  MPI_Win_free(&win);
  MPI_Type_free(&block);
  MPI_Type_free(&part);
  free(requests);
  free(a);
  free(b);
  MPI_Finalize();
  return 0;
}
