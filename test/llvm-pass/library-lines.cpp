// In a file that calls no one-sided function and is compiled without debug info, functions of the standard library have
// one line, that of the function, and no name but the short one. Annotations of the program's own stay.
// RUN: %clang++ -fplugin=%plugin -O2 -S -emit-llvm -o - %s | %FileCheck %s --implicit-check-not='"__introsort_loop<'
// RUN: %clang++ -fplugin=%plugin -O0 -S -emit-llvm -o - %s | %FileCheck %s --implicit-check-not='"__introsort_loop<'
// RUN: %clang++ -fplugin=%plugin -O2 -g1 -S -emit-llvm -o - %s | %FileCheck %s --check-prefix=WHOLE
// RUN: %clang++ -fplugin=%plugin -O2 -DWITH_RMA -S -emit-llvm -o - %s | %FileCheck %s --check-prefix=WHOLE
// RUN: %clang++ -fplugin=%plugin -O2 -c %s -o %t.o
// RUN: %fencepost sites --accesses %t.o | %FileCheck %s --check-prefix=SITES
// RUN: %clang++ -fplugin=%plugin -fsyntax-only -Xclang -ast-dump %s | %FileCheck %s --check-prefix=AST

#include <algorithm>

#ifdef WITH_RMA
extern "C" int MPI_Win_fence(int, void *);
void synchronize(void *win) { MPI_Win_fence(0, win); }
#endif

// CHECK: @llvm.global.annotations = appending global [1 x
__attribute__((annotate("own"))) void sorted(double *values, int count) {
  // SITES: stl_heap.h
  std::sort(values, values + count);
  // SITES: library-lines.cpp:[[@LINE+1]]
  std::fill(values, values + count / 2, 1.0);
}

// CHECK-NOT: fencepost.library
// CHECK: !DISubprogram(name: "sorted"
// CHECK: !DISubprogram(name: "__introsort_loop",
// WHOLE: !DISubprogram(name: "__introsort_loop<
// AST-NOT: fencepost.library
