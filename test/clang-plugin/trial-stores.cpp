// What a process on trial goes on to know behind loops that store somewhere: all that is of other types.
//
// RUN: %clang++ -fsyntax-only %mpi-include -fplugin=%plugin -Xclang -verify %s
// RUN: %clang++ -fsyntax-only %mpi-include -fplugin=%plugin -Xclang -verify=race -DRACE %s
// expected-no-diagnostics
#include <array>
#include <cstdlib>
#include <mpi.h>
#include <utility>
#include <vector>

struct Cell {
  int from, step;
  double value;
};

class Field {
public:
  Field(int rows, int columns) : columns(columns), data(rows * columns) {}
  double &operator()(int i, int j) { return data[i * columns + j]; }
  void *base() { return data.data(); }
  MPI_Aint bytes() const { return data.size() * sizeof(double); }

private:
  int columns;
  std::vector<double> data;
};

class Halo {
public:
  Halo(int cells, MPI_Comm comm) : field(4, cells) {
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    MPI_Win_create(field.base(), field.bytes(), sizeof(double), MPI_INFO_NULL, comm, &win);
    requests.fill(MPI_REQUEST_NULL);
    const int turns = std::rand() % 10;
    for (int i = 0; i < turns; ++i)
      field(i % 4, i) = i * 0.5;
    for (int i = 0; i < turns; ++i)
      cells_[i % 8] = Cell{i, i + 1, 0.5};
  }
  Halo(Halo &&other)
      : field(std::move(other.field)), win(std::exchange(other.win, MPI_WIN_NULL)),
        rank(other.rank), size(other.size) {}
  ~Halo() {
    if (win != MPI_WIN_NULL)
      MPI_Win_free(&win);
  }
  template <class Body> void epoch(Body &&body) {
    MPI_Win_fence(0, win);
    std::forward<Body>(body)();
    MPI_Win_fence(0, win);
  }
  void put(const double &what) {
    // race-note@+1 {{it is complete at its target with MPI_Win_fence at line 52, which must come between the two}}
    MPI_Put(&what, 1, MPI_DOUBLE, (rank + 1) % size, 0, 1, MPI_DOUBLE, win);
  }
  double first() {
    // race-warning@+1 {{'*static_cast<double *>(field.base())' is read while another process's MPI_Put at line 56 may still be writing it [rma-remote-race]}}
    return *static_cast<double *>(field.base());
  }

protected:
  Field field;
  MPI_Win win;
  int rank, size;
  std::array<MPI_Request, 2> requests;
  Cell cells_[8];
};

class Ring : public Halo {
public:
  using Halo::Halo;
};

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  {
    Ring ring(8, MPI_COMM_WORLD);
    double value = 1, got = 0;
    ring.epoch([&] {
      ring.put(value);
#ifdef RACE
      got = ring.first();
#endif
    });
    got += ring.first();
  }
  MPI_Finalize();
}
