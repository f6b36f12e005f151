// RUN: %clang++ -std=c++20 -fplugin=%plugin %mpi-include -fsyntax-only -Wno-unused -Xclang -verify -Xclang -verify-ignore-unexpected=note %s
// RUN: %clang++ -std=c++17 -fplugin=%plugin %mpi-include -fsyntax-only -Wno-unused -Xclang -verify -Xclang -verify-ignore-unexpected=note %s
// Loops that access a part of each element, or whole objects.
#include <mpi.h>
#include <array>
#include <complex>
#include <vector>
#define F MPI_Win_fence(0, w)
struct Particle { double x, y, v[3]; int id; };
using Particles = std::vector<Particle>;
Particle make(MPI_Win w);

void members(MPI_Win w, Particles &p) { F; MPI_Put(p.data(), 6, MPI_DOUBLE, 1, 0, 6, MPI_DOUBLE, w);
  for (auto &one : p) // expected-warning {{'p' is written while MPI_Put}}
    one.x += one.v[0];
  F; }
void arrows(MPI_Win w, Particles &p) { F; MPI_Get(&p[0], 6, MPI_DOUBLE, 1, 0, 6, MPI_DOUBLE, w);
  for (auto it = p.begin(); it != p.end(); ++it) // expected-warning {{'p' is written while MPI_Get}}
    it->v[2] = 1;
  F; }
void parentheses(MPI_Win w, Particles &p, double &sum) { F; MPI_Get(&p[0], 6, MPI_DOUBLE, 1, 0, 6, MPI_DOUBLE, w);
  for (auto it = p.begin(); it != p.end(); ++it) // expected-warning {{'p' is read while MPI_Get}}
    sum += (*it).y;
  F; }
void oneMember(MPI_Win w, Particles &p) { F; MPI_Get(&p[0].y, 1, MPI_DOUBLE, 1, 0, 1, MPI_DOUBLE, w);
  for (auto &one : p) // expected-warning {{'p' is written while MPI_Get}}
    one.y = 0;
  F; }
void objects(MPI_Win w, Particles &p) { F; MPI_Get(&p[0], 6, MPI_DOUBLE, 1, 0, 6, MPI_DOUBLE, w);
  for (auto &one : p) // expected-warning {{'p' is written while MPI_Get}}
    one = Particle{};
  F; }
void iterated(MPI_Win w, Particles &p, const Particle &other) { F; MPI_Get(&p[0], 6, MPI_DOUBLE, 1, 0, 6, MPI_DOUBLE, w);
  for (auto it = p.begin(); it != p.end(); ++it) // expected-warning {{'p' is written while MPI_Get}}
    *it = other;
  F; }
void complexes(MPI_Win w, std::vector<std::complex<double>> &z) { F; MPI_Put(z.data(), 4, MPI_C_DOUBLE_COMPLEX, 1, 0, 4, MPI_C_DOUBLE_COMPLEX, w);
  for (auto &one : z) // expected-warning {{'z' is written while MPI_Put}}
    one *= 2.0;
  F; }
void rows(MPI_Win w) { double a[4][4] = {}; F; MPI_Put(a, 16, MPI_DOUBLE, 1, 0, 16, MPI_DOUBLE, w);
  for (auto &row : a) // expected-warning {{'a' is written while MPI_Put}}
    for (auto &x : row)
      x = 0;
  F; }
struct Field { std::vector<double> u; MPI_Win w;
  void clear() { F; MPI_Put(u.data(), (int)u.size(), MPI_DOUBLE, 1, 0, (int)u.size(), MPI_DOUBLE, w);
    for (auto it = u.begin(); it != u.end(); ++it) // expected-warning {{'u' is written while MPI_Put}}
      *it = 0;
    F; } };
void copied(MPI_Win w) { std::array<int, 3> a{}, b; F; MPI_Get(a.data(), 3, MPI_INT, 1, 0, 3, MPI_INT, w);
  b = a; // expected-warning {{'a' is read while MPI_Get}}
  F; }
struct Vector { double x, y, z; };
struct Body { Vector at, by; };
void nested(MPI_Win w, std::vector<Body> &b) { F; MPI_Get(&b[0], 6, MPI_DOUBLE, 1, 0, 6, MPI_DOUBLE, w);
  b[0].at.x = 1; // expected-warning {{'b[0].at.x' is written while MPI_Get}}
  F; }
