// Every persistent collective, with int and with large counts. Some are started again: MPICH 4.0
// fails with others, or loses a reference to their communicator.
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
  int mine, row[kRanks], one[1], out[kRanks];
  MPI_Datatype types[kRanks] = {MPI_INT, MPI_INT, MPI_INT};
  MPI_Request request;
  MPI_Barrier_init(ring, MPI_INFO_NULL, &request);
  MPI_Start(&request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Request_free(&request);
#define PERSISTENT(name, comm, value, wanted, ...)                                                 \
  MPI_##name(__VA_ARGS__, comm, MPI_INFO_NULL, &request);                                          \
  for (int round = comm == ring; round < 2; ++round) {                                             \
    mine = rank + 1;                                                                               \
    one[0] = rank == 1 ? 11 : -1;                                                                  \
    for (int i = 0; i < kRanks; ++i)                                                               \
      row[i] = 10 * rank + i, out[i] = -1;                                                         \
    if (round)                                                                                     \
      MPI_Startall(1, &request);                                                                   \
    else                                                                                           \
      MPI_Start(&request);                                                                         \
    MPI_Wait(&request, MPI_STATUS_IGNORE);                                                         \
    expect(#name, value, wanted);                                                                  \
  }                                                                                                \
  MPI_Request_free(&request)
  {
    int ones[kRanks] = {1, 1, 1}, places[kRanks] = {2, 0, 1};
    int intBytes[kRanks] = {8, 0, 4};
    MPI_Aint bytes[kRanks] = {8, 0, 4};
    PERSISTENT(Bcast_init, MPI_COMM_WORLD, one[0], 11, one, 1, MPI_INT, 1);
    PERSISTENT(Gather_init, ring, out[1], rank == 0 ? 2 : -1, &mine, 1, MPI_INT, out, 1, MPI_INT,
               0);
    PERSISTENT(Gatherv_init, ring, out[1], rank == 2 ? 3 : -1, &mine, 1, MPI_INT, out, ones, places,
               MPI_INT, 2);
    PERSISTENT(Scatter_init, ring, out[0], 10 + rank, row, 1, MPI_INT, out, 1, MPI_INT, 1);
    PERSISTENT(Scatterv_init, ring, out[0], 20 + (rank + 2) % 3, row, ones, places, MPI_INT, out, 1,
               MPI_INT, 2);
    PERSISTENT(Allgather_init, ring, out[2], 3, &mine, 1, MPI_INT, out, 1, MPI_INT);
    PERSISTENT(Allgatherv_init, ring, out[1], 3, &mine, 1, MPI_INT, out, ones, places, MPI_INT);
    PERSISTENT(Alltoall_init, ring, out[2], 20 + rank, row, 1, MPI_INT, out, 1, MPI_INT);
    PERSISTENT(Alltoallv_init, ring, out[1], 20 + (rank + 2) % 3, row, ones, places, MPI_INT, out,
               ones, places, MPI_INT);
    PERSISTENT(Alltoallw_init, ring, out[1], 20 + (rank + 2) % 3, row, ones, intBytes, types, out,
               ones, intBytes, types);
    PERSISTENT(Reduce_init, ring, out[0], rank == 2 ? 6 : -1, &mine, out, 1, MPI_INT, MPI_SUM, 2);
    PERSISTENT(Allreduce_init, MPI_COMM_WORLD, out[0], 6, &mine, out, 1, MPI_INT, MPI_SUM);
    PERSISTENT(Reduce_scatter_init, ring, out[0], 30 + 3 * rank, row, out, ones, MPI_INT, MPI_SUM);
    PERSISTENT(Reduce_scatter_block_init, ring, out[0], 30 + 3 * rank, row, out, 1, MPI_INT,
               MPI_SUM);
    PERSISTENT(Scan_init, ring, out[0], (rank + 1) * (rank + 2) / 2, &mine, out, 1, MPI_INT,
               MPI_SUM);
    PERSISTENT(Exscan_init, ring, rank ? out[0] : 0, rank * (rank + 1) / 2, &mine, out, 1, MPI_INT,
               MPI_SUM);
    PERSISTENT(Neighbor_allgather_init, ring, out[1], (rank + 1) % 3 + 1, &mine, 1, MPI_INT, out, 1,
               MPI_INT);
    PERSISTENT(Neighbor_allgatherv_init, ring, out[0], (rank + 1) % 3 + 1, &mine, 1, MPI_INT, out,
               ones, places, MPI_INT);
    PERSISTENT(Neighbor_alltoall_init, ring, out[1], 10 * ((rank + 1) % 3), row, 1, MPI_INT, out, 1,
               MPI_INT);
    PERSISTENT(Neighbor_alltoallv_init, ring, out[0], 10 * ((rank + 1) % 3) + 2, row, ones, places,
               MPI_INT, out, ones, places, MPI_INT);
    PERSISTENT(Neighbor_alltoallw_init, ring, out[0], 10 * ((rank + 1) % 3) + 2, row, ones, bytes,
               types, out, ones, bytes, types);
  }
  {
    MPI_Count ones[kRanks] = {1, 1, 1};
    MPI_Aint places[kRanks] = {2, 0, 1}, bytes[kRanks] = {8, 0, 4};
    PERSISTENT(Bcast_init_c, MPI_COMM_WORLD, one[0], 11, one, 1, MPI_INT, 1);
    PERSISTENT(Gather_init_c, ring, out[1], rank == 0 ? 2 : -1, &mine, 1, MPI_INT, out, 1, MPI_INT,
               0);
    PERSISTENT(Gatherv_init_c, ring, out[1], rank == 2 ? 3 : -1, &mine, 1, MPI_INT, out, ones,
               places, MPI_INT, 2);
    PERSISTENT(Scatter_init_c, ring, out[0], 10 + rank, row, 1, MPI_INT, out, 1, MPI_INT, 1);
    PERSISTENT(Scatterv_init_c, ring, out[0], 20 + (rank + 2) % 3, row, ones, places, MPI_INT, out,
               1, MPI_INT, 2);
    PERSISTENT(Allgather_init_c, ring, out[2], 3, &mine, 1, MPI_INT, out, 1, MPI_INT);
    PERSISTENT(Allgatherv_init_c, ring, out[1], 3, &mine, 1, MPI_INT, out, ones, places, MPI_INT);
    PERSISTENT(Alltoall_init_c, ring, out[2], 20 + rank, row, 1, MPI_INT, out, 1, MPI_INT);
    PERSISTENT(Alltoallv_init_c, ring, out[1], 20 + (rank + 2) % 3, row, ones, places, MPI_INT, out,
               ones, places, MPI_INT);
    PERSISTENT(Alltoallw_init_c, ring, out[1], 20 + (rank + 2) % 3, row, ones, bytes, types, out,
               ones, bytes, types);
    PERSISTENT(Reduce_init_c, ring, out[0], rank == 2 ? 6 : -1, &mine, out, 1, MPI_INT, MPI_SUM, 2);
    PERSISTENT(Allreduce_init_c, MPI_COMM_WORLD, out[0], 6, &mine, out, 1, MPI_INT, MPI_SUM);
    PERSISTENT(Reduce_scatter_init_c, ring, out[0], 30 + 3 * rank, row, out, ones, MPI_INT,
               MPI_SUM);
    PERSISTENT(Reduce_scatter_block_init_c, ring, out[0], 30 + 3 * rank, row, out, 1, MPI_INT,
               MPI_SUM);
    PERSISTENT(Scan_init_c, ring, out[0], (rank + 1) * (rank + 2) / 2, &mine, out, 1, MPI_INT,
               MPI_SUM);
    PERSISTENT(Exscan_init_c, ring, rank ? out[0] : 0, rank * (rank + 1) / 2, &mine, out, 1,
               MPI_INT, MPI_SUM);
    PERSISTENT(Neighbor_allgather_init_c, ring, out[1], (rank + 1) % 3 + 1, &mine, 1, MPI_INT, out,
               1, MPI_INT);
    PERSISTENT(Neighbor_allgatherv_init_c, ring, out[0], (rank + 1) % 3 + 1, &mine, 1, MPI_INT, out,
               ones, places, MPI_INT);
    PERSISTENT(Neighbor_alltoall_init_c, ring, out[1], 10 * ((rank + 1) % 3), row, 1, MPI_INT, out,
               1, MPI_INT);
    PERSISTENT(Neighbor_alltoallv_init_c, ring, out[0], 10 * ((rank + 1) % 3) + 2, row, ones,
               places, MPI_INT, out, ones, places, MPI_INT);
    PERSISTENT(Neighbor_alltoallw_init_c, ring, out[0], 10 * ((rank + 1) % 3) + 2, row, ones, bytes,
               types, out, ones, bytes, types);
  }
  printf("%d: %d failures\n", rank, failures);
  MPI_Comm_free(&ring);
  MPI_Finalize();
  return failures != 0;
}
