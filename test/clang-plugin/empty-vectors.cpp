// RUN: %clang++ -std=c++20 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify -Xclang -verify-ignore-unexpected=note %s
//
// Each process puts all of a vector to one place of process 0: where all but one of them have none
// in it, nobody else does.

#include <array>
#include <mpi.h>
#include <utility>
#include <vector>

#define GATHERED(name, ...)                                                                        \
  static void name(double *memory, std::vector<double> given) {                                       \
    int rank, size;                                                                                \
    MPI_Win win;                                                                                   \
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);                                                          \
    MPI_Comm_size(MPI_COMM_WORLD, &size);                                                          \
    MPI_Win_create(memory, 80, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &win);                            \
    std::vector<double> none;                                                                      \
    __VA_ARGS__;                                                                                   \
    MPI_Win_fence(0, win);                                                                         \
    MPI_Put(v.data(), v.size(), MPI_DOUBLE, 0, 0, v.size(), MPI_DOUBLE, win);                      \
    MPI_Win_fence(0, win);                                                                         \
    MPI_Win_free(&win);                                                                            \
  }

GATHERED(sized, std::vector<double> v(4)) // expected-warning {{another process's MPI_Put may be writing [rma-remote-race]}}
GATHERED(listed, std::vector<double> v{1, 2}) // expected-warning {{[rma-remote-race]}}
GATHERED(array, std::array<double, 4> v{}) // expected-warning {{[rma-remote-race]}}

GATHERED(onlyOne, std::vector<double> v; if (rank == size - 1) v = {1, 2})
GATHERED(sizedByRank, std::vector<double> v(rank == 1 ? 4 : 0))
GATHERED(cleared, std::vector<double> v(4); if (rank != 1) v.clear())
GATHERED(resized, std::vector<double> v(4); if (rank != 1) v.resize(0))
GATHERED(erased, std::vector<double> v(4); if (rank != 1) v.erase(v.begin(), v.end()))
GATHERED(assigned, std::vector<double> v(4); if (rank != 1) v = none)
GATHERED(exchanged, std::vector<double> v(4); if (rank != 1) std::swap(none, v))
GATHERED(parameter, std::vector<double> &v = given)

int main(int argc, char **argv) {
  double memory[10] = {};
  std::vector<double> given(argc > 1 ? 4 : 0);
  MPI_Init(&argc, &argv);
  sized(memory, given);
  listed(memory, given);
  array(memory, given);
  onlyOne(memory, given);
  sizedByRank(memory, given);
  cleared(memory, given);
  resized(memory, given);
  erased(memory, given);
  assigned(memory, given);
  exchanged(memory, given);
  parameter(memory, given);
  MPI_Finalize();
}