void nestedLoop(MPI_Win w, std::vector<Body> &b) { F; MPI_Get(&b[0].by, 3, MPI_DOUBLE, 1, 0, 3, MPI_DOUBLE, w);
  for (auto &one : b) // expected-warning {{'b' is written while MPI_Get}}
    one.by.z = 0;
  F; }
void initials(MPI_Win w, std::vector<double> &v, double &sum) { F; MPI_Get(v.data(), 4, MPI_DOUBLE, 1, 0, 4, MPI_DOUBLE, w);
  for (const double &x : v) { // expected-warning {{'v' is read while MPI_Get}}
    const double value = x;
    sum += value;
  }
  F; }
void copiedVector(MPI_Win w, std::vector<int> &a, std::vector<int> &b) { F; MPI_Get(a.data(), 3, MPI_INT, 1, 0, 3, MPI_INT, w);
  b = a; // expected-warning {{'a' is read while MPI_Get}}
  F; }

// Near twins that are right.
void copiedPut(MPI_Win w, std::vector<int> &a, std::vector<int> &b) { F; MPI_Put(a.data(), 3, MPI_INT, 1, 0, 3, MPI_INT, w);
  b = a;
  F; }
void nestedOther(MPI_Win w, std::vector<Body> &b) { F; MPI_Get(&b[0].by, 3, MPI_DOUBLE, 1, 0, 3, MPI_DOUBLE, w);
  for (auto &one : b)
    one.at.z = 0;
  b[0].at = Vector{};
  F; }
void otherMembers(MPI_Win w, Particles &p, double &sum) { F; MPI_Get(&p[0].y, 1, MPI_DOUBLE, 1, 0, 1, MPI_DOUBLE, w);
  for (auto &one : p)
    one.x += one.v[0];
  for (auto it = p.begin(); it != p.end(); ++it)
    it->v[1] = it->x;
  for (auto &one : p)
    sum += one.v[2] + one.id;
  F; }
void readsPut(MPI_Win w, Particles &p, double &sum) { F; MPI_Put(p.data(), 6, MPI_DOUBLE, 1, 0, 6, MPI_DOUBLE, w);
  for (auto &one : p)
    sum += one.x;
  F; }
void varies(MPI_Win w, Particles &p, int k) { F; MPI_Get(&p[0].v[1], 1, MPI_DOUBLE, 1, 0, 1, MPI_DOUBLE, w);
  for (auto &one : p)
    one.v[k] = 0;
  F; }
void completes(MPI_Win w, Particles &p) { MPI_Win_lock_all(0, w); MPI_Put(p.data(), 6, MPI_DOUBLE, 1, 0, 6, MPI_DOUBLE, w);
  for (auto &one : p)
    one = make(w);
  MPI_Put(p.data(), 6, MPI_DOUBLE, 1, 6, 6, MPI_DOUBLE, w);
  for (auto &one : p)
    one = (MPI_Win_flush_local(1, w), Particle{});
  MPI_Win_unlock_all(w); }
void otherRow(MPI_Win w) { double a[4][4] = {}; F; MPI_Put(a[1], 4, MPI_DOUBLE, 1, 0, 4, MPI_DOUBLE, w);
  for (auto &x : a[0])
    x = 0;
  F; }
void pointers(MPI_Win w, std::vector<double *> &p) { F; MPI_Get(p[0], 1, MPI_DOUBLE, 1, 0, 1, MPI_DOUBLE, w);
  for (auto &one : p)
    one = nullptr;
  F; }
void behind(MPI_Win w, std::vector<Particle *> &p, Particle &q) { F; MPI_Get(&q, 6, MPI_DOUBLE, 1, 0, 6, MPI_DOUBLE, w);
  for (auto &one : p)
    one->x = 0;
  for (auto it = p.begin(); it != p.end(); ++it)
    (*it)->x = 0;
  F; }
struct Fields { std::vector<double> u, v; MPI_Win w;
  void clear(Fields &o) { F; MPI_Put(u.data(), (int)u.size(), MPI_DOUBLE, 1, 0, (int)u.size(), MPI_DOUBLE, w);
    for (auto it = v.begin(); it != v.end(); ++it)
      *it = 0;
    for (auto it = o.u.begin(); it != o.u.end(); ++it)
      *it = 0;
    F; } };
