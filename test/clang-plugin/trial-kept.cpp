// RUN: %clang++ -std=c++20 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=here -Xclang -verify-ignore-unexpected=note -DPART=ofCopies %s
// RUN: %clang++ -std=c++20 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=here -Xclang -verify-ignore-unexpected=note -DPART=ofContainers %s
// RUN: %clang++ -std=c++20 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=here -Xclang -verify-ignore-unexpected=note -DPART=ofWays %s
// RUN: %clang++ -std=c++20 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=none -DPART=ofDeleters %s
// RUN: %clang++ -std=c++20 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=none -DPART=ofDestructors %s
// RUN: %clang++ -std=c++20 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=none -DPART=ofSwitches %s
// RUN: %clang++ -std=c++20 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=here -Xclang -verify-ignore-unexpected=note -DPART=ofNumbers %s
// RUN: %clang++ -std=c++20 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=here -Xclang -verify-ignore-unexpected=note -DPART=ofMessages %s
//
// Memory that outlives what seems to own it, or belongs to a copy. The race at the end tells that
// the program was followed up to there.
// none-no-diagnostics

#include <array>
#include <cstdlib>
#include <functional>
#include <memory>
#include <mpi.h>
#include <optional>
#include <utility>
#include <vector>

struct Pooled {
  int cells[4];
};
template <> struct std::default_delete<Pooled> {
  void operator()(Pooled *) const {} // it goes back to its pool
};
static Pooled pool;

union Kept {
  std::vector<int> cells;
  Kept() : cells(4) {}
  ~Kept() {}
};
struct Flushes {
  MPI_Win win;
  ~Flushes() { MPI_Win_flush_all(win); }
};
struct Context {
  MPI_Win win;
  int cells[4];
  ~Context() { MPI_Win_flush_all(win); }
};

static void get(int *to, int from, MPI_Win win) {
  MPI_Get(to, 4, MPI_INT, from, 0, 4, MPI_INT, win);
}

static void ofCopies(int from, MPI_Win win) {
  std::vector<int> cells(4);
  auto getter = [cells, from, win] { MPI_Put(cells.data(), 4, MPI_INT, from, 4, 4, MPI_INT, win); };
  auto putter = [=] { MPI_Put(cells.data(), 4, MPI_INT, from, 8, 4, MPI_INT, win); };
  const std::vector<int> &same = cells;
  auto third = [=] { MPI_Put(same.data(), 4, MPI_INT, from, 12, 4, MPI_INT, win); };
  getter();
  putter();
  third();
  cells[0] = 7;
  cells = std::vector<int>(8);
  MPI_Win_flush_all(win);
}

static void ofContainers(int from, MPI_Win win) {
  std::vector<std::unique_ptr<int[]>> owners;
  std::vector<std::optional<std::vector<int>>> options;
  std::vector<std::pair<std::vector<int>, int>> pairs;
  {
    auto cells = std::make_unique<int[]>(4);
    get(cells.get(), from, win);
    owners.push_back(std::move(cells));
    std::vector<int> other(4), third(4);
    get(other.data(), from, win);
    options.emplace_back(std::move(other));
    get(third.data(), from, win);
    pairs.emplace_back(std::move(third), 3);
  }
  struct Holder {
    std::vector<int> cells;
    explicit Holder(std::vector<int> cells) : cells(std::move(cells)) {}
  };
  std::unique_ptr<Holder> holder;
  {
    std::vector<int> cells(4);
    get(cells.data(), from, win);
    holder = std::make_unique<Holder>(std::move(cells));
  }
  MPI_Win_flush_all(win);
}

static void ofWays(int from, MPI_Win win) {
  const bool isFirst = std::getenv("FIRST") != nullptr;
  std::vector<int> one, two;
  {
    std::vector<int> first(4), second(4);
    get(first.data(), from, win);
    one = isFirst ? std::move(first) : std::move(second);
    two = isFirst ? std::move(second) : std::move(first);
  }
  MPI_Win_flush_all(win);
}

static void ofDeleters(int from, MPI_Win win) {
  int cells[4];
  {
    std::unique_ptr<int[], std::function<void(int *)>> borrowed(cells, [](int *) {});
    get(borrowed.get(), from, win);
    std::unique_ptr<Pooled> pooled(&pool);
    get(pooled->cells, from, win);
    Kept *kept = new Kept;
    get(kept->cells.data(), from, win);
    Kept local;
    get(local.cells.data(), from, win);
  }
  MPI_Win_flush_all(win);
}

static void ofDestructors(int from, MPI_Win win) {
  auto context = std::make_unique<Context>();
  context->win = win;
  get(context->cells, from, win);
  context.reset();
}

static void ofSwitches(int from, MPI_Win win) {
  int value = 1;
  switch (Flushes last{win}; from) {
  case 0:
    MPI_Put(&value, 1, MPI_INT, from, 12, 1, MPI_INT, win);
    break;
  default:
    break;
  }
  value = 5;
}

static void ofNumbers(int to, MPI_Win win) {
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  std::array<int, 4> cells;
  int seen = 0;
  cells.fill(seen++);
  MPI_Put(cells.data(), 1, MPI_INT, to, 62 + seen, 1, MPI_INT, win);
  MPI_Win_flush_all(win);
  std::pair<int, int> place{0, 0};
  auto &[first, slot] = place;
  slot = 2;
  place.second = 16 + rank;
  MPI_Put(cells.data(), 1, MPI_INT, 0, slot, 1, MPI_INT, win);
  MPI_Win_flush_all(win);
}

// The gaps of a datatype are nobody's, and nothing is sent to nobody.
static int *memory;
static void ofMessages(int, MPI_Win win) {
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int value = 3, size;
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const int left = rank > 0 ? rank - 1 : MPI_PROC_NULL;
  const int right = rank + 1 < size ? rank + 1 : MPI_PROC_NULL;
  MPI_Datatype column;
  MPI_Type_vector(4, 1, 8, MPI_INT, &column);
  MPI_Type_commit(&column);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 1) {
    MPI_Put(&value, 1, MPI_INT, 0, 1, 1, MPI_INT, win);
    MPI_Win_flush(0, win);
  }
  MPI_Bcast(memory, 1, column, 0, MPI_COMM_WORLD);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 1) {
    MPI_Put(&value, 1, MPI_INT, 0, 40, 1, MPI_INT, win);
    MPI_Win_flush(0, win);
  }
  MPI_Sendrecv(memory + 40, 1, MPI_INT, left, 0, memory + 48, 1, MPI_INT, right, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Type_free(&column);
}

static void putLast(const int *value, MPI_Win win) {
  MPI_Put(value, 1, MPI_INT, 0, 63, 1, MPI_INT, win); // here-warning {{MPI_Put accesses at target '0' what another process's MPI_Put may be writing [rma-remote-race]}}
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Win win;
  MPI_Win_allocate(64 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  const int from = (rank + 1) % size;
  MPI_Win_lock_all(0, win);
  PART(from, win);
  MPI_Barrier(MPI_COMM_WORLD);
  putLast(&rank, win);
  MPI_Win_unlock_all(win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_free(&win);
  MPI_Finalize();
}
