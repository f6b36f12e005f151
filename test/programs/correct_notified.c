// Producers add to a counter when their data has arrived; the consumer fetches it until all have.
#include <mpi.h>
#include <stdlib.h>

// ranks: 4
// mpi: openmpi mpich
// processes: 1 3

int main(void) {
  MPI_Init(NULL, NULL);
  int rank, size, wrong = 0, one = 1;
  long *memory;
  MPI_Win data, counter;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Win_allocate(8 * sizeof(long), sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &memory,
                   &data);
  // The counter is reached by a second window over the same memory, counted in bytes.
  MPI_Win_create(memory, sizeof(long), 1, MPI_INFO_NULL, MPI_COMM_WORLD, &counter);
  for (int i = 0; i < 8; ++i)
    memory[i] = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, data);
  MPI_Win_lock_all(0, counter);
  for (int round = 1; round <= 3; ++round) {
    if (rank > 0) {
      long value = 10 * round + rank;
      MPI_Put(&value, 1, MPI_LONG, 0, 1 + rank, 1, MPI_LONG, data);
      MPI_Win_flush(0, data);
      MPI_Accumulate(&one, 1, MPI_INT, 0, 4, 1, MPI_INT, MPI_SUM, counter);
      MPI_Win_flush(0, counter);
    } else {
      int arrived;
      do {
        MPI_Get_accumulate(NULL, 0, MPI_INT, &arrived, 1, MPI_INT, 0, 4, 1, MPI_INT, MPI_NO_OP,
                           counter);
        MPI_Win_flush(0, counter);
      } while (arrived != round * (size - 1));
      for (int i = 1; i < size; ++i)
        wrong |= memory[1 + i] != 10 * round + i;
    }
    MPI_Barrier(MPI_COMM_WORLD);
  }
  MPI_Win_unlock_all(counter);
  MPI_Win_unlock_all(data);
  MPI_Win_free(&counter);
  MPI_Win_free(&data);
  MPI_Finalize();
  return wrong;
}
