// The table of events in docs/trace-format.md says what a run writes, call by call.
//
// RUN: rm -rf %t && mkdir %t
// RUN: %mpicc -O1 %s -o %t/prog
// RUN: env FENCEPOST_OPTIONS=trace=%t/trace:buffer=64K %mpirun -n 2 %t/prog
// RUN: %otf2-print %t/trace/traces.otf2 > %t/events
// RUN: %python %S/Inputs/compare-calls.py %source/docs/trace-format.md %t/events

#include <mpi.h>
#include <stdlib.h>
#include <unistd.h>

static int rank, other, data[8], result, compare, *memory;
static MPI_Win window;
static MPI_Group group;
static MPI_Request requests[2];

static void windows(void) {
  MPI_Win made;
  int *base = malloc(1 << 12);
  MPI_Win_create(base, 1 << 12, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &made);
  MPI_Win_free(&made);
  MPI_Win_allocate_shared(64, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &made);
  MPI_Win_free(&made);
  MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &made);
  MPI_Win_attach(made, base, 1 << 12);
  MPI_Win_detach(made, base);
  MPI_Win_free(&made);
  free(base);
}

static void files(void) {
  MPI_File file;
  MPI_File_open(MPI_COMM_WORLD, "trace-calls.data",
                MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file);
  MPI_File_write_at_all(file, 4 * rank, memory, 1, MPI_INT, MPI_STATUS_IGNORE);
  MPI_File_read_at_all(file, 4 * rank, memory, 1, MPI_INT, MPI_STATUS_IGNORE);
  MPI_File_close(&file);
}

static void activeTarget(void) {
  int done = 0;
  MPI_Win_fence(0, window);
  MPI_Put(data, 1, MPI_INT, other, 0, 1, MPI_INT, window);
  MPI_Win_fence(MPI_MODE_NOSUCCEED, window);
  MPI_Win_post(group, 0, window);
  MPI_Win_start(group, 0, window);
  MPI_Get(data, 1, MPI_INT, other, 0, 1, MPI_INT, window);
  MPI_Win_complete(window);
  MPI_Win_wait(window);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_post(group, 0, window);
  MPI_Win_test(window, &done);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_start(group, 0, window);
  MPI_Win_complete(window);
  while (!done)
    MPI_Win_test(window, &done);
}

static void passiveTarget(void) {
  MPI_Win_lock(MPI_LOCK_SHARED, other, 0, window);
  MPI_Rput(data, 1, MPI_INT, other, 0, 1, MPI_INT, window, requests);
  MPI_Wait(requests, MPI_STATUS_IGNORE);
  MPI_Win_unlock(other, window);
  MPI_Win_lock_all(0, window);
  MPI_Rget(data, 1, MPI_INT, other, 0, 1, MPI_INT, window, requests);
  MPI_Waitall(1, requests, MPI_STATUSES_IGNORE);
  MPI_Accumulate(data, 1, MPI_INT, other, 1, 1, MPI_INT, MPI_SUM, window);
  MPI_Win_flush_local(other, window);
  MPI_Win_flush(other, window);
  MPI_Fetch_and_op(data, &result, MPI_INT, other, 1, MPI_SUM, window);
  MPI_Win_flush_all(window);
  MPI_Compare_and_swap(data, &compare, &result, MPI_INT, other, 1, window);
  MPI_Win_flush_local_all(window);
  MPI_Get_accumulate(data, 1, MPI_INT, &result, 1, MPI_INT, other, 1, 1, MPI_INT, MPI_SUM, window);
  MPI_Win_sync(window);
  MPI_Win_unlock_all(window);
}

static void localData(void) {
  char packed[16];
  int place = 0;
  MPI_Pack(data, 1, MPI_INT, packed, sizeof(packed), &place, MPI_COMM_WORLD);
  place = 0;
  MPI_Unpack(packed, sizeof(int), &place, data, 1, MPI_INT, MPI_COMM_WORLD);
  MPI_Reduce_local(data, data + 1, 1, MPI_INT, MPI_SUM);
}

