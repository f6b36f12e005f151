// ranks: 4
// Work is handed out by fetch_and_op on a counter; results go to distinct slots.
#include <mpi.h>

#define WORK 24

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int *memory;
  MPI_Win win;
  MPI_Win_allocate((1 + WORK) * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  for (int i = 0; i <= WORK; ++i)
    memory[i] = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  for (;;) {
    int one = 1, ticket, result;
    MPI_Fetch_and_op(&one, &ticket, MPI_INT, 0, 0, MPI_SUM, win);
    MPI_Win_flush(0, win);
    if (ticket >= WORK)
      break;
    result = ticket * ticket;
    MPI_Put(&result, 1, MPI_INT, 0, 1 + ticket, 1, MPI_INT, win);
    MPI_Win_flush_local(0, win);
  }
  MPI_Win_unlock_all(win);
  MPI_Barrier(MPI_COMM_WORLD);
  int wrong = rank == 0 && memory[WORK] != (WORK - 1) * (WORK - 1);
  MPI_Win_free(&win);
  MPI_Finalize();
  return wrong;
}
