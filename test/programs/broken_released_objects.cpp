// Objects whose destructors release a buffer too early, and library calls of C++ on window memory.
// flags: -O0; -O2
#include <fstream>
#include <iostream>
#include <memory>
#include <mpi.h>
#include <string>
#include <vector>

struct Message {
  explicit Message(int rank) : numbers(200, rank) {}
  std::vector<int> numbers;
};

[[gnu::noinline]] static void start(int rank, MPI_Request &request) {
  Message message(rank);
  MPI_Isend(message.numbers.data(), 200, MPI_INT, 1 - rank, 1, MPI_COMM_WORLD, &request); // expect: rma-buffer-lifetime #1
}

int main(int argc, char **argv) {
  int rank, received[200];
  char *memory;
  MPI_Request request;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  start(rank, request);
  std::vector<int> reused(200, 7);
  MPI_Recv(received, 200, MPI_INT, 1 - rank, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Wait(&request, MPI_STATUS_IGNORE);

  auto owned = std::make_unique<int[]>(300);
  MPI_Isend(owned.get(), 100, MPI_INT, 1 - rank, 2, MPI_COMM_WORLD, &request); // expect: rma-buffer-lifetime #2
  owned.reset();
  MPI_Recv(received, 100, MPI_INT, 1 - rank, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Wait(&request, MPI_STATUS_IGNORE);

  std::vector<int> grows(10);
  MPI_Isend(grows.data(), 10, MPI_INT, 1 - rank, 3, MPI_COMM_WORLD, &request); // expect: rma-buffer-lifetime #3
  grows.resize(5000);
  MPI_Recv(received, 10, MPI_INT, 1 - rank, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Wait(&request, MPI_STATUS_IGNORE);

  MPI_Win_allocate(256, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  std::fill(memory, memory + 256, 'x');
  memory[63] = memory[127] = '\0';
  std::string text = "0123456789";
  MPI_Win_fence(0, win);
  if (rank == 0) {
    MPI_Put(text.data(), 10, MPI_CHAR, 1, 0, 10, MPI_CHAR, win);   // expect: rma-remote-race #1
    MPI_Put(text.data(), 10, MPI_CHAR, 1, 64, 10, MPI_CHAR, win);  // expect: rma-remote-race #2
    MPI_Put(text.data(), 10, MPI_CHAR, 1, 128, 10, MPI_CHAR, win); // expect: rma-remote-race #3
  } else {
    std::cout << memory << '\n'; // expect: rma-remote-race #1
    std::string copy;
    copy = memory + 64;              // expect: rma-remote-race #2
    std::cout.write(memory + 128, 8); // expect: rma-remote-race #3
    received[0] = static_cast<int>(copy.size());
  }
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
