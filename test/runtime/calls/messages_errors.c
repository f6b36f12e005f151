// Messages that are too long, with an error handler of the program's; what comes after them is
// received as ever.

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int rank, handled, lastClass;
static MPI_Comm lastComm;

static void expect(int good, const char *what) {
  if (!good) {
    fprintf(stderr, "rank %d: %s\n", rank, what);
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
}

static int classOf(int code) {
  int result = MPI_SUCCESS;
  MPI_Error_class(code, &result);
  return result;
}

static void handler(MPI_Comm *comm, int *code, ...) {
  ++handled;
  lastComm = *comm;
  lastClass = classOf(*code);
}

static void receiver(MPI_Comm comm) {
  int small[2], value = 0, flag = 0, index, before;
  MPI_Request requests[3];
  MPI_Status status, statuses[3];
  MPI_Message message;

  before = handled;
  int result = MPI_Recv(small, 2, MPI_INT, 0, 1, comm, MPI_STATUS_IGNORE);
  expect(classOf(result) == MPI_ERR_TRUNCATE, "MPI_Recv");
  expect(handled == before + 1 && lastComm == comm && lastClass == MPI_ERR_TRUNCATE, "handler");
  MPI_Recv(&value, 1, MPI_INT, 0, 1, comm, &status);
  expect(value == 1, "the one after it");

  result = MPI_Mprobe(0, 2, comm, &message, &status);
  result = MPI_Mrecv(small, 2, MPI_INT, &message, MPI_STATUS_IGNORE);
  expect(classOf(result) == MPI_ERR_TRUNCATE, "MPI_Mrecv");
  MPI_Recv(&value, 1, MPI_INT, 0, 2, comm, &status);
  expect(value == 2, "the one after it");

  MPI_Irecv(small, 2, MPI_INT, 0, 3, comm, &requests[0]);
  result = MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
  expect(classOf(result) == MPI_ERR_TRUNCATE && requests[0] == MPI_REQUEST_NULL, "MPI_Wait");
  MPI_Recv(&value, 1, MPI_INT, 0, 3, comm, &status);
  expect(value == 3, "the one after it");

  // One of three fails; a third one may be pending.
  int values[2] = {0, 0};
  MPI_Irecv(&values[0], 1, MPI_INT, 0, 5, comm, &requests[0]);
  MPI_Irecv(small, 2, MPI_INT, 0, 4, comm, &requests[1]);
  MPI_Irecv(&values[1], 1, MPI_INT, 0, 6, comm, &requests[2]);
  result = MPI_Waitall(3, requests, statuses);
  expect(classOf(result) == MPI_ERR_IN_STATUS, "MPI_Waitall");
  expect(classOf(statuses[1].MPI_ERROR) == MPI_ERR_TRUNCATE, "its status");
  for (int i = 0; i < 3; ++i)
    if (requests[i] != MPI_REQUEST_NULL)
      MPI_Wait(&requests[i], MPI_STATUS_IGNORE);
  expect(values[0] == 5 && values[1] == 6, "the others");
  MPI_Recv(&value, 1, MPI_INT, 0, 4, comm, &status);
  expect(value == 4, "the one after it");

  MPI_Irecv(small, 2, MPI_INT, 0, 7, comm, &requests[0]);
  do
    result = MPI_Testany(1, requests, &index, &flag, &status);
  while (result == MPI_SUCCESS && !flag);
  expect(classOf(result) == MPI_ERR_TRUNCATE, "MPI_Testany");
  MPI_Recv(&value, 1, MPI_INT, 0, 7, comm, &status);
  expect(value == 7, "the one after it");

  // A persistent receive that fails can be started again.
  MPI_Recv_init(small, 2, MPI_INT, 0, 8, comm, &requests[0]);
  MPI_Start(&requests[0]);
  result = MPI_Wait(&requests[0], &status);
  expect(classOf(result) == MPI_ERR_TRUNCATE, "MPI_Wait of a persistent one");
  printf("1 handled some errors\n");
}

static void sender(MPI_Comm comm) {
  int many[1000] = {0}, value;
  for (int tag = 1; tag < 9; ++tag) {
    value = tag;
    if (tag == 5 || tag == 6) {
      MPI_Send(&value, 1, MPI_INT, 1, tag, comm);
      continue;
    }
    MPI_Send(many, 1000, MPI_INT, 1, tag, comm);
    if (tag < 8)
      MPI_Send(&value, 1, MPI_INT, 1, tag, comm);
  }
}

int main(int argc, char **argv) {
  int value = 0;
  MPI_Comm comm;
  MPI_Errhandler mine;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  MPI_Comm_create_errhandler(handler, &mine);
  MPI_Comm_set_errhandler(comm, mine);
  // Which one is called for a matched receive is up to the library.
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, mine);
  MPI_Errhandler_free(&mine);
  if (rank == 0)
    sender(comm);
  else
    receiver(comm);

  // Wrong arguments.
  const int before = handled;
  expect(MPI_Send(&value, 1, MPI_INT, 99, 0, comm) != MPI_SUCCESS, "no such rank");
  expect(MPI_Recv(&value, -1, MPI_INT, 0, 0, comm, MPI_STATUS_IGNORE) != MPI_SUCCESS, "count");
  expect(handled == before + 2, "the handler was called for each");
  MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
  expect(MPI_Send(&value, 1, MPI_INT, 99, 0, comm) != MPI_SUCCESS, "no such rank");
  expect(handled == before + 2, "and no more");
  printf("%d done\n", rank);
  MPI_Finalize();
  return 0;
}
