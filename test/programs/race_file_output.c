// ranks: 3
// A program that writes its result to a file of all ranks, and one that each rank writes alone: what
// it did before, between two outputs and after them is judged as without them.
#include <mpi.h>
#include <stdio.h>

static MPI_Win win;
static int *memory, rank, size;

static void output(MPI_Comm comm, const char *name, int value) {
  int place;
  MPI_File file;
  MPI_Comm_rank(comm, &place);
  MPI_File_open(comm, name, MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                MPI_INFO_NULL, &file);
  MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
  MPI_File_write_at_all(file, place, &value, 1, MPI_INT, MPI_STATUS_IGNORE);
  MPI_File_close(&file);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Win_allocate(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  for (int i = 0; i < 4; ++i)
    memory[i] = rank;
  char own[64];
  snprintf(own, sizeof(own), "race_file_output.%d", rank);
  MPI_Comm pairs;
  MPI_Comm_split(MPI_COMM_WORLD, rank / 2, rank, &pairs);

  MPI_Win_fence(0, win);
  int value = rank;
  const int next = (rank + 1) % size;
  MPI_Put(&value, 1, MPI_INT, next, 0, 1, MPI_INT, win); // expect: rma-remote-race #fence
  output(MPI_COMM_SELF, own, 1);
  int sum = memory[0]; // expect: rma-remote-race #fence
  MPI_Win_fence(0, win);

  output(MPI_COMM_WORLD, "race_file_output.all", sum);

  MPI_Win_lock_all(0, win);
  if (rank == 2)
    MPI_Put(&value, 1, MPI_INT, 1, 2, 1, MPI_INT, win); // expect: rma-remote-race #pair
  MPI_Win_flush_all(win);
  output(pairs, rank < 2 ? "race_file_output.pair" : "race_file_output.other", sum);
  if (rank == 1)
    sum += memory[2]; // expect: rma-remote-race #pair
  MPI_Win_unlock_all(win);

  MPI_Comm_free(&pairs);
  MPI_Win_free(&win);
  MPI_Finalize();
  return sum < 0;
}
