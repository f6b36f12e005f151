// ranks: 3
// In a directed ring rank 1 comes after rank 0.
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Comm graph;
  int next = (rank + 1) % size, previous = (rank + size - 1) % size;
  MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 1, &previous, MPI_UNWEIGHTED, 1, &next,
                                 MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &graph);
  int *memory;
  MPI_Win win;
  MPI_Win_allocate(16 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  for (int i = 0; i < 16; ++i)
    memory[i] = rank;
  MPI_Barrier(MPI_COMM_WORLD);
  int value = 5, word = 1, got = 0;
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Put(&value, 1, MPI_INT, 1, 3, 1, MPI_INT, win);
    MPI_Win_flush(1, win);
  }
  MPI_Request request;
  MPI_Ineighbor_allgather(&word, 1, MPI_INT, &got, 1, MPI_INT, graph, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  if (rank == 1)
    value += memory[3];
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Comm_free(&graph);
  MPI_Finalize();
  return got < 0;
}
