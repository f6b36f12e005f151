// Every blocking collective, in place too. Arguments that are not significant at a rank are
// garbage there.
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

enum { kRanks = 3 };

static int rank;
static void *const kGarbage = (void *)8;

static void rooted(int root) {
  int mine[2] = {rank, 10 * rank}, all[2 * kRanks] = {0}, sum[2] = {0};
  int counts[kRanks] = {1, 0, 2}, places[kRanks] = {4, 9, 1};
  int isRoot = rank == root;

  int value = isRoot ? 42 : 0;
  MPI_Bcast(&value, 1, MPI_INT, root, MPI_COMM_WORLD);
  CHECK(value == 42);

  MPI_Gather(mine, 2, MPI_INT, isRoot ? all : kGarbage, isRoot ? 2 : -1,
             isRoot ? MPI_INT : MPI_DATATYPE_NULL, root, MPI_COMM_WORLD);
  for (int i = 0; isRoot && i < kRanks; ++i)
    CHECK(all[2 * i] == i && all[2 * i + 1] == 10 * i);
  all[2 * rank] = rank + 1;
  MPI_Gather(isRoot ? MPI_IN_PLACE : &all[2 * rank], isRoot ? -1 : 1,
             isRoot ? MPI_DATATYPE_NULL : MPI_INT, isRoot ? all : kGarbage, 1, MPI_INT, root,
             MPI_COMM_WORLD);
  for (int i = 0; isRoot && i < kRanks; ++i)
    CHECK(i == root || all[i] == i + 1);

  MPI_Gatherv(mine, counts[rank], MPI_INT, isRoot ? all : kGarbage, isRoot ? counts : kGarbage,
              isRoot ? places : kGarbage, MPI_INT, root, MPI_COMM_WORLD);
  CHECK(!isRoot || (all[4] == 0 && all[1] == 2 && all[2] == 20));

  MPI_Scatter(isRoot ? all : kGarbage, 2, MPI_INT, mine, 2, MPI_INT, root, MPI_COMM_WORLD);
  if (isRoot)
    MPI_Scatter(all, 2, MPI_INT, MPI_IN_PLACE, -1, MPI_DATATYPE_NULL, root, MPI_COMM_WORLD);
  else
    MPI_Scatter(kGarbage, -1, MPI_DATATYPE_NULL, mine, 2, MPI_INT, root, MPI_COMM_WORLD);
  MPI_Scatterv(isRoot ? all : kGarbage, isRoot ? counts : kGarbage, isRoot ? places : kGarbage,
               MPI_INT, mine, counts[rank], MPI_INT, root, MPI_COMM_WORLD);
  if (rank == 2)
    CHECK(mine[0] == 2 && mine[1] == 20);

  mine[0] = rank;
  mine[1] = 1;
  MPI_Reduce(mine, isRoot ? sum : kGarbage, 2, MPI_INT, MPI_SUM, root, MPI_COMM_WORLD);
  CHECK(!isRoot || (sum[0] == 3 && sum[1] == kRanks));
  MPI_Reduce(isRoot ? MPI_IN_PLACE : mine, isRoot ? mine : kGarbage, 2, MPI_INT, MPI_MAX, root,
             MPI_COMM_WORLD);
  CHECK(!isRoot || mine[0] == kRanks - 1);
  printf("%d: root %d %d\n", rank, root, sum[1]);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Barrier(MPI_COMM_WORLD);
  for (int root = 0; root < kRanks; ++root)
    rooted(root);

  int mine = rank + 1, all[2 * kRanks], out[2 * kRanks], sum;
  int ones[kRanks] = {1, 1, 1}, zeroTwoOne[kRanks] = {0, 2, 1};
  int places[kRanks] = {2, 0, 1}, gaps[kRanks] = {5, 1, 4};
  int bytes[kRanks] = {8, 0, 4};
  MPI_Datatype types[kRanks] = {MPI_INT, MPI_UNSIGNED, MPI_INT};

  MPI_Allreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  CHECK(sum == 6);
  sum = mine;
  MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_INT, MPI_PROD, MPI_COMM_WORLD);
  CHECK(sum == 6);

  MPI_Allgather(&mine, 1, MPI_INT, all, 1, MPI_INT, MPI_COMM_WORLD);
  CHECK(all[0] == 1 && all[2] == 3);
  out[rank] = -mine;
  MPI_Allgather(MPI_IN_PLACE, -1, MPI_DATATYPE_NULL, out, 1, MPI_INT, MPI_COMM_WORLD);
  CHECK(out[0] == -1 && out[1] == -2 && out[2] == -3);
  MPI_Allgatherv(&mine, 1, MPI_INT, all, ones, places, MPI_INT, MPI_COMM_WORLD);
  CHECK(all[2] == 1 && all[0] == 2 && all[1] == 3);
  for (int i = 0; i < zeroTwoOne[rank]; ++i)
    all[gaps[rank] + i] = 7 * rank + i;
  MPI_Allgatherv(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, all, zeroTwoOne, gaps, MPI_INT,
                 MPI_COMM_WORLD);
  CHECK(all[1] == 7 && all[2] == 8 && all[4] == 14);

  for (int i = 0; i < kRanks; ++i)
    all[i] = 10 * rank + i;
  MPI_Alltoall(all, 1, MPI_INT, out, 1, MPI_INT, MPI_COMM_WORLD);
  CHECK(out[0] == rank && out[2] == 20 + rank);
  MPI_Alltoall(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, out, 1, MPI_INT, MPI_COMM_WORLD);
  CHECK(out[0] == 10 * rank && out[2] == 10 * rank + 2);
  MPI_Alltoallv(all, ones, places, MPI_INT, out, ones, places, MPI_INT, MPI_COMM_WORLD);
  CHECK(out[places[0]] == places[rank] && out[places[2]] == 20 + places[rank]);
  MPI_Alltoallv(MPI_IN_PLACE, NULL, NULL, MPI_DATATYPE_NULL, out, ones, places, MPI_INT,
                MPI_COMM_WORLD);
  MPI_Alltoallw(all, ones, bytes, types, out, ones, bytes, types, MPI_COMM_WORLD);
  CHECK(out[bytes[0] / 4] == bytes[rank] / 4 && out[bytes[1] / 4] == 10 + bytes[rank] / 4);

  for (int i = 0; i < 2 * kRanks; ++i)
    all[i] = i + rank;
  MPI_Reduce_scatter(all, out, zeroTwoOne, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  CHECK(rank != 1 || (out[0] == 3 && out[1] == 6));
  CHECK(rank != 2 || out[0] == 9);
  for (int i = 0; i < 2 * kRanks; ++i)
    out[i] = all[i];
  MPI_Reduce_scatter(MPI_IN_PLACE, out, zeroTwoOne, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  CHECK(rank != 2 || out[0] == 9);
  MPI_Reduce_scatter_block(all, out, 2, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  CHECK(out[0] == 6 * rank + 3 && out[1] == 6 * rank + 6);
  MPI_Reduce_scatter_block(MPI_IN_PLACE, all, 2, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  CHECK(all[0] == 6 * rank + 3);

  MPI_Scan(&mine, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  CHECK(sum == (rank + 1) * (rank + 2) / 2);
  sum = mine;
  MPI_Scan(MPI_IN_PLACE, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  CHECK(sum == (rank + 1) * (rank + 2) / 2);
  MPI_Exscan(&mine, rank ? &sum : kGarbage, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  CHECK(rank == 0 || sum == rank * (rank + 1) / 2);
  sum = mine;
  MPI_Exscan(MPI_IN_PLACE, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  CHECK(sum == (rank ? rank * (rank + 1) / 2 : 1));
  printf("%d: %d\n", rank, sum);
  MPI_Finalize();
  return 0;
}
