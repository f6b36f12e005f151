// Destructors that wait before they release; containers that grow after their operation.
// flags: -O0; -O2
#include <iostream>
#include <memory>
#include <mpi.h>
#include <stdexcept>
#include <string>
#include <vector>

class Sender {
public:
  Sender(int rank, int tag) : numbers(200, rank) {
    MPI_Isend(numbers.data(), 200, MPI_INT, 1 - rank, tag, MPI_COMM_WORLD, &request);
  }
  ~Sender() { MPI_Wait(&request, MPI_STATUS_IGNORE); }

private:
  std::vector<int> numbers;
  MPI_Request request;
};

class Epoch {
public:
  Epoch(int target, MPI_Win win) : target(target), win(win) {
    MPI_Win_lock(MPI_LOCK_SHARED, target, 0, win);
  }
  ~Epoch() { MPI_Win_unlock(target, win); }

private:
  int target;
  MPI_Win win;
};

[[gnu::noinline]] static int throwing(int rank, MPI_Win win) {
  int number = rank;
  {
    Epoch epoch(1 - rank, win);
    MPI_Put(&number, 1, MPI_INT, 1 - rank, rank, 1, MPI_INT, win);
  }
  if (rank >= 0)
    throw std::runtime_error(std::to_string(number));
  return number;
}

[[gnu::noinline]] static int uses(int rank) {
  volatile int numbers[200] = {rank};
  return numbers[rank];
}

int main(int argc, char **argv) {
  int rank, received[200], *memory;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(1024, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  for (int i = 0; i < 3; ++i) {
    {
      Sender sender(rank, i);
      MPI_Recv(received, 200, MPI_INT, 1 - rank, i, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    std::vector<int> reused(200, i);
    try {
      throwing(rank, win);
    } catch (const std::exception &exception) {
      std::cout << exception.what() << uses(rank) << '\n';
    }
    reused.resize(1000 * i);
    auto owned = std::make_unique<std::string>(40, 'x');
    {
      Epoch epoch(1 - rank, win);
      MPI_Put(owned->data(), 40, MPI_CHAR, 1 - rank, 10 + 10 * rank, 10, MPI_INT, win);
    }
  }
  MPI_Win_free(&win);
  MPI_Finalize();
}
