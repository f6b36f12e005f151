// What inlined code of the standard library accesses is told at the user's line that calls it.

// RUN: %clang++ -O2 -fplugin=%plugin -c %s -o %t.o
// RUN: %fencepost sites --accesses %t.o | %FileCheck %s --implicit-check-not=bits/stl

#include <algorithm>
#include <numeric>

void clear(double *values, int count) {
  // CHECK-DAG: system-code.cpp:[[@LINE+1]]
  std::fill(values, values + count, 0.5);
}

double sum(const double *values, int count) {
  // CHECK-DAG: system-code.cpp:[[@LINE+1]]
  return std::accumulate(values, values + count, 0.0);
}
