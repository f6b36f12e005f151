// RUN: %clang++ -std=c++20 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=wrong -DWRONG %s
// RUN: %clang++ -std=c++20 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=right %s
// RUN: %clang++ -std=c++20 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=right -DTHROWS %s
// right-no-diagnostics
//
// What changes vectors without a method of theirs that says so: moves into other containers,
// arguments that are evaluated before, copies of wider elements, iterators that are kept, and code
// of allocators, conversions and iterators of the program's own. Each process puts to an element of
// its own, unless the displacement is set again behind it.

#include <algorithm>
#include <cstddef>
#include <deque>
#include <list>
#include <memory>
#include <mpi.h>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#ifdef WRONG
#define AGAIN(displacement) displacement = 0
#else
#define AGAIN(displacement) (void)0
#endif

static int mine, number, used;

template <class T> struct Allocator : std::allocator<T> {
  Allocator() = default;
  template <class U> Allocator(const Allocator<U> &) {}
  T *allocate(std::size_t count) {
    used = number;
    return std::allocator<T>::allocate(count);
  }
  template <class U> struct rebind {
    using other = Allocator<U>;
  };
};
struct Held {
  std::vector<int> v;
  int k = 0;
};
struct Ticket {
  operator int() const { return used = number; }
};
static int add(std::vector<int> &v, int value) {
  v.push_back(value);
  return 0;
}
static int shrink(std::vector<int> &v) {
  v.clear();
  return number;
}
static std::vector<int> &counted(std::vector<int> &v, int &calls) {
  ++calls;
  return v;
}
static bool isSet(const std::vector<bool> &flags, int at) { return flags[at]; }

#define WITH(name, displacement, ...)                                                              \
  static void name(const int me, MPI_Win win) {                                                    \
    __VA_ARGS__;                                                                                   \
    AGAIN(displacement);                                                                           \
    MPI_Win_fence(0, win);                                                                         \
    if (me < 2)                                                                                    \
      MPI_Put(&mine, 1, MPI_INT, 0, displacement, 1, MPI_INT, win);                                \
    MPI_Win_fence(0, win);                                                                         \
  }

WITH(emptied, d, std::vector<std::vector<int>> all; std::vector<int> row{4}; all.push_back(std::move(row)); row.push_back(me); int d = row[0]) // wrong-warning {{another process}}
WITH(emptiedByList, d, std::list<std::vector<int>> all; std::vector<int> row{0}; all.push_back(std::move(row)); int d = row.empty() ? me : 0) // wrong-warning {{another process}}
WITH(kept, d, std::vector<std::vector<int>> all; std::vector<int> row{0}; int *p = row.data(); all.push_back(std::move(row)); *p = me; int d = all[0][0]) // wrong-warning {{another process}}
WITH(copiedConst, d, const std::vector<int> w{0}; std::vector<int> v; v = std::move(w); int d = w.empty() ? 0 : me) // wrong-warning {{another process}}
WITH(movedMember, d, Held s{{0}, 3}, r; int *p = s.v.data(); r = std::move(s); r.v[0] = me; int d = *p) // wrong-warning {{another process}}
WITH(withAllocator, d, std::vector<int> v{0}; int *p = &v[0]; std::vector<int> w(std::move(v), std::allocator<int>()); w[0] = me; int d = *p) // wrong-warning {{another process}}
WITH(spans, e[1], int b[2] = {0, 0}, e[2] = {0, 0}; std::vector<std::span<int>> q; q.emplace_back(b); q.emplace_back(e, 2); q[1][1] = me) // wrong-warning {{another process}}
WITH(wider, d, std::vector<int> c{0, 0, 0, me}; std::vector<long> v(4); std::copy(c.begin(), c.end(), v.begin()); int d = v[3]) // wrong-warning {{another process}}
WITH(bits, d, const std::vector<bool> flags(2, false); int d = isSet(flags, 1) ? 0 : me) // wrong-warning {{another process}}
WITH(addedBefore, v[0], std::vector<int> v; v.push_back(add(v, me))) // wrong-warning {{another process}}
WITH(clearedBefore, v[0], std::vector<int> v{0, 0}; number = me; v.push_back(shrink(v))) // wrong-warning {{another process}}
WITH(countedOnce, d, std::vector<int> v{1}; int calls = 0; std::sort(counted(v, calls).begin(), v.end()); int d = calls == 1 ? me : 0) // wrong-warning {{another process}}
WITH(allocated, used, number = me; used = 0; std::vector<int, Allocator<int>> v(4)) // wrong-warning {{another process}}
WITH(conversion, used, number = me; used = 0; std::vector<int> v; v.emplace_back(Ticket{})) // wrong-warning {{another process}}
// These end the trial: what throws, and iterators out of nowhere.
#ifndef WRONG
WITH(ofTheBegins, v[0], std::vector<int> v{0}; std::vector<std::vector<int>::iterator> ends{v.begin(), v.end()}; std::fill(ends.front(), ends.back(), me))
WITH(outside, d, std::vector<int> v(2); int d = 0; try { v.at(5) = 1; } catch (const std::out_of_range &) { d = me; })
#endif

// The moved buffer is under way; the vector has another one then.
static void handOver(const int me, MPI_Win win) {
  std::deque<std::vector<int>> sent;
  std::vector<int> buffer{me};
  MPI_Win_fence(0, win);
  MPI_Put(buffer.data(), 1, MPI_INT, 0, 4 + me, 1, MPI_INT, win);
  sent.push_back(std::move(buffer));
  buffer.resize(1);
  buffer[0] = 7;
  MPI_Win_fence(0, win);
}
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int *memory;
  MPI_Win win;
  MPI_Win_allocate(16 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  const int me = rank; // whose address nobody has
  const MPI_Win window = win;
  emptied(me, window);
  emptiedByList(me, window);
  kept(me, window);
  copiedConst(me, window);
  movedMember(me, window);
  withAllocator(me, window);
  spans(me, window);
  wider(me, window);
  bits(me, window);
  addedBefore(me, window);
  clearedBefore(me, window);
  countedOnce(me, window);
  allocated(me, window);
  conversion(me, window);
  handOver(me, window);
#ifdef THROWS
  outside(me, window);
#elif !defined(WRONG)
  ofTheBegins(me, window);
#endif
  MPI_Win_free(&win);
  MPI_Finalize();
}