static void messages(void) {
  if (rank == 0) {
    MPI_Send(data, 1, MPI_INT, other, 0, MPI_COMM_WORLD);
    MPI_Isend(data, 1, MPI_INT, other, 0, MPI_COMM_WORLD, requests);
  } else {
    MPI_Recv(data, 1, MPI_INT, other, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Irecv(data, 1, MPI_INT, other, 0, MPI_COMM_WORLD, requests);
  }
  MPI_Wait(requests, MPI_STATUS_IGNORE);
  MPI_Wait(requests, MPI_STATUS_IGNORE); // null by now
  MPI_Sendrecv(data, 1, MPI_INT, other, 1, data + 1, 1, MPI_INT, other, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void persistentAndMatched(void) {
  MPI_Message message;
  int done;
  char space[MPI_BSEND_OVERHEAD + 64];
  MPI_Buffer_attach(space, sizeof space);
  if (rank == 0) {
    MPI_Send_init(data, 1, MPI_INT, other, 2, MPI_COMM_WORLD, requests);
    MPI_Start(requests);
    MPI_Wait(requests, MPI_STATUS_IGNORE);
    MPI_Startall(1, requests);
  } else {
    MPI_Recv_init(data, 1, MPI_INT, other, 2, MPI_COMM_WORLD, requests);
    MPI_Start(requests);
    MPI_Wait(requests, MPI_STATUS_IGNORE);
    MPI_Startall(1, requests);
    MPI_Wait(requests, MPI_STATUS_IGNORE);
    MPI_Probe(other, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    do
      MPI_Iprobe(other, 5, MPI_COMM_WORLD, &done, MPI_STATUS_IGNORE);
    while (!done);
    MPI_Mprobe(other, 5, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
    MPI_Mrecv(data, 1, MPI_INT, &message, MPI_STATUS_IGNORE);
  }
  if (rank == 0)
    MPI_Request_get_status(requests[0], &done, MPI_STATUS_IGNORE);
  if (rank == 0) {
    MPI_Wait(requests, MPI_STATUS_IGNORE);
    MPI_Send(data, 1, MPI_INT, other, 5, MPI_COMM_WORLD);
  }
  MPI_Request_free(requests);
  if (rank == 0) {
    MPI_Bsend(data, 1, MPI_INT, other, 3, MPI_COMM_WORLD);
  } else {
    MPI_Mprobe(other, 3, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
    MPI_Imrecv(data, 1, MPI_INT, &message, requests);
    MPI_Wait(requests, MPI_STATUS_IGNORE);
  }
  MPI_Irecv(data, 1, MPI_INT, other, 4, MPI_COMM_WORLD, requests);
  MPI_Cancel(requests);
  MPI_Wait(requests, MPI_STATUS_IGNORE);
  int size;
  void *attached;
  MPI_Buffer_detach(&attached, &size);
}

static void collectives(void) {
  MPI_Comm comm;
  MPI_Allreduce(data, data + 1, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  MPI_Iallreduce(data, data + 1, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, requests);
  MPI_Wait(requests, MPI_STATUS_IGNORE);
  MPI_Bcast(data, 1, MPI_INT, 0, MPI_COMM_WORLD);
  MPI_Scan(data, data + 1, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  MPI_Ibcast(data, 1, MPI_INT, 0, MPI_COMM_WORLD, requests);
  MPI_Wait(requests, MPI_STATUS_IGNORE);
  MPI_Comm_split(MPI_COMM_WORLD, 0, rank, &comm);
  MPI_Comm_free(&comm);
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  MPI_Comm_free(&comm);
}

int main(int argc, char **argv) {
  MPI_Group world;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  other = 1 - rank;
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, 1, &other, &group);
  windows();
  MPI_Win_allocate(64, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &window);
  activeTarget();
  MPI_Barrier(MPI_COMM_WORLD);
  files();
  passiveTarget();
  localData();
  messages();
  persistentAndMatched();
  collectives();
  MPI_Info info;
  MPI_Info_create(&info);
  MPI_Win_set_info(window, info);
  MPI_Info_free(&info);
  for (int i = 0; i < 1000; ++i) // more than a journal's first piece holds
    MPI_Win_fence(0, window);
  MPI_Group_free(&group);
  MPI_Group_free(&world);
  MPI_Win_free(&window);
  MPI_Finalize();
  return 0;
}
