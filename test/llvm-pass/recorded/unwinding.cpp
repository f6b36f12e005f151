// Exceptions, virtual calls, iterators: what is told of them is what they access.
// REQUIRES: openmpi
// RUN: env PYTHONPATH=%source/test/support %python -m recorded --build %build --mpicc %mpicc-plain --otf2-print %otf2-print --work %t.work --levels 123 %s | %FileCheck %s
// CHECK: 1 programs: {{.*}}, 0 differ

#include "Inputs/window.h"

#include <algorithm>
#include <numeric>
#include <vector>

struct Shape {
  virtual ~Shape() = default;
  virtual double area(int i) const = 0;
};
struct Square : Shape {
  double *side;
  explicit Square(double *side) : side(side) {}
  double area(int i) const override {
    if (i == 6)
      throw i;
    return side[i] * side[i];
  }
};
struct Guard {
  int *at;
  ~Guard() { *at += 1; }
};

NOINLINE static double areas(const Shape &shape, double *p, int n) {
  double sum = 0;
  try {
    for (int i = 0; i < n; ++i) {
      p[i] = 1;
      sum += shape.area(i);
      p[i + 100] = sum;
    }
  } catch (int at) {
    p[at + 200] = 1;
  }
  return sum;
}
NOINLINE static void guards(int *p, int n) {
  for (int i = 0; i < n; ++i)
    try {
      Guard guard{p + i};
      p[300] = i;
      if (i % 4 == 3)
        throw 1.0;
      p[100 + i] = 1;
    } catch (double) {
      p[200 + i] = 2;
    }
}
template <typename Iterator> NOINLINE void sortThem(Iterator first, Iterator last) {
  std::sort(first, last);
  std::reverse(first, first + (last - first) / 2);
}
NOINLINE static double viaVector(double *p, int n) {
  std::vector<double> copy(p, p + n);
  std::transform(copy.begin(), copy.end(), p + 50, [](double x) { return x + 1; });
  return std::accumulate(copy.begin(), copy.end(), 0.0);
}
NOINLINE static void fill(std::vector<int *> &rows, int n) {
  for (int *row : rows)
    std::fill(row, row + n, n);
}

int main(int argc, char **argv) {
  begin(&argc, &argv);
  auto *doubles = reinterpret_cast<double *>(memory + 8);
  auto *ints = reinterpret_cast<int *>(memory + 8);
  Square square(doubles + 500);
  std::vector<int *> rows{ints, ints + 700, ints + 100};
  for (long n = 0; n < 30; n += 9) {
    int k = static_cast<int>(n + zero);
    SEGMENT(sink = areas(square, doubles, k));
    SEGMENT(guards(ints, k));
    SEGMENT(sortThem(ints, ints + k));
    SEGMENT(sink = viaVector(doubles, k));
    SEGMENT(fill(rows, k));
  }
  return end();
}
