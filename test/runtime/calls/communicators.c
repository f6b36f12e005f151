// Every function that makes or frees a communicator. Each communicator is used, with messages and
// a collective, and freed.
// ranks: 4
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(condition)                                                                           \
  do {                                                                                             \
    if (!(condition)) {                                                                            \
      fprintf(stderr, "%d: line %d: %s\n", rank, __LINE__, #condition);                            \
      MPI_Abort(MPI_COMM_WORLD, 1);                                                                \
    }                                                                                              \
  } while (0)

static int rank, copies, deletes;

static int copy(MPI_Comm comm, int key, void *extra, void *in, void *out, int *flag) {
  (void)comm, (void)key, (void)extra;
  ++copies;
  *(void **)out = in;
  *flag = 1;
  return MPI_SUCCESS;
}

static int forget(MPI_Comm comm, int key, void *value, void *extra) {
  (void)comm, (void)key, (void)value, (void)extra;
  ++deletes;
  return MPI_SUCCESS;
}

/// A message around the communicator and a sum over it; then it is freed.
static void use(const char *what, MPI_Comm *comm, int expectedSize) {
  int me, size, sum, token;
  MPI_Comm_rank(*comm, &me);
  MPI_Comm_size(*comm, &size);
  CHECK(size == expectedSize);
  MPI_Sendrecv(&rank, 1, MPI_INT, (me + 1) % size, 1, &token, 1, MPI_INT, (me + size - 1) % size, 1,
               *comm, MPI_STATUS_IGNORE);
  MPI_Allreduce(&token, &sum, 1, MPI_INT, MPI_SUM, *comm);
  printf("%d: %s: %d of %d, token %d, sum %d\n", rank, what, me, size, token, sum);
  MPI_Comm_free(comm);
  CHECK(*comm == MPI_COMM_NULL);
}

static void intercommunicators(void) {
  int side = rank % 2, me, others, sum;
  MPI_Comm half, inter, twin, part, both;
  MPI_Comm_split(MPI_COMM_WORLD, side, rank, &half);
  MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, 1 - side, 9, &inter);
  MPI_Comm_set_name(inter, "inter");
  MPI_Comm_dup(inter, &twin);
  MPI_Comm_remote_size(twin, &others);
  MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, twin);
  CHECK(others == 2 && sum == (side ? 2 : 4));
  MPI_Comm_disconnect(&twin);

  MPI_Request request;
  MPI_Comm_idup(inter, &twin, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, twin);
  CHECK(sum == (side ? 2 : 4));
  MPI_Comm_free(&twin);

  MPI_Comm_rank(inter, &me);
  MPI_Comm_split(inter, me, 0, &part);
  MPI_Comm_remote_size(part, &others);
  MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, part);
  CHECK(others == 1 && sum == 2 * me + 1 - side);
  MPI_Comm_free(&part);

  MPI_Intercomm_merge(inter, !side, &both);
  use("merged", &both, 4);
  MPI_Comm_free(&inter);
  MPI_Comm_free(&half);
}

