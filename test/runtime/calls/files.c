// Input and output that is over when the call returns.
// not-followed: MPI_File_seek MPI_File_delete

#include <mpi.h>
#include <stdio.h>

static int rank, failed;

static void expect(int good, const char *what) {
  if (!good) {
    fprintf(stderr, "rank %d: %s\n", rank, what);
    failed = 1;
  }
}

static void meet(MPI_File file) {
  MPI_File_sync(file);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_File_sync(file);
}

/// Not every file system has shared file pointers: whether they work is not asked.
static void shared(MPI_File file) {
  int value = rank, got = 0;
  MPI_File_write_shared(file, &value, 1, MPI_INT, MPI_STATUS_IGNORE);
  MPI_File_write_ordered(file, &value, 1, MPI_INT, MPI_STATUS_IGNORE);
  MPI_File_read_shared(file, &got, 1, MPI_INT, MPI_STATUS_IGNORE);
  MPI_File_read_ordered(file, &got, 1, MPI_INT, MPI_STATUS_IGNORE);
#if MPI_VERSION >= 4
  MPI_File_write_shared_c(file, &value, 1, MPI_INT, MPI_STATUS_IGNORE);
  MPI_File_write_ordered_c(file, &value, 1, MPI_INT, MPI_STATUS_IGNORE);
  MPI_File_read_shared_c(file, &got, 1, MPI_INT, MPI_STATUS_IGNORE);
  MPI_File_read_ordered_c(file, &got, 1, MPI_INT, MPI_STATUS_IGNORE);
#endif
}

static void set(MPI_File file) {
  MPI_Info info;
  MPI_Info_create(&info);
  MPI_File_set_atomicity(file, 1);
  MPI_File_set_size(file, 4096);
  MPI_File_preallocate(file, 4096);
  MPI_File_set_info(file, info);
  expect(MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "native", info) == MPI_SUCCESS, "view");
  MPI_Info_free(&info);
}

int main(int argc, char **argv) {
  MPI_File file;
  MPI_Status status;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const char *name = "calls_files.data";
  int out[4] = {10 * rank, 10 * rank + 1, 10 * rank + 2, 10 * rank + 3}, in[4] = {0};
  expect(MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &file) ==
             MPI_SUCCESS, "open");
  MPI_File_write_at(file, 16 * rank, &out[0], 1, MPI_INT, MPI_STATUS_IGNORE);
  MPI_File_write_at_all(file, 16 * rank + 4, &out[1], 1, MPI_INT, &status);
  MPI_File_seek(file, 16 * rank + 8, MPI_SEEK_SET);
  MPI_File_write(file, &out[2], 1, MPI_INT, &status);
  MPI_File_write_all(file, &out[3], 1, MPI_INT, MPI_STATUS_IGNORE);
  meet(file);
  const int other = 1 - rank;
  MPI_File_read_at(file, 16 * other, &in[0], 1, MPI_INT, MPI_STATUS_IGNORE);
  MPI_File_read_at_all(file, 16 * other + 4, &in[1], 1, MPI_INT, &status);
  MPI_File_seek(file, 16 * other + 8, MPI_SEEK_SET);
  MPI_File_read(file, &in[2], 1, MPI_INT, &status);
  MPI_File_read_all(file, &in[3], 1, MPI_INT, MPI_STATUS_IGNORE);
  for (int i = 0; i < 4; ++i)
    expect(in[i] == 10 * other + i, "what the other one wrote");
#if MPI_VERSION >= 4
  meet(file);
  MPI_File_write_at_c(file, 16 * rank, &out[3], 1, MPI_INT, MPI_STATUS_IGNORE);
  MPI_File_write_at_all_c(file, 16 * rank + 4, &out[2], 1, MPI_INT, &status);
  MPI_File_seek(file, 16 * rank + 8, MPI_SEEK_SET);
  MPI_File_write_c(file, &out[1], 1, MPI_INT, &status);
  MPI_File_write_all_c(file, &out[0], 1, MPI_INT, MPI_STATUS_IGNORE);
  meet(file);
  MPI_File_read_at_c(file, 16 * other, &in[0], 1, MPI_INT, MPI_STATUS_IGNORE);
  MPI_File_read_at_all_c(file, 16 * other + 4, &in[1], 1, MPI_INT, &status);
  MPI_File_seek(file, 16 * other + 8, MPI_SEEK_SET);
  MPI_File_read_c(file, &in[2], 1, MPI_INT, &status);
  MPI_File_read_all_c(file, &in[3], 1, MPI_INT, MPI_STATUS_IGNORE);
  for (int i = 0; i < 4; ++i)
    expect(in[i] == 10 * other + 3 - i, "large counts");
#endif
  shared(file);
  set(file);
  MPI_File_close(&file);
  if (rank == 0)
    MPI_File_delete(name, MPI_INFO_NULL);
  printf("%d files %d\n", rank, in[0]);
  MPI_Finalize();
  return failed;
}
