// Every collective with large counts, blocking and non-blocking.
// ranks: 3
// mpi: mpich
#include <mpi.h>
#include <stdio.h>

enum { kRanks = 3 };

static int rank, failures;

static void expect(const char *what, int got, int wanted) {
  if (got != wanted)
    ++failures, fprintf(stderr, "%d: %s: %d instead of %d\n", rank, what, got, wanted);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int three = kRanks, periodic = 1;
  MPI_Comm ring;
  MPI_Cart_create(MPI_COMM_WORLD, 1, &three, &periodic, 0, &ring);
  int mine = rank + 1, row[kRanks], one[1], out[kRanks];
  for (int i = 0; i < kRanks; ++i)
    row[i] = 10 * rank + i;
  MPI_Count ones[kRanks] = {1, 1, 1};
  MPI_Aint places[kRanks] = {2, 0, 1}, bytes[kRanks] = {8, 0, 4};
  MPI_Datatype types[kRanks] = {MPI_INT, MPI_INT, MPI_INT};
  MPI_Request request;
#define FRESH                                                                                      \
  one[0] = rank == 1 ? 11 : -1;                                                                    \
  out[0] = out[1] = out[2] = -1
#define BOTH(name, started, value, wanted, ...)                                                    \
  FRESH;                                                                                           \
  MPI_##name(__VA_ARGS__, ring);                                                                   \
  expect(#name, value, wanted);                                                                    \
  FRESH;                                                                                           \
  MPI_##started(__VA_ARGS__, ring, &request);                                                      \
  MPI_Wait(&request, MPI_STATUS_IGNORE);                                                           \
  expect(#started, value, wanted)

  BOTH(Bcast_c, Ibcast_c, one[0], 11, one, 1, MPI_INT, 1);
  BOTH(Gather_c, Igather_c, out[1], rank == 0 ? 2 : -1, &mine, 1, MPI_INT, out, 1, MPI_INT, 0);
  BOTH(Gatherv_c, Igatherv_c, out[1], rank == 2 ? 3 : -1, &mine, 1, MPI_INT, out, ones, places,
       MPI_INT, 2);
  BOTH(Scatter_c, Iscatter_c, out[0], 10 + rank, row, 1, MPI_INT, out, 1, MPI_INT, 1);
  BOTH(Scatterv_c, Iscatterv_c, out[0], 20 + (rank + 2) % 3, row, ones, places, MPI_INT, out, 1,
       MPI_INT, 2);
  BOTH(Allgather_c, Iallgather_c, out[2], 3, &mine, 1, MPI_INT, out, 1, MPI_INT);
  BOTH(Allgatherv_c, Iallgatherv_c, out[1], 3, &mine, 1, MPI_INT, out, ones, places, MPI_INT);
  BOTH(Alltoall_c, Ialltoall_c, out[2], 20 + rank, row, 1, MPI_INT, out, 1, MPI_INT);
  BOTH(Alltoallv_c, Ialltoallv_c, out[1], 20 + (rank + 2) % 3, row, ones, places, MPI_INT, out,
       ones, places, MPI_INT);
  BOTH(Alltoallw_c, Ialltoallw_c, out[1], 20 + (rank + 2) % 3, row, ones, bytes, types, out, ones,
       bytes, types);
  BOTH(Reduce_c, Ireduce_c, out[0], rank == 2 ? 6 : -1, &mine, out, 1, MPI_INT, MPI_SUM, 2);
  BOTH(Allreduce_c, Iallreduce_c, out[0], 6, &mine, out, 1, MPI_INT, MPI_SUM);
  BOTH(Reduce_scatter_c, Ireduce_scatter_c, out[0], 30 + 3 * rank, row, out, ones, MPI_INT,
       MPI_SUM);
  BOTH(Reduce_scatter_block_c, Ireduce_scatter_block_c, out[0], 30 + 3 * rank, row, out, 1, MPI_INT,
       MPI_SUM);
  BOTH(Scan_c, Iscan_c, out[0], (rank + 1) * (rank + 2) / 2, &mine, out, 1, MPI_INT, MPI_SUM);
  BOTH(Exscan_c, Iexscan_c, rank ? out[0] : 0, rank * (rank + 1) / 2, &mine, out, 1, MPI_INT,
       MPI_SUM);
  BOTH(Neighbor_allgather_c, Ineighbor_allgather_c, out[1], (rank + 1) % 3 + 1, &mine, 1, MPI_INT,
       out, 1, MPI_INT);
  BOTH(Neighbor_allgatherv_c, Ineighbor_allgatherv_c, out[0], (rank + 1) % 3 + 1, &mine, 1, MPI_INT,
       out, ones, places, MPI_INT);
  BOTH(Neighbor_alltoall_c, Ineighbor_alltoall_c, out[1], 10 * ((rank + 1) % 3), row, 1, MPI_INT,
       out, 1, MPI_INT);
  BOTH(Neighbor_alltoallv_c, Ineighbor_alltoallv_c, out[0], 10 * ((rank + 1) % 3) + 2, row, ones,
       places, MPI_INT, out, ones, places, MPI_INT);
  BOTH(Neighbor_alltoallw_c, Ineighbor_alltoallw_c, out[0], 10 * ((rank + 1) % 3) + 2, row, ones,
       bytes, types, out, ones, bytes, types);
  printf("%d: %d failures\n", rank, failures);
  MPI_Comm_free(&ring);
  MPI_Finalize();
  return failures != 0;
}
