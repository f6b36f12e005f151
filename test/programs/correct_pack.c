// A buffer is packed, put, and packed anew after the fence; what was put is unpacked, and added up.

// ranks: 2
// mpi: openmpi mpich
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  int rank, sum[4] = {0}, values[4];
  char *memory, packed[16];
  MPI_Win window;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(16, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &window);
  for (int step = 0; step < 3; ++step) {
    int place = 0, data[2] = {rank + step, 2};
    MPI_Win_fence(0, window);
    MPI_Pack(data, 2, MPI_INT, packed, sizeof packed, &place, MPI_COMM_WORLD);
    MPI_Pack(data, 2, MPI_INT, packed, sizeof packed, &place, MPI_COMM_WORLD);
    MPI_Put(packed, 16, MPI_PACKED, 1 - rank, 0, 16, MPI_PACKED, window);
    MPI_Reduce_local(data, sum, 2, MPI_INT, MPI_SUM); // nobody's business
    MPI_Win_fence(0, window);
    place = 0;
    MPI_Unpack(memory, 16, &place, values, 4, MPI_INT, MPI_COMM_WORLD);
    MPI_Reduce_local(values, sum, 4, MPI_INT, MPI_SUM);
  }
  if (sum[3] != 6)
    abort();
  MPI_Win_free(&window);
  MPI_Finalize();
  return 0;
}
