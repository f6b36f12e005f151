// ranks: 2
// What a rank does to its own buffers is reported in spite of a call that is not followed.
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, *memory, value;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_File file;
  MPI_File_open(MPI_COMM_WORLD, "broken_not_followed.data",
                MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file);
  MPI_Win_lock_all(0, win);
  value = rank + 1;
  MPI_Put(&value, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, win); // expect: rma-local-race
  MPI_File_write_ordered_begin(file, &rank, 1, MPI_INT);
  MPI_File_write_ordered_end(file, &rank, MPI_STATUS_IGNORE);
  value = 0; // expect: rma-local-race // warn: rma-local-race
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_File_close(&file);
  MPI_Finalize();
}
