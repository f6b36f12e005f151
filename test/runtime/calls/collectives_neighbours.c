// Every neighbourhood collective: on a grid with borders, a periodic one, a graph and a
// distributed graph that is not symmetric.
// ranks: 4
#include <mpi.h>
#include <stdio.h>

#define CHECK(condition)                                                                           \
  do {                                                                                             \
    if (!(condition)) {                                                                            \
      fprintf(stderr, "%d: line %d: %s\n", rank, __LINE__, #condition);                            \
      MPI_Abort(MPI_COMM_WORLD, 1);                                                                \
    }                                                                                              \
  } while (0)

enum { kMost = 4 };

static int rank;

/// Block i comes from source[i], which sent its rank times 10 plus the number of its block.
static void exchange(MPI_Comm comm, int sources, const int *source, const int *blockOf,
                     int destinations) {
  int sent[kMost], received[kMost], counts[kMost], places[kMost], me;
  MPI_Aint bytes[kMost];
  MPI_Datatype types[kMost];
  MPI_Request request;
  MPI_Comm_rank(comm, &me);
  for (int i = 0; i < kMost; ++i) {
    sent[i] = 10 * me + i;
    counts[i] = 1;
    places[i] = kMost - 1 - i;
    bytes[i] = 4 * places[i];
    types[i] = MPI_INT;
  }
  void *const out = destinations ? (void *)sent : (void *)8; // not looked at
#define FRESH                                                                                      \
  for (int i = 0; i < kMost; ++i)                                                                  \
  received[i] = -1
#define EXPECT(place, value)                                                                       \
  for (int i = 0; i < sources; ++i)                                                                \
  CHECK(received[place] == (source[i] == MPI_PROC_NULL ? -1 : (value)))
  for (int started = 0; started < 2; ++started) {
#define CALL(name, ...)                                                                            \
  FRESH;                                                                                           \
  if (started) {                                                                                   \
    MPI_Ineighbor_##name(__VA_ARGS__, comm, &request);                                             \
    MPI_Wait(&request, MPI_STATUS_IGNORE);                                                         \
  } else {                                                                                         \
    MPI_Neighbor_##name(__VA_ARGS__, comm);                                                        \
  }
    CALL(allgather, out, 1, MPI_INT, received, 1, MPI_INT)
    EXPECT(i, 10 * source[i]);
    CALL(allgatherv, out, 1, MPI_INT, received, counts, places, MPI_INT)
    EXPECT(places[i], 10 * source[i]);
    CALL(alltoall, out, 1, MPI_INT, received, 1, MPI_INT)
    EXPECT(i, 10 * source[i] + blockOf[i]);
    CALL(alltoallv, sent, counts, places, MPI_INT, received, counts, places, MPI_INT)
    EXPECT(places[i], 10 * source[i] + places[blockOf[i]]);
    CALL(alltoallw, sent, counts, bytes, types, received, counts, bytes, types)
    EXPECT(places[i], 10 * source[i] + places[blockOf[i]]);
  }
  printf("%d: %d neighbours, got %d\n", rank, sources, sources ? received[places[0]] : 0);
}

int main(int argc, char **argv) {
  int size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  CHECK(size == 4);

  // 2 x 2 without periods: each has one neighbour in each dimension.
  int sizes[2] = {2, 2}, periods[2] = {0, 0}, source[4], block[4] = {1, 0, 3, 2};
  MPI_Comm grid;
  MPI_Cart_create(MPI_COMM_WORLD, 2, sizes, periods, 0, &grid);
  for (int d = 0; d < 2; ++d)
    MPI_Cart_shift(grid, d, 1, &source[2 * d], &source[2 * d + 1]);
  exchange(grid, 4, source, block, 4);
  MPI_Comm again;
  MPI_Comm_dup(grid, &again);
  exchange(again, 4, source, block, 4);
  MPI_Comm_free(&again);
  MPI_Comm_free(&grid);

  // A ring.
  int four = 4, yes = 1;
  MPI_Cart_create(MPI_COMM_WORLD, 1, &four, &yes, 0, &grid);
  int around[2] = {(rank + 3) % 4, (rank + 1) % 4};
  exchange(grid, 2, around, block, 2);
  MPI_Comm_free(&grid);

  // A star around rank 0.
  MPI_Comm graph;
  int index[4] = {3, 4, 5, 6}, edges[6] = {1, 2, 3, 0, 0, 0};
  MPI_Graph_create(MPI_COMM_WORLD, 4, index, edges, 0, &graph);
  int points[3] = {1, 2, 3}, centre = 0, zeros[3] = {0, 0, 0}, number = rank - 1;
  if (rank == 0)
    exchange(graph, 3, points, zeros, 3);
  else
    exchange(graph, 1, &centre, &number, 1);
  MPI_Comm_free(&graph);

#ifdef OPEN_MPI // MPICH 4.0 loses blocks and crashes
  // 0 -> 1 -> 2 and 0 -> 2; rank 3 has no neighbours.
  int from[3] = {0, 0, 1}, degree[4] = {0, 1, 2, 0};
  const int *in[4] = {NULL, from, from + 1, NULL};
  int to[3] = {1, 2, 2}, outDegree[4] = {2, 1, 0, 0};
  const int *outs[4] = {to, to + 2, NULL, NULL};
  int blocks[4][2] = {{0}, {0}, {1, 0}, {0}};
  MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, degree[rank], degree[rank] ? in[rank] : from,
                                 MPI_UNWEIGHTED, outDegree[rank], outDegree[rank] ? outs[rank] : to,
                                 MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &graph);
  exchange(graph, degree[rank], in[rank], blocks[rank], outDegree[rank]);
  MPI_Comm_free(&graph);
#endif
  MPI_Finalize();
  return 0;
}
