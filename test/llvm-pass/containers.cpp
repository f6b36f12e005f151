// What a container of the standard library says of its elements is no memory of a transfer; the elements may be, and so
// may be the characters that a string holds itself.
// RUN: %clang++ -fplugin=%plugin -std=c++17 -O2 -fno-exceptions -fno-discard-value-names -S -emit-llvm -o - %s | %FileCheck %s
#include <list>
#include <string>
#include <vector>

extern "C" int MPI_Win_fence(int, void *);
void synchronize(void *win) { MPI_Win_fence(0, win); }

// CHECK-LABEL: @_Z5firstRKSt6vectorIdSaIdEE(
// CHECK: @fencepost.access.8(
// CHECK-NOT: call {{.*}}{{[@%]}}fencepost.
// CHECK: ret double
double first(const std::vector<double> &values) { return values.size() > 1 ? values[0] : 0; }

// CHECK-LABEL: @_Z4sizeRKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE(
// CHECK-NOT: call {{.*}}{{[@%]}}fencepost.
// CHECK: ret i64
std::size_t size(const std::string &text) { return text.size(); }

// CHECK-LABEL: @_Z5startRNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE(
// CHECK: @fencepost.access.1(
// CHECK: ret void
void start(std::string &text) { text[0] = 'x'; }

// The memory of a string is released with the size that it says.
// CHECK-LABEL: @_Z3endRNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE(
// CHECK-NOT: call {{.*}}@fencepost.access
// CHECK: @fencepost.release._ZdlPvm(
// CHECK-NOT: call {{.*}}@fencepost.access
// CHECK: ret void
void end(std::string &text) { text.~basic_string(); }

// A node may be where an allocator places it, its links with it.
// CHECK-LABEL: @_Z6secondR{{.*}}list
// CHECK: @fencepost.access.8(
// CHECK: ret i32
int second(std::list<int> &values) { return *++values.begin(); }
