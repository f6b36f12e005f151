// RUN: %clang -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify %s
// expected-no-diagnostics
// A file that has never heard of MPI.
struct Point {
  int x, y;
};
int sum(const struct Point *points, int n) {
  int total = 0;
  for (int i = 0; i < n; i++)
    total += points[i].x * points[i].y;
  return total;
}
