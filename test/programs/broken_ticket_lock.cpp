// ranks: 3
// flags: -O2 -std=c++20
// The ticket lock is given back before the put that it protects is complete: the neighbour of correct_ticket_lock.cpp.
// warnings: may
#include <mpi.h>

#include <cstdint>
#include <mutex>

class TicketLock {
public:
  explicit TicketLock(MPI_Comm comm) {
    int rank;
    MPI_Comm_rank(comm, &rank);
    MPI_Win_allocate(rank == 0 ? 2 * sizeof(std::uint64_t) : 0, sizeof(std::uint64_t), MPI_INFO_NULL, comm, &base, &win);
    if (rank == 0)
      base[0] = base[1] = 0;
    MPI_Win_lock_all(0, win);
    MPI_Barrier(comm);
  }
  TicketLock(const TicketLock &) = delete;
  ~TicketLock() {
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
  }

  void lock() {
    const std::uint64_t mine = fetch(kNext, 1, MPI_SUM);
    while (fetch(kServing, 0, MPI_NO_OP) != mine) {
    }
  }
  void unlock() { fetch(kServing, 1, MPI_SUM); }

private:
  static constexpr MPI_Aint kNext = 0, kServing = 1;

  std::uint64_t fetch(MPI_Aint at, std::uint64_t operand, MPI_Op op) {
    std::uint64_t result;
    MPI_Fetch_and_op(&operand, &result, MPI_UINT64_T, 0, at, op, win);
    MPI_Win_flush(0, win);
    return result;
  }

  std::uint64_t *base = nullptr;
  MPI_Win win = MPI_WIN_NULL;
};

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  {
    TicketLock mutex(MPI_COMM_WORLD);
    double *total;
    MPI_Win data;
    MPI_Win_allocate(sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &total, &data);
    *total = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock_all(0, data);
    double values[5];
    for (double &value : values) {
      std::lock_guard guard(mutex);
      MPI_Get(&value, 1, MPI_DOUBLE, 1, 0, 1, MPI_DOUBLE, data); // expect: rma-remote-race #get
      MPI_Win_flush_local(1, data);
      value += rank;
      MPI_Put(&value, 1, MPI_DOUBLE, 1, 0, 1, MPI_DOUBLE, data); // expect: rma-remote-race #get, rma-remote-race #put
    }
    MPI_Win_unlock_all(data);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_free(&data);
  }
  MPI_Finalize();
}
