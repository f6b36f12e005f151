// RUN: %clang++ -std=c++20 -fplugin=%plugin %mpi-include -fsyntax-only -Wno-unused -Xclang -verify=wrong %s
// RUN: %clang++ -std=c++20 -fplugin=%plugin %mpi-include -fsyntax-only -Wno-unused -Xclang -verify=right -DRIGHT %s
// right-no-diagnostics
//
// A program of classes, templates, containers and lambdas, executed for a few processes.

#include <mpi.h>

#include <array>
#include <cstdio>
#include <memory>
#include <vector>

template <typename T> struct Type;
template <> struct Type<int> {
  static MPI_Datatype get() { return MPI_INT; }
};
template <> struct Type<double> {
  static MPI_Datatype get() { return MPI_DOUBLE; }
};

template <typename T> class Slots {
public:
  Slots(MPI_Comm comm, int n) : memory(n) {
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    MPI_Win_create(memory.data(), n * sizeof(T), sizeof(T), MPI_INFO_NULL, comm, &win);
    MPI_Win_fence(0, win);
  }
  Slots(const Slots &) = delete;
  ~Slots() { MPI_Win_free(&win); }
  void give(int to, int at, const T &value) {
    MPI_Put(&value, 1, Type<T>::get(), to, at, 1, Type<T>::get(), win); // wrong-note {{it is complete at its target with MPI_Win_fence at line 35, which must come between the two}}
  }
  void next() { MPI_Win_fence(0, win); }
  T operator[](int i) const { return memory[i]; } // wrong-warning {{'memory[i]' is read while another process's MPI_Put at line 33 may still be writing it}}
  int rank, size;

private:
  std::vector<T> memory;
  MPI_Win win = MPI_WIN_NULL;
};

struct Epoch {
  explicit Epoch(MPI_Win win) : win(win) { MPI_Win_lock_all(0, win); } // wrong-note {{the epoch was opened here}}
  ~Epoch() { MPI_Win_unlock_all(win); }
  MPI_Win win;
};

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  {
    Slots<int> slots(MPI_COMM_WORLD, 16);
    Slots<double> others(MPI_COMM_WORLD, 16);
    int mine = slots.rank, sum = 0;
    double x = 2;
    for (int r = 0; r < slots.size; ++r) {
      slots.give(r, slots.rank, mine);
      others.give(r, slots.rank, x);
    }
    others.next();
#ifdef RIGHT
    slots.next();
#endif
    for (int r = 0; r < slots.size; ++r)
      sum += slots[r] + static_cast<int>(others[r]);
    slots.next();
    mine = sum;
    std::array<int, 4> out{1, 2, 3, 4};
    auto put = [&](int to) { slots.give(to, 8 + slots.rank, out[slots.rank % 4]); };
    put((slots.rank + 1) % slots.size);
    slots.next();
    out[0] = slots[8];
    int *memory;
    MPI_Win win;
    MPI_Win_allocate(64, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    std::unique_ptr<int[]> heap(new int[4]);
    for (int i = 0; i < 4; ++i)
      memory[i] = heap[i] = i;
    MPI_Barrier(MPI_COMM_WORLD);
    {
      Epoch epoch(win);
      MPI_Put(heap.get(), 4, MPI_INT, (slots.rank + 1) % slots.size, 4, 4, MPI_INT, win); // wrong-note {{from here until its local completion}}
#ifndef RIGHT
      heap[3] = 5; // wrong-warning {{'heap[3]' is written while MPI_Put at line 83 may still be reading it [rma-local-race]}}
#endif
    }
    heap[0] = 3;
    MPI_Barrier(MPI_COMM_WORLD);
    std::printf("%d %d\n", memory[4], sum);
    MPI_Win_free(&win);
  }
  MPI_Finalize();
}
