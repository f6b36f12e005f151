// RUN: %clang++ -std=c++20 -fplugin=%plugin %mpi-include -fsyntax-only -Wno-unused -Xclang -verify -Xclang -verify-ignore-unexpected=note %s
//
// Range-based loops over all elements while an operation uses some of them, wherever these are; and
// containers of plain structs that leave their scope.

#include <mpi.h>
#include <array>
#include <memory>
#include <span>
#include <string>
#include <vector>

#define F MPI_Win_fence(0, w)
struct Cell {
  double u, v;
  int id;
};
struct Noisy {
  double u;
  ~Noisy();
};

void written(MPI_Win w, std::vector<double> &p, int n) { F; MPI_Put(&p[n * 3], n, MPI_DOUBLE, 0, 0, n, MPI_DOUBLE, w);
  for (auto &one : p) // expected-warning {{'p' is written while MPI_Put}}
    one = 0;
  F; }
void read(MPI_Win w, int n, double &sum) { std::vector<double> p(n * n); F; MPI_Get(&p[n], n, MPI_DOUBLE, 0, 0, n, MPI_DOUBLE, w);
  for (double one : p) // expected-warning {{'p' is read while MPI_Get}}
    sum += one;
  F; }
void variable(MPI_Win w, int n) { static double a[64]; F; MPI_Get(&a[n], 4, MPI_DOUBLE, 0, 0, 4, MPI_DOUBLE, w);
  for (double &one : a) // expected-warning {{'a' is written while MPI_Get}}
    one += 1;
  F; }
void readsPut(MPI_Win w, std::vector<double> &p, int n, double &sum) { F; MPI_Put(&p[n * 3], n, MPI_DOUBLE, 0, 0, n, MPI_DOUBLE, w);
  for (double one : p)
    sum += one;
  F; }
void other(MPI_Win w, std::vector<double> &p, std::vector<double> &q, int n) { F; MPI_Put(&p[n * 3], n, MPI_DOUBLE, 0, 0, n, MPI_DOUBLE, w);
  for (auto &one : q)
    one = 0;
  F; }
void stops(MPI_Win w, std::vector<double> &p, int n) { F; MPI_Put(&p[n * 3], n, MPI_DOUBLE, 0, 0, n, MPI_DOUBLE, w);
  for (auto &one : p) {
    one = 0;
    if (--n == 0)
      break;
  }
  F; }
void member(MPI_Win w, std::vector<Cell> &p, int n) { F; MPI_Put(&p[n].v, 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, w);
  for (auto &one : p)
    one.u = 0;
  F; }
void row(MPI_Win w, int n) { static double a[4][16]; F; MPI_Get(&a[n][0], 4, MPI_DOUBLE, 0, 0, 4, MPI_DOUBLE, w);
  for (double &one : a[0])
    one += 1;
  F; }
void part(MPI_Win w, std::vector<double> &p, int n) { F; MPI_Put(&p[n + 8], n, MPI_DOUBLE, 0, 0, n, MPI_DOUBLE, w);
  for (auto &one : std::span(p).first(8))
    one = 0;
  F; }
void spanned(MPI_Win w, int n) { static double a[64]; std::span<double> half(a, 32); F; MPI_Get(&a[n + 32], 4, MPI_DOUBLE, 0, 0, 4, MPI_DOUBLE, w);
  for (double &one : half)
    one = 0;
  F; }
void between(MPI_Win w, std::vector<double> &p, int n) { F; MPI_Put(&p[n * 3], n, MPI_DOUBLE, 0, 0, n, MPI_DOUBLE, w);
  F;
  for (auto &one : p)
    one = 0;
  F; }
void completes(MPI_Win w, std::vector<double> &p, int n) { MPI_Win_lock_all(0, w); MPI_Put(&p[n * 3], n, MPI_DOUBLE, 0, 0, n, MPI_DOUBLE, w);
  for (auto &one : p) {
    MPI_Win_flush_local_all(w);
    one = 0;
  }
  MPI_Win_unlock_all(w); }

