// ranks: 2
// A call that the runtime does not follow orders the accesses: nothing between ranks is reported.
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int *memory;
  MPI_Win win;
  MPI_Win_allocate(16 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  for (int i = 0; i < 16; ++i)
    memory[i] = rank;
  MPI_Barrier(MPI_COMM_WORLD);
  int value = 5, word = 1, got = 0;
  MPI_File file;
  MPI_File_open(MPI_COMM_WORLD, "correct_not_followed.data",
                MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Put(&value, 1, MPI_INT, 1, 3, 1, MPI_INT, win);
    MPI_Win_flush(1, win);
  }
  MPI_File_write_ordered_begin(file, &word, 1, MPI_INT);
  MPI_File_write_ordered_end(file, &word, MPI_STATUS_IGNORE);
  if (rank == 1)
    value += memory[3];
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_File_close(&file);
  MPI_Finalize();
  return got < 0;
}
