// Every non-blocking collective, all at once under way and completed in one call.
// ranks: 3
#include <mpi.h>
#include <stdio.h>

#define CHECK(condition)                                                                           \
  do {                                                                                             \
    if (!(condition)) {                                                                            \
      fprintf(stderr, "%d: line %d: %s\n", rank, __LINE__, #condition);                            \
      MPI_Abort(MPI_COMM_WORLD, 1);                                                                \
    }                                                                                              \
  } while (0)

enum { kRanks = 3, kCalls = 17 };

int main(int argc, char **argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int mine = rank + 1, row[kRanks];
  for (int i = 0; i < kRanks; ++i)
    row[i] = 10 * rank + i;
  int ones[kRanks] = {1, 1, 1}, places[kRanks] = {2, 0, 1}, bytes[kRanks] = {8, 0, 4};
  MPI_Datatype types[kRanks] = {MPI_INT, MPI_INT, MPI_INT};
  int out[kCalls][kRanks] = {{0}};
  MPI_Request requests[kCalls];
  int n = 0;

  MPI_Ibarrier(MPI_COMM_WORLD, &requests[n++]);
  out[n][0] = rank == 1 ? 42 : 0;
  MPI_Ibcast(out[n], 1, MPI_INT, 1, MPI_COMM_WORLD, &requests[n]), ++n;
  MPI_Igather(&mine, 1, MPI_INT, out[n], 1, MPI_INT, 0, MPI_COMM_WORLD, &requests[n]), ++n;
  MPI_Igatherv(&mine, 1, MPI_INT, out[n], ones, places, MPI_INT, 2, MPI_COMM_WORLD, &requests[n]),
      ++n;
  MPI_Iscatter(row, 1, MPI_INT, out[n], 1, MPI_INT, 1, MPI_COMM_WORLD, &requests[n]), ++n;
  MPI_Iscatterv(row, ones, places, MPI_INT, out[n], 1, MPI_INT, 2, MPI_COMM_WORLD, &requests[n]),
      ++n;
  MPI_Iallgather(&mine, 1, MPI_INT, out[n], 1, MPI_INT, MPI_COMM_WORLD, &requests[n]), ++n;
  MPI_Iallgatherv(&mine, 1, MPI_INT, out[n], ones, places, MPI_INT, MPI_COMM_WORLD, &requests[n]),
      ++n;
  MPI_Ialltoall(row, 1, MPI_INT, out[n], 1, MPI_INT, MPI_COMM_WORLD, &requests[n]), ++n;
  MPI_Ialltoallv(row, ones, places, MPI_INT, out[n], ones, places, MPI_INT, MPI_COMM_WORLD,
                 &requests[n]),
      ++n;
  MPI_Ialltoallw(row, ones, bytes, types, out[n], ones, bytes, types, MPI_COMM_WORLD, &requests[n]),
      ++n;
  MPI_Ireduce(&mine, out[n], 1, MPI_INT, MPI_SUM, 2, MPI_COMM_WORLD, &requests[n]), ++n;
  MPI_Iallreduce(&mine, out[n], 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &requests[n]), ++n;
  MPI_Ireduce_scatter(row, out[n], ones, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &requests[n]), ++n;
  MPI_Ireduce_scatter_block(row, out[n], 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &requests[n]), ++n;
  MPI_Iscan(&mine, out[n], 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &requests[n]), ++n;
  MPI_Iexscan(&mine, out[n], 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &requests[n]), ++n;
  CHECK(n == kCalls);
  MPI_Waitall(n, requests, MPI_STATUSES_IGNORE);

  CHECK(out[1][0] == 42);
  CHECK(rank != 0 || (out[2][0] == 1 && out[2][1] == 2 && out[2][2] == 3));
  CHECK(rank != 2 || (out[3][2] == 1 && out[3][0] == 2 && out[3][1] == 3));
  CHECK(out[4][0] == 10 + rank);
  CHECK(out[5][0] == 20 + places[rank]);
  CHECK(out[6][0] == 1 && out[6][1] == 2 && out[6][2] == 3);
  CHECK(out[7][2] == 1 && out[7][0] == 2 && out[7][1] == 3);
  for (int i = 0; i < kRanks; ++i) {
    CHECK(out[8][i] == 10 * i + rank);
    CHECK(out[9][places[i]] == 10 * i + places[rank]);
    CHECK(out[10][bytes[i] / 4] == 10 * i + bytes[rank] / 4);
  }
  CHECK(rank != 2 || out[11][0] == 6);
  CHECK(out[12][0] == 6);
  CHECK(out[13][0] == 30 + 3 * rank && out[14][0] == 30 + 3 * rank);
  CHECK(out[15][0] == (rank + 1) * (rank + 2) / 2);
  CHECK(rank == 0 || out[16][0] == rank * (rank + 1) / 2);
  printf("%d: %d %d\n", rank, out[12][0], out[15][0]);
  MPI_Finalize();
  return 0;
}
