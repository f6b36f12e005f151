// In a file that calls no one-sided function, what libraries keep to themselves is left alone: text, links between
// nodes, members of their classes. Elements are followed, also where the library's code accesses them.
// RUN: %clang++ -fplugin=%plugin -std=c++17 -O2 -fno-exceptions -g1 -fno-discard-value-names -S -emit-llvm -o - %s | %FileCheck %s
// RUN: %clang++ -fplugin=%plugin -std=c++17 -O2 -fno-exceptions -DWITH_RMA -fno-discard-value-names -S -emit-llvm -o - %s | \
// RUN:   %FileCheck --check-prefix=RMA %s
// RUN: %clang++ -fplugin=%plugin -std=c++17 -O2 -fno-exceptions -DWITH_WINDOW -fno-discard-value-names -S -emit-llvm -o - %s | \
// RUN:   %FileCheck --check-prefix=RMA %s
#include <algorithm>
#include <array>
#include <complex>
#include <iomanip>
#include <list>
#include <map>
#include <numeric>
#include <optional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#define FMT_HEADER_ONLY
#include <fmt/format.h>

#if defined WITH_RMA
extern "C" int MPI_Win_fence(int, void *);
void synchronize(void *win) { MPI_Win_fence(0, win); }
#elif defined WITH_WINDOW
extern "C" int MPI_Win_create_dynamic(void *, void *, void *);
void make(void *comm, void *win) { MPI_Win_create_dynamic(nullptr, comm, win); }
#endif

// CHECK-LABEL: @_Z5greetR
// CHECK-NOT: call {{.*}}{{[@%]}}fencepost.
// CHECK: ret void
// RMA-LABEL: @_Z5greetR
// RMA: call {{.*}}{{[@%]}}fencepost.
// RMA: ret void
void greet(std::string &text, const std::string &name) {
  text = "dear ";
  text += name;
}

// CHECK-LABEL: @_Z5count
// CHECK-NOT: call {{.*}}@fencepost.access
// CHECK: ret i64
// RMA-LABEL: @_Z5count
// RMA: call {{.*}}{{[@%]}}fencepost.
// RMA: ret i64
std::size_t count(const std::list<double> &values) {
  std::size_t result = 0;
  for (auto at = values.begin(); at != values.end(); ++at)
    ++result;
  return result;
}

// CHECK-LABEL: @_Z6lookup
// CHECK: call {{.*}}@fencepost.access.8(
// CHECK-NOT: call {{.*}}{{[@%]}}fencepost.
// CHECK: ret double
double lookup(const std::map<int, double> &values, int key) {
  auto found = values.find(key);
  return found == values.end() ? 0 : found->second;
}

// CHECK-LABEL: @_Z6formatB5cxx11i(
// CHECK-NOT: call {{.*}}@fencepost.access
// CHECK: ret void
std::string format(int number) { return fmt::format("{:>{}}", number, 8); }

// The program's own accesses, of text too.
// CHECK-LABEL: @_Z5upperR
// CHECK: call {{.*}}{{[@%]}}fencepost.
// CHECK: ret void
void upper(std::string &text) {
  for (char &letter : text)
    letter = static_cast<char>(letter & ~0x20);
}

// Elements in the code of the standard library.
// CHECK-LABEL: @_Z5clearPdi(
// CHECK: call {{.*}}{{[@%]}}fencepost.
// CHECK: ret void
void clear(double *values, int count) { std::fill(values, values + count, 0.5); }

// CHECK-LABEL: @_Z5clearPci(
// CHECK: call {{.*}}{{[@%]}}fencepost.
// CHECK: ret void
void clear(char *bytes, int count) { std::fill(bytes, bytes + count, 'x'); }

// CHECK-LABEL: @_Z4sumsR
// CHECK: call {{.*}}{{[@%]}}fencepost.
// CHECK: ret double
double sums(const std::vector<double> &values) {
  return std::accumulate(values.begin(), values.end(), 0.0);
}

// CHECK-LABEL: @_Z8exchangeRdS_(
// CHECK: call {{.*}}{{[@%]}}fencepost.
// CHECK: call {{.*}}{{[@%]}}fencepost.
// CHECK: ret void
void exchange(double &a, double &b) { std::swap(a, b); }

// Members that are elements.
// CHECK-LABEL: @_Z4realR
// CHECK: call {{.*}}@fencepost.access
// CHECK: ret double
double real(const std::vector<std::complex<double>> &values) { return values[1].real(); }

// CHECK-LABEL: @_Z4swapR
// CHECK: call {{.*}}@fencepost.access
// CHECK: ret void
void swap(std::pair<double, int> &a) { a.swap(a); std::get<0>(a) = 1; }

// CHECK-LABEL: @_Z4fillR
// CHECK: call {{.*}}{{[@%]}}fencepost.
// CHECK: ret void
void fill(std::array<int, 100> &values, int value) { values.fill(value); }

// What dies: an array, but not an object that only points to its elements.
void use(double *values);
void use(const std::vector<double> &values);
void use(const std::string &text);

// CHECK-LABEL: @_Z4diesv(
// CHECK: call {{.*}}%fencepost.released{{[0-9]*}}(
// CHECK: ret void
void dies() {
  double values[4];
  use(values);
}

// CHECK-LABEL: @_Z5diesAv(
// CHECK: call {{.*}}%fencepost.released{{[0-9]*}}(
// CHECK: ret void
void diesA() {
  std::array<double, 4> values;
  use(values.data());
}

// CHECK-LABEL: @_Z10diesVectori(
// CHECK-NOT: call {{.*}}%fencepost.released{{[0-9]*}}(
// CHECK: ret void
void diesVector(int count) {
  std::vector<double> values(count);
  use(values);
}

// CHECK-LABEL: @_Z8diesTextv(
// CHECK-NOT: call {{.*}}%fencepost.released{{[0-9]*}}(
// CHECK: ret void
// RMA-LABEL: @_Z8diesTextv(
// RMA: call {{.*}}%fencepost.released{{[0-9]*}}(
// RMA: ret void
void diesText() {
  std::string text = "short";
  use(text);
}

// CHECK-LABEL: @_ZN3fmt{{.*}}grow
// CHECK-NOT: call {{.*}}@fencepost.access
// CHECK: ret void
