// RUN: %clang++ -std=c++20 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=wrong -DWRONG %s
// RUN: %clang++ -std=c++20 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=right %s
// right-no-diagnostics
//
// What changes a displacement without being written there: destructors, defaults of members,
// references in members and bindings, pointers and iterators into containers that grew since, views
// of arrays, operators that the library calls. Each process puts to an element of its own, unless
// the displacement is set again behind it.

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <mpi.h>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#ifdef WRONG
#define AGAIN(displacement) displacement = 0
#else
#define AGAIN(displacement) (void)0
#endif

static int rank, mine;
static bool yes; // true, but nobody knows
static int zero;

static int changed;
struct AtEnd {
  ~AtEnd() { changed = rank; }
};
struct Keeper {
  int &kept;
  int value;
};
struct Guard {
  int &kept;
  int value;
  ~Guard() { kept = value; }
};
struct WithDefault {
  int id = changed = rank;
};
struct Ordered {
  int key;
  bool operator<(const Ordered &other) const {
    changed = rank;
    return key < other.key;
  }
};
enum Level { Low, High };
static bool operator<(Level a, Level b) {
  changed = rank;
  return static_cast<int>(a) < static_cast<int>(b);
}

#define WITH(name, displacement, ...)                                                              \
  static void name(const int me, MPI_Win win) {                                                    \
    __VA_ARGS__;                                                                                   \
    AGAIN(displacement);                                                                           \
    MPI_Win_fence(0, win);                                                                         \
    if (me < 2)                                                                                    \
      MPI_Put(&mine, 1, MPI_INT, 0, displacement, 1, MPI_INT, win);                                \
    MPI_Win_fence(0, win);                                                                         \
  }

WITH(destructor, changed, changed = 0; if (yes) { AtEnd end; }) // wrong-warning {{another process}}
WITH(temporary, changed, changed = 0; if (yes) AtEnd();) // wrong-warning {{another process}}
WITH(deletion, changed, changed = 0; auto *end = new AtEnd; if (yes) delete end;) // wrong-warning {{another process}}
WITH(memberDefault, changed, changed = 0; if (yes) { WithDefault made{}; mine += made.id; }) // wrong-warning {{another process}}
WITH(guard, d, int d = 0; if (yes) { Guard g{d, rank}; }) // wrong-warning {{another process}}
WITH(referenceMember, d, int d = 0; if (yes) { Keeper k{d, 0}; k.kept = rank; }) // wrong-warning {{another process}}
WITH(binding, p.first, std::pair<int, int> p(0, 0); p.first = 0; auto &[a, b] = p; a = rank + b) // wrong-warning {{another process}}
WITH(tupleElement, p.first, std::pair<int, int> p; p.first = 0; std::get<0>(p) = rank) // wrong-warning {{another process}}
WITH(mapped, d, std::map<int, int> m; m[0] = 0; auto it = m.find(0); it->second = 0; m[0] = rank; int d = it->second) // wrong-warning {{another process}}
WITH(popped, v[0], std::vector<int> v(2, 0); int *p = &v[0]; v.pop_back(); v[0] = 0; *p = rank) // wrong-warning {{another process}}
WITH(pushed, v[0], std::vector<int> v(1, 0); v.reserve(8); int &r = v[0]; v.push_back(1); v[0] = 0; r = rank) // wrong-warning {{another process}}
WITH(iterator, v[0], std::vector<int> v(2); auto it = v.begin(); v.resize(1); v[0] = 0; std::fill_n(it, 1, rank)) // wrong-warning {{another process}}
WITH(view, t[0], int t[2] = {0, 0}; std::span<int> s(t); t[0] = 0; std::fill(s.begin(), s.end(), rank)) // wrong-warning {{another process}}
WITH(oneOfTwo, v[0], std::vector<int> v(1, 0), w(1, 0); auto &r = yes ? v : w; v[0] = 0; std::fill(r.begin(), r.end(), rank)) // wrong-warning {{another process}}
WITH(arrayFill, g[0][0], std::array<int, 2> g[2]; g[0][0] = 0; g[zero].fill(rank)) // wrong-warning {{another process}}
WITH(vectorAssign, d, std::vector<int> g[2]; g[0].resize(2); g[0][0] = 0; g[zero].assign(2, rank); int d = g[0][0]) // wrong-warning {{another process}}
WITH(arraySwap, g[0][0], std::array<int, 2> g[2], h{rank, rank}; g[0][0] = 0; h.swap(g[zero])) // wrong-warning {{another process}}
WITH(comparison, changed, changed = 0; Ordered two[2] = {{2}, {1}}; std::sort(two, two + 2); mine += two[0].key) // wrong-warning {{another process}}
WITH(enumerators, changed, changed = 0; Level two[2] = {Low, High}; std::sort(two, two + 2); mine += two[0]) // wrong-warning {{another process}}
WITH(pointerToContainer, d, std::vector<int> v; auto *p = &v; int d = 0; if (yes) p->push_back(3); if (p == &v) d = rank) // wrong-warning {{another process}}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int me;
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  rank = me;
  yes = std::toupper('a') == 'A';
  zero = std::toupper('a') - 'A';
  int *memory;
  MPI_Win win;
  MPI_Win_allocate(16 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  const int number = me; // whose address nobody has
  const MPI_Win window = win;
  destructor(number, window);
  temporary(number, window);
  deletion(number, window);
  memberDefault(number, window);
  guard(number, window);
  referenceMember(number, window);
  binding(number, window);
  tupleElement(number, window);
  mapped(number, window);
  popped(number, window);
  pushed(number, window);
  iterator(number, window);
  view(number, window);
  oneOfTwo(number, window);
  arrayFill(number, window);
  vectorAssign(number, window);
  arraySwap(number, window);
  comparison(number, window);
  enumerators(number, window);
  pointerToContainer(number, window);
  MPI_Win_free(&win);
  MPI_Finalize();
}
