// ranks: 2
// The queue of correct_ring_buffer.c whose consumer gives the slot back before it has read it.
#include <mpi.h>

enum { SLOTS = 2, ITEMS = 6, HEAD = 0, TAIL = 1, FIRST = 2, CONSUMER = 1 };

static int readCounter(MPI_Win win, int which) {
  int unused = 0, value;
  MPI_Fetch_and_op(&unused, &value, MPI_INT, CONSUMER, which, MPI_NO_OP, win);
  MPI_Win_flush(CONSUMER, win);
  return value;
}

static void addOne(MPI_Win win, int which) {
  int one = 1, before;
  MPI_Fetch_and_op(&one, &before, MPI_INT, CONSUMER, which, MPI_SUM, win);
  MPI_Win_flush(CONSUMER, win);
}

int main(int argc, char **argv) {
  int rank, *queue, sum = 0;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate((FIRST + SLOTS) * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &queue, &win);
  for (int i = 0; i < FIRST + SLOTS; ++i)
    queue[i] = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  for (int item = 0; item < ITEMS; ++item)
    if (rank == CONSUMER) {
      while (readCounter(win, TAIL) <= item)
        ;
      addOne(win, HEAD);
      sum += queue[FIRST + item % SLOTS]; // expect: rma-remote-race
    } else {
      int value = item * item;
      while (item - readCounter(win, HEAD) >= SLOTS)
        ;
      MPI_Put(&value, 1, MPI_INT, CONSUMER, FIRST + item % SLOTS, 1, MPI_INT, win); // expect: rma-remote-race
      MPI_Win_flush(CONSUMER, win);
      addOne(win, TAIL);
    }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return sum == 123456789;
}
