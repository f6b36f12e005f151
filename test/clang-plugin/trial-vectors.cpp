// RUN: %clang++ -std=c++20 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=wrong -DSEED=0 %s
// RUN: %clang++ -std=c++20 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=right -DSEED=me %s
// right-no-diagnostics
//
// What vectors and spans hold is followed on trial: the displacement of each put goes through some.
// It is the process's own number, or 0 for all.

#include <algorithm>
#include <array>
#include <functional>
#include <mpi.h>
#include <span>
#include <utility>
#include <vector>

static int mine;
struct Edge {
  int from, to;
};
struct Rows {
  std::vector<int> begins;
  int count;
};
static Rows rowsOf(int first) {
  Rows rows;
  rows.begins.push_back(first);
  rows.count = 1;
  return rows;
}
static int firstOf(std::span<const int> part) { return part[0]; }

#define WITH(name, displacement, ...)                                                              \
  static void name(const int me, MPI_Win win) {                                                    \
    __VA_ARGS__;                                                                                   \
    MPI_Win_fence(0, win);                                                                         \
    if (me < 2)                                                                                    \
      MPI_Put(&mine, 1, MPI_INT, 0, displacement, 1, MPI_INT, win);                                \
    MPI_Win_fence(0, win);                                                                         \
  }

WITH(pushed, v[1], std::vector<int> v; v.push_back(7); v.push_back(SEED)) // wrong-warning {{another process}}
WITH(emplaced, v.back(), std::vector<int> v; v.emplace_back(); v.emplace_back(SEED)) // wrong-warning {{another process}}
WITH(popped, v[v.size() - 1], std::vector<int> v{SEED, 5}; v.pop_back()) // wrong-warning {{another process}}
WITH(listed, v[2], std::vector<int> v{4, 5, SEED}) // wrong-warning {{another process}}
WITH(filled, v[2], std::vector<int> v(3, SEED)) // wrong-warning {{another process}}
WITH(zeros, v[1] + SEED, std::vector<int> v(2)) // wrong-warning {{another process}}
WITH(resized, v[1], std::vector<int> v(1); v.resize(3, SEED)) // wrong-warning {{another process}}
WITH(grown, v[1] + SEED, std::vector<int> v{4}; v.resize(2)) // wrong-warning {{another process}}
WITH(assigned, v[1], std::vector<int> v(1); v.assign(2, SEED)) // wrong-warning {{another process}}
WITH(cleared, v[0], std::vector<int> v{8, 9}; v.clear(); v.push_back(SEED)) // wrong-warning {{another process}}
WITH(copied, w[0], std::vector<int> v{SEED}; auto w = v; v[0] = 5) // wrong-warning {{another process}}
WITH(copyAssigned, w[0], std::vector<int> v{SEED}, w; w = v; v[0] = 5) // wrong-warning {{another process}}
WITH(moved, w[0], std::vector<int> v{SEED}, w(4); w = std::move(v)) // wrong-warning {{another process}}
WITH(listAssigned, v[1], std::vector<int> v; v = {3, SEED}) // wrong-warning {{another process}}
WITH(swapped, w[0], std::vector<int> v{SEED}, w{6}; v.swap(w)) // wrong-warning {{another process}}
WITH(exchanged, w[0], std::vector<int> v{SEED}, w{6}; std::swap(v, w)) // wrong-warning {{another process}}
WITH(pointers, *q, int a = SEED, b = 6; int *p = &a, *q = &b; std::swap(p, q)) // wrong-warning {{another process}}
WITH(numbers, b, int a = SEED, b = 6; std::swap(a, b)) // wrong-warning {{another process}}
WITH(structures, v[1].to, std::vector<Edge> v; v.push_back({1, 2}); Edge e{3, SEED}; v.push_back(e)) // wrong-warning {{another process}}
WITH(nested, v[1][2], std::vector<std::vector<int>> v(2, std::vector<int>(3)); v[0][2] = 9; v[1][2] = SEED) // wrong-warning {{another process}}
WITH(returned, rows.begins[0], const Rows rows = rowsOf(SEED)) // wrong-warning {{another process}}
WITH(copiedMember, r.begins[0], Rows rows = rowsOf(SEED); Rows r = rows; rows.begins[0] = 5) // wrong-warning {{another process}}
WITH(converted, static_cast<int>(v[0]), std::vector<double> v; v.push_back(SEED)) // wrong-warning {{another process}}
WITH(ofArray, firstOf(t), int t[2] = {SEED, 4}) // wrong-warning {{another process}}
WITH(ofVector, firstOf(v), std::vector<int> v{SEED, 4}) // wrong-warning {{another process}}
WITH(part, s.subspan(1)[0], int t[3] = {3, SEED, 4}; std::span<int> s(t)) // wrong-warning {{another process}}
WITH(lastOnes, s.last(2)[0], int t[3] = {3, SEED, 4}; std::span<int> s(t)) // wrong-warning {{another process}}
WITH(fixedExtent, s.part.size() == 2 ? s.next : 9, int t[2] = {}; struct { std::span<int, 2> part; long next; } s{std::span<int, 2>(t), SEED}) // wrong-warning {{another process}} wrong-note {{epoch}}
// What is only calculated changes nothing; nor do iterators that are made.
WITH(calculated, d, int d = SEED, t[2] = {1, 2}; std::transform(t, t + 2, t, [&d](int each) { return each * d; }); std::sort(t, t + 2, std::greater<>())) // wrong-warning {{another process}} wrong-note {{epoch}}
WITH(arrayFilled, a[1], std::array<int, 2> a; std::copy(a.begin(), a.end(), a.begin()); a[1] = SEED) // wrong-warning {{another process}}
WITH(begun, v[0], std::vector<int> v{SEED}; auto begin = v.begin(); mine += begin == v.end()) // wrong-warning {{another process}}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int *memory;
  MPI_Win win;
  MPI_Win_allocate(16 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  const int number = rank; // whose address nobody has
  const MPI_Win window = win;
  pushed(number, window);
  emplaced(number, window);
  popped(number, window);
  listed(number, window);
  filled(number, window);
  zeros(number, window);
  resized(number, window);
  grown(number, window);
  assigned(number, window);
  cleared(number, window);
  copied(number, window);
  copyAssigned(number, window);
  moved(number, window);
  listAssigned(number, window);
  swapped(number, window);
  exchanged(number, window);
  pointers(number, window);
  numbers(number, window);
  structures(number, window);
  nested(number, window);
  returned(number, window);
  copiedMember(number, window);
  converted(number, window);
  ofArray(number, window);
  ofVector(number, window);
  part(number, window);
  lastOnes(number, window);
  fixedExtent(number, window);
  calculated(number, window);
  arrayFilled(number, window);
  begun(number, window);
  MPI_Win_free(&win);
  MPI_Finalize();
}
