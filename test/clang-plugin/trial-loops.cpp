// RUN: %clang++ -std=c++20 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=wrong %s
// RUN: %clang++ -std=c++20 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=right -DRIGHT %s
// right-no-diagnostics
//
// Long loops over elements of vectors and spans, with calls that change nothing: what is behind them
// is known. What other calls may have changed is not.

#include <mpi.h>
#include <span>
#include <vector>

static int counted;
static int next() { return ++counted; }
static double half(double value) { return value / 2; }

class NodeArray {
public:
  NodeArray(MPI_Comm comm, std::size_t n) : comm(comm), n(n) {
    MPI_Comm_rank(comm, &own);
    MPI_Comm_size(comm, &size);
    MPI_Win_allocate_shared(MPI_Aint(n * sizeof(double)), sizeof(double), MPI_INFO_NULL, comm, &base, &win);
    MPI_Win_lock_all(MPI_MODE_NOCHECK, win);
  }
  ~NodeArray() {
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
  }
  void sync() {
    MPI_Win_sync(win);
    MPI_Barrier(comm);
    MPI_Win_sync(win);
  }
  std::span<double> mine() { return {base, n}; }
  double edge(int of, bool last) {
    if (of < 0 || of >= size)
      return 0;
    MPI_Aint bytes;
    int unit;
    double *there;
    MPI_Win_shared_query(win, of, &bytes, &unit, &there);
    return last ? there[n - 1] : there[0]; // wrong-note {{nothing that the processes call orders the two}}
  }
  int rank() const { return own; }

private:
  MPI_Comm comm;
  std::size_t n;
  int own, size;
  double *base;
  MPI_Win win;
};

/// A table that all have, of a part from each.
template <typename T> class Replicated {
public:
  Replicated(MPI_Comm comm, int each) : comm(comm), each(each) {
    MPI_Comm_rank(comm, &own);
    MPI_Comm_size(comm, &size);
    MPI_Win_allocate(MPI_Aint(sizeof(T)) * each * size, sizeof(T), MPI_INFO_NULL, comm, &data, &win);
    MPI_Win_lock_all(0, win);
  }
  ~Replicated() {
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
  }
  void fill(const std::vector<T> &part) {
    for (int p = 0; p < size; ++p)
      MPI_Put(part.data(), each, MPI_DOUBLE, p, MPI_Aint(own) * each, each, MPI_DOUBLE, win); // wrong-note {{the operation is issued here}}
#ifdef RIGHT
    MPI_Win_flush_all(win);
#else
    MPI_Win_flush_local_all(win); // wrong-warning {{MPI_Win_flush_local_all completes MPI_Put at line 68 at its origin only, and then MPI_Barrier at line 74 lets another process go on [rma-weak-completion]}}
#endif
    MPI_Barrier(comm);
    MPI_Win_sync(win);
  }
  const T *begin() const { return data; }
  const T *end() const { return data + each * size; }

private:
  MPI_Comm comm;
  int each, own, size;
  T *data;
  MPI_Win win;
};

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  {
    const std::size_t n = 100;
    NodeArray array(MPI_COMM_WORLD, n);
    auto u = array.mine();
    std::vector<double> next_u(n);
    for (std::size_t i = 0; i < n; ++i)
      u[i] = array.rank() + half(double(i));
    array.sync();
    for (int step = 0; step < 3; ++step) {
      const double left = array.edge(array.rank() - 1, true), right = array.edge(array.rank() + 1, false);
#ifdef RIGHT
      array.sync();
#endif
      for (std::size_t i = 0; i < n; ++i)
        next_u[i] = 0.5 * u[i] + 0.25 * ((i ? u[i - 1] : left) + (i + 1 < n ? u[i + 1] : right));
      for (std::size_t i = 0; i < n; ++i)
        u[i] = next_u[i]; // wrong-warning {{'u[i]' is written while another process may be reading it by 'last ? there[n - 1] : there[0]' at line 41 [rma-remote-race]}}
      array.sync();
    }
  }
  {
    Replicated<double> table(MPI_COMM_WORLD, 16);
    table.fill(std::vector<double>(16, 1.5));
    double sum = 0;
    for (double one : table) // wrong-note {{MPI_Win_flush, or the unlock, must come before MPI_Barrier, which lets it come here}}
      sum += one;
    counted = int(sum) - int(sum);
  }
  {
    // What is counted in the loop, in a variable or an element, is not what it was.
    std::vector<int> counts(100), starts(100);
    MPI_Win win;
    double value = 1, *memory;
    int rank, sum = 0, own = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(4 * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    for (std::size_t i = 0; i < counts.size(); ++i) {
      counts[i] = 1;
      own = next();
      sum += counts[i];
      if (i % 2)
        starts[0] = int(i);
    }
    MPI_Win_fence(0, win);
    if (rank == 0)
      MPI_Put(&value, 1, MPI_DOUBLE, 1, sum == 100 && own == 100 && starts[0] == 99 ? 3 : 4, 1, MPI_DOUBLE, win);
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
  }
  MPI_Finalize();
}
