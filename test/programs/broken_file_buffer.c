// Reading from a file into the buffer of a put that is under way; writing it to a file is fine.

// ranks: 2
// mpi: openmpi mpich
// warnings: may
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, *memory, out[4] = {1, 2, 3, 4}, back[4] = {0};
  MPI_Win win;
  MPI_File file;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(16 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_File_open(MPI_COMM_SELF, rank ? "broken_file_buffer.1" : "broken_file_buffer.0",
                MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file);
  MPI_Win_fence(0, win);
  MPI_Put(out, 4, MPI_INT, 1 - rank, 0, 4, MPI_INT, win); // expect: rma-local-race
  MPI_File_write_at(file, 0, out, 4, MPI_INT, MPI_STATUS_IGNORE);
  MPI_File_read_at(file, 0, back, 4, MPI_INT, MPI_STATUS_IGNORE);
  MPI_File_read_at(file, 0, out, 2, MPI_INT, MPI_STATUS_IGNORE); // expect: rma-local-race
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_File_close(&file);
  MPI_Finalize();
  return back[3] != 4;
}
