// ranks: 2
// flags: -O2 -pthread -D_FORTIFY_SOURCE=2; -O0 -pthread
// A thread fills buffers that the main thread puts. They say what is ready, and what may be filled again, by a byte
// through a pipe, a pair of sockets, an event, a queue, or by closing the pipe.
#include <fcntl.h>
#include <mpi.h>
#include <mqueue.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

enum { N = 64, ROUNDS = 3, WAYS = 6 };

static int data[WAYS][N];
static int full[2], empty[2], ends[2], event, again;
static mqd_t queue = (mqd_t)-1;

static void require(int holds) {
  if (!holds)
    abort();
}

static void fill(int way, int value) {
  for (int i = 0; i < N; ++i)
    data[way][i] = value;
}

static void *produce(void *unused) {
  char byte = 0;
  for (int round = 0; round < ROUNDS; ++round) {
    fill(0, round); // pipes
    require(write(full[1], &byte, 1) == 1);
    require(read(empty[0], &byte, 1) == 1);

    fill(1, round); // sockets
    require(send(ends[0], &byte, 1, 0) == 1);
    require(recv(ends[0], &byte, 1, 0) == 1);

    fill(2, round); // events
    require(eventfd_write(event, 1) == 0);
    eventfd_t value;
    require(eventfd_read(again, &value) == 0);

    fill(3, round); // asked for before it is read
    require(write(full[1], &byte, 1) == 1);
    require(read(empty[0], &byte, 1) == 1);

    if (queue != (mqd_t)-1) { // not everywhere
      fill(4, round);
      require(mq_send(queue, &byte, 1, 0) == 0);
      require(read(empty[0], &byte, 1) == 1);
    }
  }
  fill(5, ROUNDS); // read to the end
  close(full[1]);
  return unused;
}

static void put(int way, int to, MPI_Win win) {
  MPI_Put(data[way], N, MPI_INT, to, way * N, N, MPI_INT, win);
  MPI_Win_flush(to, win);
}

int main(int argc, char **argv) {
  int rank, provided, *memory;
  char byte, name[64];
  pthread_t producer;
  MPI_Win win;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  require(pipe(full) == 0 && pipe(empty) == 0 && socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0);
  event = eventfd(0, 0);
  again = eventfd(0, 0);
  snprintf(name, sizeof name, "/queue-%ld", (long)getpid());
  struct mq_attr attributes = {.mq_maxmsg = 1, .mq_msgsize = 1};
  queue = mq_open(name, O_CREAT | O_EXCL | O_RDWR, 0600, &attributes);
  mq_unlink(name);
  MPI_Win_allocate(WAYS * N * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  pthread_create(&producer, NULL, produce, NULL);
  for (int round = 0; round < ROUNDS; ++round) {
    require(read(full[0], &byte, 1) == 1);
    put(0, 1 - rank, win);
    require(write(empty[1], &byte, 1) == 1);

    require(recv(ends[1], &byte, 1, 0) == 1);
    put(1, 1 - rank, win);
    require(send(ends[1], &byte, 1, 0) == 1);

    eventfd_t value;
    require(eventfd_read(event, &value) == 0);
    put(2, 1 - rank, win);
    require(eventfd_write(again, 1) == 0);

    struct pollfd ready = {.fd = full[0], .events = POLLIN};
    require(poll(&ready, 1, -1) == 1);
    put(3, 1 - rank, win);
    require(read(full[0], &byte, 1) == 1);
    require(write(empty[1], &byte, 1) == 1);

    if (queue != (mqd_t)-1) {
      require(mq_receive(queue, &byte, 1, NULL) == 1);
      put(4, 1 - rank, win);
      require(write(empty[1], &byte, 1) == 1);
    }
  }
  require(read(full[0], &byte, 1) == 0);
  put(5, 1 - rank, win);
  pthread_join(producer, NULL);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