int main(int argc, char **argv) {
  // Open MPI 4.1.4: MPI_Dist_graph_create of the treematch component hangs now and then.
  setenv("OMPI_MCA_topo", "basic", 1);
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm comm, other;
  MPI_Request request, send;
  MPI_Info info;

  int key, found;
  char name[MPI_MAX_OBJECT_NAME] = "";
  void *value;
  MPI_Comm_create_keyval(copy, forget, &key, NULL);
  MPI_Comm_dup(MPI_COMM_WORLD, &other);
  MPI_Comm_set_attr(other, key, &rank);
  MPI_Comm_set_name(other, "with an attribute");

  MPI_Comm_dup(other, &comm);
  MPI_Comm_get_attr(comm, key, &value, &found);
  CHECK(found && value == &rank && copies == 1);
  use("dup", &comm, 4);
  CHECK(deletes == 1);
  MPI_Info_create(&info);
  MPI_Comm_dup_with_info(other, info, &comm);
  MPI_Comm_set_info(comm, info);
  use("dup_with_info", &comm, 4);
  MPI_Info_free(&info);

  // Rank 0 gets a message from the last rank before it completes the duplication.
  int token = 7, sum;
  MPI_Comm_idup(other, &comm, &request);
  if (rank == 0)
    MPI_Recv(&token, 1, MPI_INT, 3, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  if (rank == 3)
    MPI_Send(&token, 1, MPI_INT, 0, 2, MPI_COMM_WORLD);
  use("idup", &comm, 4);
  // Two at once, and one of a communicator of one process.
  MPI_Comm twins[3];
  MPI_Request requests[3];
  MPI_Comm_idup(other, &twins[0], &requests[0]);
  MPI_Comm_idup(MPI_COMM_WORLD, &twins[1], &requests[1]);
  MPI_Comm_idup(MPI_COMM_SELF, &twins[2], &requests[2]);
  MPI_Waitall(3, requests, MPI_STATUSES_IGNORE);
  use("first twin", &twins[0], 4);
  use("second twin", &twins[1], 4);
  use("own twin", &twins[2], 1);
  MPI_Comm_get_name(other, name, &found);
  CHECK(strcmp(name, "with an attribute") == 0);
  MPI_Comm_disconnect(&other);
  CHECK(other == MPI_COMM_NULL);
  MPI_Comm_free_keyval(&key);

  MPI_Comm_split(MPI_COMM_WORLD, rank == 3 ? MPI_UNDEFINED : rank / 2, -rank, &comm);
  if (comm != MPI_COMM_NULL)
    use("split", &comm, rank < 2 ? 2 : 1);
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, rank, MPI_INFO_NULL, &comm);
  use("split_type", &comm, 4);

  MPI_Group world, group;
  int chosen[3] = {3, 0, 2};
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, 3, chosen, &group);
  MPI_Comm_create(MPI_COMM_WORLD, group, &comm);
  CHECK((comm == MPI_COMM_NULL) == (rank == 1));
  if (comm != MPI_COMM_NULL)
    use("create", &comm, 3);
  // Rank 1 does something else meanwhile.
  if (rank != 1) {
    MPI_Comm_create_group(MPI_COMM_WORLD, group, 17, &comm);
    use("create_group", &comm, 3);
    if (rank == 3)
      MPI_Send(&rank, 1, MPI_INT, 1, 4, MPI_COMM_WORLD);
  } else {
    MPI_Recv(&token, 1, MPI_INT, 3, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    CHECK(token == 3);
  }
  MPI_Group_free(&group);
  MPI_Group_free(&world);

  int sizes[2] = {2, 2}, periods[2] = {1, 0}, remaining[2] = {0, 1};
  MPI_Cart_create(MPI_COMM_WORLD, 2, sizes, periods, 1, &comm);
  MPI_Cart_sub(comm, remaining, &other);
  use("cart_sub", &other, 2);
  use("cart_create", &comm, 4);
  int two = 2;
  MPI_Cart_create(MPI_COMM_WORLD, 1, &two, periods, 0, &comm);
  CHECK((comm == MPI_COMM_NULL) == (rank > 1));
  if (comm != MPI_COMM_NULL)
    use("small cart", &comm, 2);
  int index[4] = {1, 2, 3, 4}, edges[4] = {1, 0, 3, 2};
  MPI_Graph_create(MPI_COMM_WORLD, 4, index, edges, 0, &comm);
  use("graph_create", &comm, 4);
  int degree = 1, next = (rank + 1) % 4, previous = (rank + 3) % 4, weight = 5;
  MPI_Dist_graph_create(MPI_COMM_WORLD, 1, &rank, &degree, &next, &weight, MPI_INFO_NULL, 0, &comm);
  int got = -1;
  MPI_Neighbor_allgather(&rank, 1, MPI_INT, &got, 1, MPI_INT, comm);
  CHECK(got == previous);
  use("dist_graph_create", &comm, 4);
  MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 1, &previous, &weight, 1, &next, &weight,
                                 MPI_INFO_NULL, 0, &comm);
  use("dist_graph_create_adjacent", &comm, 4);

  intercommunicators();

  // Freed with a message under way; the handle may come back for the next one.
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  token = -1;
  MPI_Irecv(&token, 1, MPI_INT, previous, 6, comm, &request);
  MPI_Isend(&rank, 1, MPI_INT, next, 6, comm, &send);
  MPI_Comm_free(&comm);
  MPI_Comm_split(MPI_COMM_WORLD, rank % 2, 0, &other);
  MPI_Wait(&send, MPI_STATUS_IGNORE);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  CHECK(token == previous);
  use("after the freed one", &other, 2);
  MPI_Allreduce(&token, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  printf("%d: %d\n", rank, sum);
  MPI_Finalize();
  return 0;
}
