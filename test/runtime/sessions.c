// A program that starts MPI by a session alone is not recorded, and is not disturbed.
//
// REQUIRES: mpich
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: mpicc.mpich -cc=%build/bin/fencepost-cc %s -o %t/program
// RUN: env FENCEPOST_OPTIONS=trace=%t/trace %mpirun-mpich -n 2 %t/program | %FileCheck %s
// RUN: test ! -e %t/trace
//
// CHECK-COUNT-2: sum 1

#include <mpi.h>
#include <stdio.h>

int main(void) {
  int rank, sum, got = -1;
  MPI_Session session;
  MPI_Group group;
  MPI_Comm comm;
  MPI_Request requests[2];
  MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &session);
  MPI_Group_from_session_pset(session, "mpi://WORLD", &group);
  MPI_Comm_create_from_group(group, "fencepost", MPI_INFO_NULL, MPI_ERRORS_RETURN, &comm);
  MPI_Comm_rank(comm, &rank);
  MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, comm);
  MPI_Irecv(&got, 1, MPI_INT, 1 - rank, 0, comm, &requests[0]);
  MPI_Send_init(&rank, 1, MPI_INT, 1 - rank, 0, comm, &requests[1]);
  MPI_Start(&requests[1]);
  MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  MPI_Request_free(&requests[1]);
  if (got != 1 - rank)
    return 1;
  printf("sum %d\n", sum);
  MPI_Comm_free(&comm);
  MPI_Group_free(&group);
  MPI_Session_finalize(&session);
  return 0;
}
