// RUN: rm -rf %t && split-file %s %t
// RUN: %clang++ -std=c++20 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify %t/unused.cpp
// RUN: %clang++ -std=c++20 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify %t/used.cpp
// Wrappers for more than the program uses open no epoch where nothing calls them.

//--- unused.cpp
// expected-no-diagnostics
#include <mpi.h>
class Window {
  MPI_Win win;
  int *base = nullptr;

public:
  explicit Window(int n) { MPI_Win_allocate(n * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win); }
  ~Window() { MPI_Win_free(&win); }
  void fence() { MPI_Win_fence(0, win); }
  void lockAll() { MPI_Win_lock_all(0, win); }
  void start(MPI_Group group) { MPI_Win_start(group, 0, win); }
  void post(MPI_Group group) { MPI_Win_post(group, 0, win); }
  void lock(int target) { MPI_Win_lock(MPI_LOCK_SHARED, target, 0, win); }
  void lockBoth(int one, int other) { lock(one), lock(other); }
  void put(const int *value, int target) { MPI_Put(value, 1, MPI_INT, target, 0, 1, MPI_INT, win); }
};
template <typename T> void lockFor(MPI_Win win, T) { MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win); }
static inline void begin(MPI_Win win) { MPI_Win_lock_all(0, win); }
void beginTwo(MPI_Win one, MPI_Win other) {
  begin(one);
  begin(other);
  lockFor(one, 1);
}
int main(int argc, char **argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  {
    Window window(4);
    window.fence();
    window.put(&rank, rank);
    window.fence();
  }
  MPI_Finalize();
}

//--- used.cpp
#include <mpi.h>
struct Guard {
  MPI_Win win;
  explicit Guard(MPI_Win w) : win(w) {
    MPI_Win_lock_all(0, win); // expected-warning {{nothing in this program closes the epoch that MPI_Win_lock_all opens on window 'win'}}
  }
};
static void lockOne(MPI_Win win, int target) {
  MPI_Win_lock(MPI_LOCK_SHARED, target, 0, win); // expected-warning {{nothing in this program closes the epoch that MPI_Win_lock opens on window 'win'}}
}
static void lockMine(MPI_Win win) { lockOne(win, 0); }
int main(int argc, char **argv) {
  int *memory;
  MPI_Win one, other;
  MPI_Init(&argc, &argv);
  MPI_Win_allocate(4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &one);
  MPI_Win_allocate(4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &other);
  Guard guard(one);
  [&] { lockMine(other); }();
  MPI_Finalize();
}
