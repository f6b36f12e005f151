// ranks: 3
// mpi: openmpi mpich
// Windows whose ranks have memory of different sizes and displacement units, up to their last bytes.
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  // Rank r has 2 r doubles: rank 0 has none. Even ranks count bytes, odd ones doubles.
  const int mine = 2 * rank;
  double *memory = calloc(mine + 1, sizeof *memory), *values = calloc(16, sizeof *values);
  MPI_Win win;
  MPI_Win_create(memory, mine * sizeof *memory, rank % 2 ? sizeof *memory : 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Datatype ends, backwards;
  MPI_Type_vector(2, 1, 3, MPI_DOUBLE, &ends); // first and last of four
  MPI_Type_commit(&ends);
  int lengths[] = {1, 1}, places[] = {0, -1};
  MPI_Type_indexed(2, lengths, places, MPI_DOUBLE, &backwards); // begins before its address
  MPI_Type_commit(&backwards);
  MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
  if (rank == 0) {
    MPI_Put(values, 2, MPI_DOUBLE, 1, 0, 2, MPI_DOUBLE, win);
    MPI_Put(values, 2, MPI_DOUBLE, 2, 0, 1, ends, win);
    MPI_Put(values, 2, MPI_DOUBLE, 2, 16, 1, backwards, win);
  }
  MPI_Win_fence(0, win);
  MPI_Get(values + 8 + rank, 1, MPI_DOUBLE, 1, 1, 1, MPI_DOUBLE, win);
  MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
  MPI_Win_free(&win);
  MPI_Type_free(&ends);
  MPI_Type_free(&backwards);
  free(values);
  free(memory);

  // Attached memory is known by its address.
  int *attached = malloc(8 * sizeof *attached), value = 7;
  MPI_Aint address, addresses[3];
  MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_attach(win, attached, 8 * sizeof *attached);
  MPI_Get_address(attached, &address);
  MPI_Allgather(&address, 1, MPI_AINT, addresses, 1, MPI_AINT, MPI_COMM_WORLD);
  MPI_Win_lock(MPI_LOCK_SHARED, (rank + 1) % size, 0, win);
  MPI_Put(&value, 1, MPI_INT, (rank + 1) % size, addresses[(rank + 1) % size] + 7 * sizeof(int), 1, MPI_INT, win);
  MPI_Win_unlock((rank + 1) % size, win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_detach(win, attached);
  MPI_Win_free(&win);
  free(attached);
  MPI_Finalize();
  return 0;
}