void goes(MPI_Win w, int n) { F; {
    std::vector<Cell> cells(n);
    MPI_Put(cells.data(), 2, MPI_DOUBLE, 0, 0, 2, MPI_DOUBLE, w); // expected-warning {{MPI_Put may still be reading 'cells' when that goes out of scope [rma-buffer-lifetime]}}
  } F; }
void owned(MPI_Win w, int n) { F; {
    std::unique_ptr<Cell[]> cells(new Cell[n]);
    MPI_Get(&cells[0].u, 2, MPI_DOUBLE, 0, 0, 2, MPI_DOUBLE, w); // expected-warning {{MPI_Get may still be writing 'cells' when that goes out of scope [rma-buffer-lifetime]}}
  } F; }
void arrays(MPI_Win w) { F; {
    std::array<Cell, 4> cells{};
    MPI_Put(cells.data(), 2, MPI_DOUBLE, 0, 0, 2, MPI_DOUBLE, w); // expected-warning {{MPI_Put may still be reading 'cells' when that goes out of scope [rma-buffer-lifetime]}}
  } F; }
void stays(MPI_Win w, int n) { F; {
    std::vector<Cell> cells(n);
    MPI_Put(cells.data(), 2, MPI_DOUBLE, 0, 0, 2, MPI_DOUBLE, w);
    F;
  } F; }
// Their ends may complete it.
void noisy(MPI_Win w, int n) { F; {
    std::vector<Noisy> cells(n);
    MPI_Put(cells.data(), 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, w);
  } F; }

// All of a vector, and whichever element.
void indirect(MPI_Win w, std::vector<double> &v, const std::vector<int> &at, double &sum) { F; MPI_Get(v.data(), int(v.size()), MPI_DOUBLE, 0, 0, int(v.size()), MPI_DOUBLE, w);
  for (std::size_t i = 0; i < at.size(); ++i)
    sum += v[at[i]]; // expected-warning {{'v[at[i]]' is read while MPI_Get}}
  F; }
void indirectPut(MPI_Win w, std::vector<double> &v, const std::vector<int> &at, double &sum) { F; MPI_Put(v.data(), int(v.size()), MPI_DOUBLE, 0, 0, int(v.size()), MPI_DOUBLE, w);
  sum += v[at[0]];
  F; }
void indirectPart(MPI_Win w, std::vector<double> &v, const std::vector<int> &at, double &sum) { F; MPI_Get(v.data(), int(at.size()), MPI_DOUBLE, 0, 0, int(at.size()), MPI_DOUBLE, w);
  sum += v[at[at.size()]];
  F; }
void indirectOther(MPI_Win w, std::vector<double> &v, std::vector<double> &u, const std::vector<int> &at, double &sum) { F; MPI_Get(v.data(), int(v.size()), MPI_DOUBLE, 0, 0, int(v.size()), MPI_DOUBLE, w);
  sum += u[at[0]];
  F; }

// A reference to a row, or a name for a member, is not the whole.
struct Halves {
  double lower[8], upper[8];
};
void rowByName(MPI_Win w) { double g[2][8] = {}; auto &one = g[1]; F; MPI_Put(g[0], 8, MPI_DOUBLE, 0, 0, 8, MPI_DOUBLE, w);
  for (auto &x : one)
    x = 1;
  F; }
void rowBound(MPI_Win w) { double g[2][8] = {}; auto &[lower, upper] = g; F; MPI_Put(lower, 8, MPI_DOUBLE, 0, 0, 8, MPI_DOUBLE, w);
  for (auto &x : upper)
    x = 1;
  F; }
void memberByName(MPI_Win w) { Halves s = {}; auto &upper = s.upper; F; MPI_Put(s.lower, 8, MPI_DOUBLE, 0, 0, 8, MPI_DOUBLE, w);
  for (auto &x : upper)
    x = 1;
  F; }
