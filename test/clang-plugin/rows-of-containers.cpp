// RUN: %clang++ -std=c++20 -fplugin=%plugin %mpi-include -fsyntax-only -Wno-unused -Xclang -verify -Xclang -verify-ignore-unexpected=note %s
// Containers in containers: a row is followed by its index for as long as nothing may have exchanged it for another.
#include <mpi.h>
#include <vector>
#include <array>
#include <complex>
#include <ranges>
#include <span>
#include <memory>
#include <utility>
#include <algorithm>
using G = std::vector<std::vector<double>>;
void unknown(G &); void unknownRow(std::vector<double> &); void unknown();
void b1(MPI_Win w, G &g) { MPI_Win_fence(0, w); MPI_Put(g[0].data(), 4, MPI_DOUBLE, 1, 0, 4, MPI_DOUBLE, w); g[0][1] = 2; MPI_Win_fence(0, w); } // expected-warning {{[rma-local-race]}}
void b2(MPI_Win w) { G g(4, std::vector<double>(8)); MPI_Win_fence(0, w); MPI_Get(&g[2][0], 8, MPI_DOUBLE, 1, 0, 8, MPI_DOUBLE, w); double x = g[2][7]; MPI_Win_fence(0, w); g[0][0] = x; } // expected-warning {{[rma-local-race]}}
void b3(MPI_Win w, G &g, int i) { MPI_Win_fence(0, w); MPI_Get(g[i].data(), 8, MPI_DOUBLE, 1, 0, 8, MPI_DOUBLE, w); g[i][3] = 0; MPI_Win_fence(0, w); } // expected-warning {{[rma-local-race]}}
struct S { G g; void f(MPI_Win w) { MPI_Win_fence(0, w); MPI_Get(g[1].data(), 8, MPI_DOUBLE, 1, 0, 8, MPI_DOUBLE, w); g[1][3] = 0; MPI_Win_fence(0, w); } }; // expected-warning {{[rma-local-race]}}
void b4(MPI_Win w, std::array<std::vector<int>, 2> &g) { MPI_Win_fence(0, w); MPI_Put(g[0].data(), 4, MPI_INT, 1, 0, 4, MPI_INT, w); std::fill(g[0].begin(), g[0].end(), 1); MPI_Win_fence(0, w); } // expected-warning {{[rma-local-race]}}
#define F MPI_Win_fence(0, w)
#define GET(p) MPI_Get(p, 4, MPI_DOUBLE, 1, 0, 4, MPI_DOUBLE, w)
void c1(MPI_Win w, G &g) { F; GET(g[0].data()); g[1][0] = 1; F; }
void c2(MPI_Win w, G &g, int i, int j) { F; GET(g[i].data()); g[j][0] = 1; F; }
void c3(MPI_Win w, G &g) { F; GET(g[0].data()); std::swap(g[0], g[1]); g[0][0] = 1; F; }
void c4(MPI_Win w, G &g) { F; GET(g[0].data()); g[0].swap(g[1]); g[0][0] = 1; F; }
void c5(MPI_Win w, G &g) { F; GET(g[0].data()); auto &a = g[0]; auto &b = g[1]; std::swap(a, b); g[0][0] = 1; F; }
void c6(MPI_Win w, G &g) { F; GET(g[0].data()); auto &a = g[0]; auto &b = g[1]; a.swap(b); g[0][0] = 1; F; }
void c7(MPI_Win w, G &g) { F; GET(g[0].data()); unknown(g); g[0][0] = 1; F; }
void c8(MPI_Win w, G &g) { F; GET(g[0].data()); unknown(); g[0][0] = 1; F; }
void c9(MPI_Win w, G &g, G &h) { F; GET(g[0].data()); g.swap(h); g[0][0] = 1; F; }
void c10(MPI_Win w, G &g) { F; GET(g[0].data()); std::rotate(g.begin(), g.begin() + 1, g.end()); g[0][0] = 1; F; }
void c11(MPI_Win w, G &g) { F; GET(g[0].data()); std::reverse(g.begin(), g.end()); g[0][0] = 1; F; }
void c12(MPI_Win w, G &g) { F; GET(g[0].data()); std::iter_swap(g.begin(), g.begin() + 1); g[0][0] = 1; F; }
void c13(MPI_Win w, G &g) { F; GET(g[0].data()); auto keep = std::move(g[0]); g[0] = std::vector<double>(8); g[0][0] = 1; F; (void)keep; }
void c14(MPI_Win w, G &g, std::vector<double> &other) { F; GET(g[0].data()); other.swap(g[0]); g[0][0] = 1; F; }
void c15(MPI_Win w, G &g, int i) { F; GET(g[i].data()); i++; g[i][0] = 1; F; }
void c16(MPI_Win w, G &g) { for (int i = 0; i < 4; i++) { F; GET(g[i].data()); F; g[i][0] = 1; } }
void c17(MPI_Win w, G &g) { F; for (int i = 0; i < 4; i++) { g[i][0] = 1; MPI_Put(g[i].data(), 4, MPI_DOUBLE, 1, 4 * i, 4, MPI_DOUBLE, w); } F; }
void c18(MPI_Win w, G &g) { F; GET(g[0].data()); g.insert(g.begin(), std::vector<double>(8)); g[0][0] = 1; F; }
void c19(MPI_Win w, G &g) { F; GET(g[0].data()); for (auto &row : g) std::swap(row, g[1]); g[0][0] = 1; F; }
void c20(MPI_Win w, G &g) { F; GET(g[0].data()); std::vector<double> *p = &g[0]; p->swap(g[1]); g[0][0] = 1; F; }
void c21(MPI_Win w, G &g) { F; GET(g[0].data()); std::vector<double> *p = &g[0], *q = &g[1]; std::swap(*p, *q); g[0][0] = 1; F; }
void c22(MPI_Win w, G &g) { F; GET(g[0].data()); auto it = g.begin(); it->swap(*(it + 1)); g[0][0] = 1; F; }
void c23(MPI_Win w, G &g) { F; GET(g[0].data()); auto f = [&] { std::swap(g[0], g[1]); }; f(); g[0][0] = 1; F; }
void c24(MPI_Win w, G &g) { F; GET(g[0].data()); std::swap(g.front(), g.back()); g[0][0] = 1; F; }
void c25(MPI_Win w, G &g) { F; GET(g[0].data()); unknownRow(g[0]); g[0][0] = 1; F; }
void c26(MPI_Win w, std::vector<std::vector<double>> g[2], int k) { F; GET(g[k][0].data()); std::swap(g[0], g[1]); g[k][0][0] = 1; F; }
void c27(MPI_Win w, G &g) { F; GET(g[0].data()); g = G(4, std::vector<double>(8)); g[0][0] = 1; F; }
void c28(MPI_Win w, G &g) { F; GET(g[0].data()); auto r = g.data(); std::swap(r[0], r[1]); g[0][0] = 1; F; }
void c29(MPI_Win w, G &g) { F; GET(g[0].data()); std::sort(g.begin(), g.end()); g[0][0] = 1; F; }
void c30(MPI_Win w, G &g) { F; GET(g[0].data()); auto [a, b] = std::pair<std::vector<double> &, std::vector<double> &>(g[0], g[1]); a.swap(b); g[0][0] = 1; F; }
void swapRows(G &g) { std::swap(g[0], g[1]); }
void c31(MPI_Win w, G &g) { F; GET(g[0].data()); swapRows(g); g[0][0] = 1; F; }
void swapTwo(std::vector<double> &a, std::vector<double> &b) { a.swap(b); }
void c32(MPI_Win w, G &g) { F; GET(g[0].data()); swapTwo(g[0], g[1]); g[0][0] = 1; F; }
struct T { G g; void turn() { g[0].swap(g[1]); } void f(MPI_Win w) { F; GET(g[0].data()); turn(); g[0][0] = 1; F; } };
void d1(MPI_Win w, G &g) { F; GET(g[0].data()); std::ranges::sort(g); g[0][0] = 1; F; }
void d2(MPI_Win w, G &g) { F; GET(g[0].data()); std::ranges::rotate(g, g.begin() + 1); g[0][0] = 1; F; }
void d3(MPI_Win w, G &g, G &h) { F; GET(g[0].data()); std::swap_ranges(g.begin(), g.end(), h.begin()); g[0][0] = 1; F; }
void d4(MPI_Win w, G &g, G &h) { F; GET(g[0].data()); h = std::move(g); g = G(2, std::vector<double>(4)); g[0][0] = 1; F; }
void d5(MPI_Win w, G &g, G &h) { F; GET(g[0].data()); std::move(h.begin(), h.end(), g.begin()); F; }
void d6(MPI_Win w, G &g) { F; GET(g[0].data()); for (auto &r : g) r.swap(g[1]); g[0][0] = 1; F; }
void d7(MPI_Win w, G &g) { F; GET(g[0].data()); g.emplace(g.begin(), 8); g[0][0] = 1; F; }
void d8(MPI_Win w, G &g) { F; GET(g[0].data()); g.pop_back(); g[1][0] = 1; F; }
void d9(MPI_Win w, G &g, int i) { F; GET(g[i % 2].data()); i++; g[i % 2][0] = 1; F; }
void d10(MPI_Win w, G &g) { for (int k = 0; k < 10; k++) { F; GET(g[k % 2].data()); g[(k + 1) % 2][0] = 1; F; } }
void d11(MPI_Win w, G &g) { F; GET(g[0].data()); std::exchange(g[0], std::vector<double>(8)); g[0][0] = 1; F; }
void d12(MPI_Win w, std::array<std::vector<double>, 2> &g) { F; GET(g[0].data()); std::swap(g[0], g[1]); g[0][0] = 1; F; }
void d13(MPI_Win w, std::unique_ptr<std::vector<double>[]> g) { F; GET(g[0].data()); g[0].swap(g[1]); g[0][0] = 1; F; }
void d14(MPI_Win w, G &g) { F; GET(g[0].data()); std::swap(g.at(0), g.at(1)); g[0][0] = 1; F; }
void d15(MPI_Win w, G &g) { F; GET(g[0].data()); std::swap(*g.begin(), *(g.begin() + 1)); g[0][0] = 1; F; }
void d16(MPI_Win w, G &g) { F; GET(g[0].data()); { auto t = std::move(*g.begin()); *g.begin() = std::move(g[1]); g[1] = std::move(t); } g[0][0] = 1; F; }
void z1(MPI_Win w) { std::complex<double> z{1, 2}; MPI_Win_fence(0, w); MPI_Put(&z, 1, MPI_C_DOUBLE_COMPLEX, 1, 0, 1, MPI_C_DOUBLE_COMPLEX, w); z *= 2.0; MPI_Win_fence(0, w); } // expected-warning {{[rma-local-race]}}
void z2(MPI_Win w) { std::complex<double> z{1, 2}, y; MPI_Win_fence(0, w); MPI_Put(&z, 1, MPI_C_DOUBLE_COMPLEX, 1, 0, 1, MPI_C_DOUBLE_COMPLEX, w); y = 2.0; y += z; MPI_Win_fence(0, w); }
int m1(MPI_Win w, int y) { int x = 0; MPI_Win_fence(0, w); MPI_Get(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, w); int m = std::max(x, y); MPI_Win_fence(0, w); return m; } // expected-warning {{[rma-local-race]}}
int m2(MPI_Win w, int y) { int x = 0; MPI_Win_fence(0, w); MPI_Put(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, w); int m = std::min(x, y); MPI_Win_fence(0, w); return m; }
void e1(MPI_Win w, G &g) { F; GET(g[0].data()); std::rotate(g.rbegin(), g.rbegin() + 1, g.rend()); g[0][0] = 1; F; }
void e2(MPI_Win w, std::vector<double *> &g) { F; GET(g[0]); std::rotate(g.rbegin(), g.rbegin() + 1, g.rend()); g[0][0] = 1; F; }
void turn(G &g) { std::rotate(g.rbegin(), g.rbegin() + 1, g.rend()); }
void e3(MPI_Win w, G &g) { F; GET(g[0].data()); turn(g); g[0][0] = 1; F; }
void turnForward(G &g) { std::rotate(g.begin(), g.begin() + 1, g.end()); }
void e4(MPI_Win w, G &g) { F; GET(g[0].data()); turnForward(g); g[0][0] = 1; F; }
void e5(MPI_Win w, G &g) { F; GET(g[0].data()); std::ranges::reverse(std::span(g)); g[0][0] = 1; F; }
void e6(MPI_Win w, G &g) { F; GET(g[0].data()); std::ranges::rotate(g | std::views::reverse, (g | std::views::reverse).begin() + 1); g[0][0] = 1; F; }
void e7(MPI_Win w, G &g) { std::vector<int> i{0, 1}; F; GET(g[i[0]].data()); std::rotate(i.begin(), i.begin() + 1, i.end()); g[i[0]][0] = 1; F; }
void e8(MPI_Win w, std::vector<int> &i, double *g) { F; GET(g + i[0] * 4); std::next_permutation(i.begin(), i.end()); g[i[0] * 4] = 1; F; }
void e9(MPI_Win w, std::vector<double> &v) { F; GET(v.data());
  for (auto it = v.begin() + 3, next = it++; it != v.end(); ++it) *it = 1;
  F; MPI_Get(v.data(), 1, MPI_DOUBLE, 1, 0, 1, MPI_DOUBLE, w);
  for (auto it = v.begin(), next = ++it; it != v.end(); ++it) *it = 1;
  F; }
