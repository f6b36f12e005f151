// Every kind of collective between the groups of an inter-communicator, with roots in either.
// ranks: 5
#include <mpi.h>
#include <stdio.h>

#define CHECK(condition)                                                                           \
  do {                                                                                             \
    if (!(condition)) {                                                                            \
      fprintf(stderr, "%d: line %d: %s\n", rank, __LINE__, #condition);                            \
      MPI_Abort(MPI_COMM_WORLD, 1);                                                                \
    }                                                                                              \
  } while (0)

static int rank;

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  // Ranks 0 and 1 on one side, 4, 3 and 2 on the other.
  int side = rank > 1;
  MPI_Comm half, inter;
  MPI_Comm_split(MPI_COMM_WORLD, side, -rank, &half);
  MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, side ? 1 : 4, 5, &inter);
  int me, own, others;
  MPI_Comm_rank(inter, &me);
  MPI_Comm_size(inter, &own);
  MPI_Comm_remote_size(inter, &others);
  CHECK(own == (side ? 3 : 2) && others == 5 - own);

  int mine = rank, all[6] = {-1, -1, -1, -1, -1, -1}, sum = -1;
  int ones[3] = {1, 1, 1}, places[3] = {2, 0, 1}, bytes[3] = {8, 0, 4};
  MPI_Datatype types[3] = {MPI_INT, MPI_INT, MPI_INT};
  MPI_Request request;
  MPI_Barrier(inter);
  MPI_Ibarrier(inter, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);

  for (int rootSide = 0; rootSide < 2; ++rootSide) {
    // The root is rank 1 of its group.
    int isRoot = side == rootSide && me == 1;
    int root = side != rootSide ? 1 : isRoot ? MPI_ROOT : MPI_PROC_NULL;
    int rootRank = rootSide ? 3 : 0;
    int value = isRoot ? rank + 100 : -1;
    MPI_Bcast(&value, 1, MPI_INT, root, inter);
    CHECK(value == (side != rootSide || isRoot ? rootRank + 100 : -1));
    MPI_Ibcast(&value, 1, MPI_INT, root, inter, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);

    MPI_Gather(&mine, 1, MPI_INT, all, 1, MPI_INT, root, inter);
    for (int i = 0; isRoot && i < others; ++i)
      CHECK(all[i] == (side ? 1 - i : 4 - i));
    MPI_Gatherv(&mine, 1, MPI_INT, all, ones, places, MPI_INT, root, inter);
    for (int i = 0; isRoot && i < others; ++i)
      CHECK(all[places[i]] == (side ? 1 - i : 4 - i));
    int row[3] = {7, 8, 9}, got = -1;
    MPI_Scatter(row, 1, MPI_INT, &got, 1, MPI_INT, root, inter);
    CHECK(got == (side != rootSide ? 7 + me : -1));
    got = -1;
    MPI_Scatterv(row, ones, places, MPI_INT, &got, 1, MPI_INT, root, inter);
    CHECK(got == (side != rootSide ? row[places[me]] : -1));
    MPI_Reduce(&mine, &sum, 1, MPI_INT, MPI_SUM, root, inter);
    CHECK(!isRoot || sum == (side ? 1 : 9));
  }

  MPI_Allreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, inter);
  CHECK(sum == (side ? 1 : 9));
  MPI_Allgather(&mine, 1, MPI_INT, all, 1, MPI_INT, inter);
  MPI_Allgatherv(&mine, 1, MPI_INT, all, ones, places, MPI_INT, inter);
  CHECK(all[places[0]] == (side ? 1 : 4));
  int row[3] = {10 * rank, 10 * rank + 1, 10 * rank + 2};
  MPI_Alltoall(row, 1, MPI_INT, all, 1, MPI_INT, inter);
  CHECK(all[0] == (side ? 10 : 40) + me);
  MPI_Alltoallv(row, ones, places, MPI_INT, all, ones, places, MPI_INT, inter);
  MPI_Alltoallw(row, ones, bytes, types, all, ones, bytes, types, inter);
  int part[6] = {1, 1, 1, 1, 1, 1}, counts[2][3] = {{3, 3, 0}, {1, 2, 3}};
  MPI_Reduce_scatter(part, all, counts[side], MPI_INT, MPI_SUM, inter);
  CHECK(all[0] == others);
  MPI_Reduce_scatter_block(part, all, side ? 2 : 3, MPI_INT, MPI_SUM, inter);
  CHECK(all[0] == others && all[1] == others);

  // Messages go to the other group.
  int partner = me % others, token = -1;
  if (me < 2)
    MPI_Sendrecv(&mine, 1, MPI_INT, partner, 3, &token, 1, MPI_INT, partner, 3, inter,
                 MPI_STATUS_IGNORE);
  CHECK(me > 1 || token == (side ? 1 - me : 4 - me));
  printf("%d: %d %d\n", rank, sum, token);
  MPI_Comm_free(&inter);
  MPI_Comm_free(&half);
  MPI_Finalize();
  return 0;
}
