// ranks: 2
// A class template whose buffer, and whose place at the target, is used again between put and flush.
#include <mpi.h>

#include <array>
#include <vector>

template <typename T> MPI_Datatype type();
template <> MPI_Datatype type<int>() { return MPI_INT; }
template <> MPI_Datatype type<double>() { return MPI_DOUBLE; }

template <typename T> class Mailbox {
public:
  explicit Mailbox(int n) : memory(n), outgoing(n) {
    MPI_Win_create(memory.data(), n * sizeof(T), sizeof(T), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_lock_all(0, win);
  }
  ~Mailbox() {
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
  }
  void send(T value, int target, int at) {
    outgoing[at] = value;                                             // expect: rma-local-race
    MPI_Put(&outgoing[at], 1, type<T>(), target, at, 1, type<T>(), win); // expect: rma-local-race, rma-remote-race
  }
  void flush() { MPI_Win_flush_all(win); }

private:
  std::vector<T> memory, outgoing;
  MPI_Win win;
};

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  {
    Mailbox<int> numbers(4);
    Mailbox<double> values(4);
    numbers.send(rank, 1 - rank, 2);
    numbers.flush();
    numbers.send(rank + 1, 1 - rank, 2);
    numbers.flush();
    values.send(1.5, 1 - rank, 1);
    values.send(2.5, 1 - rank, 1); // warn: rma-local-race
    values.flush();
    MPI_Barrier(MPI_COMM_WORLD);
  }
  MPI_Finalize();
}
