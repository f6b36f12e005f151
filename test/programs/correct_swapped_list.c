// A list that grows at its head by compare-and-swap, and is read by whoever takes it as a whole.
#include <mpi.h>
#include <stdlib.h>

// ranks: 3
// mpi: openmpi mpich
// processes: 1 2

enum { kItems = 5 };
struct Item {
  int next, value;
};

int main(void) {
  MPI_Init(NULL, NULL);
  int rank, size, taken = 0, *memory;
  MPI_Win win;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  // Rank 0 has the head, each rank its items: number rank * kItems + i, from 1.
  MPI_Win_allocate(12 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory,
                   &win);
  for (int i = 0; i < 12; ++i)
    memory[i] = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  if (rank > 0) {
    int head = 0;
    for (int i = 0; i < kItems; ++i) {
      int item = rank * kItems + i + 1, found;
      for (;; head = found) {
        struct Item made = {head, item * item};
        MPI_Put(&made, 2, MPI_INT, rank, 1 + 2 * i, 2, MPI_INT, win);
        MPI_Win_flush(rank, win);
        MPI_Compare_and_swap(&item, &head, &found, MPI_INT, 0, 0, win);
        MPI_Win_flush(0, win);
        if (found == head)
          break;
      }
      head = item;
    }
  } else {
    while (taken < (size - 1) * kItems) {
      int nothing = 0, item;
      MPI_Fetch_and_op(&nothing, &item, MPI_INT, 0, 0, MPI_REPLACE, win);
      MPI_Win_flush(0, win);
      while (item) {
        struct Item got;
        int owner = (item - 1) / kItems;
        MPI_Get(&got, 2, MPI_INT, owner, 1 + 2 * ((item - 1) % kItems), 2, MPI_INT, win);
        MPI_Win_flush(owner, win);
        if (got.value != item * item)
          MPI_Abort(MPI_COMM_WORLD, 1);
        item = got.next;
        ++taken;
      }
    }
  }
  MPI_Win_unlock_all(win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
