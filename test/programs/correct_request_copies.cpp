// Requests are waited for by copies of their handles, in other orders and containers than they
// were made in, or are seen to be complete by MPI_Request_get_status.

// ranks: 2
// mpi: openmpi mpich
// flags: -O0; -O2
#include <mpi.h>
#include <vector>

namespace {

long reversed(int peer, MPI_Win window) {
  MPI_Request requests[3];
  int values[3];
  long sum = 0;
  for (int i = 0; i < 3; ++i)
    MPI_Rget(&values[i], 1, MPI_INT, peer, i, 1, MPI_INT, window, &requests[i]);
  for (int i = 2; i >= 0; --i) {
    MPI_Request copy = requests[i];
    MPI_Wait(&copy, MPI_STATUS_IGNORE);
    sum += values[i];
  }
  return sum;
}

long growing(int peer, MPI_Win window) {
  std::vector<MPI_Request> requests;
  int values[20];
  long sum = 0;
  for (int &value : values) {
    MPI_Request request;
    MPI_Rget(&value, 1, MPI_INT, peer, 0, 1, MPI_INT, window, &request);
    requests.push_back(request);
  }
  while (!requests.empty()) {
    MPI_Wait(&requests.back(), MPI_STATUS_IGNORE);
    requests.pop_back();
    sum += values[requests.size()];
  }
  return sum;
}

long seen(int peer, MPI_Win window) {
  MPI_Request request;
  int value = 1, result, done = 0;
  MPI_Rget_accumulate(&value, 1, MPI_INT, &result, 1, MPI_INT, peer, 4, 1, MPI_INT, MPI_SUM, window, &request);
  while (!done)
    MPI_Request_get_status(request, &done, MPI_STATUS_IGNORE);
  long sum = result;
  value = 0;
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  return sum + value;
}

} // namespace

int main(int argc, char **argv) {
  int rank, *memory;
  MPI_Win window;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(64, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &window);
  for (int i = 0; i < 16; ++i)
    memory[i] = i;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, window);
  long sum = reversed(1 - rank, window) + growing(1 - rank, window) + seen(1 - rank, window);
  MPI_Win_unlock_all(window);
  MPI_Win_free(&window);
  MPI_Finalize();
  return sum < 0;
}
