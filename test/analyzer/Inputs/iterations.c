// A ring: each rank works, puts its value to the next one, and all meet in a fence. Iteration `slow`
// takes longer on rank 2; in iteration `last` that one dies.
#include <mpi.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

static int memory, value;

static void step(MPI_Win win, int next, int micros) {
  usleep(micros);
  MPI_Put(&value, 1, MPI_INT, next, 0, 1, MPI_INT, win);
  MPI_Win_fence(0, win); // in the loop
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, size, count = atoi(argv[1]), slow = atoi(argv[2]), last = atoi(argv[3]);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Win win;
  MPI_Win_create(&memory, sizeof memory, sizeof memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
  for (int i = 0; i < count; ++i) {
    if (rank == 2 && i == last && usleep(500000) == 0) // the others get to the next fence
      raise(SIGKILL);
    step(win, (rank + 1) % size, i == slow && rank == 2 ? 500000 : 2000);
    if (rank == 0 && i % 2)
      MPI_Send(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD); // by two of the ranks only
    if (rank == 1 && i % 2)
      MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
