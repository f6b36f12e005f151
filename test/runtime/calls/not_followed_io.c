// Input and output of MPI pass through.
// not-followed: MPI_File_delete
#include <mpi.h>
#include <stdio.h>

#define CHECK(condition)                                                                           \
  do {                                                                                             \
    if (!(condition)) {                                                                            \
      fprintf(stderr, "%d: line %d: %s\n", rank, __LINE__, #condition);                            \
      MPI_Abort(MPI_COMM_WORLD, 1);                                                                \
    }                                                                                              \
  } while (0)

static int rank;

int main(int argc, char **argv) {
  char name[64];
  MPI_File file;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int mine = 3 + rank, got = 0;
  snprintf(name, sizeof(name), "not_followed_io.data");
  CHECK(MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL,
                      &file) == MPI_SUCCESS);
  MPI_File_write_at_all(file, 4 * rank, &mine, 1, MPI_INT, MPI_STATUS_IGNORE);
  MPI_File_read_at(file, 4 * rank, &got, 1, MPI_INT, MPI_STATUS_IGNORE);
  CHECK(got == mine);
  MPI_File_close(&file);
  if (rank == 0)
    MPI_File_delete(name, MPI_INFO_NULL);
  printf("%d: %d\n", rank, got);
  MPI_Finalize();
  return 0;
}
