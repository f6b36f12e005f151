// Filter (b): accesses of a loop that cannot synchronize are one range in front of it.
// RUN: %clang -O2 -g -fno-discard-value-names -fpass-plugin=%pass -S -emit-llvm %s -o %t.ll && %FileCheck %s < %t.ll
// RUN: %clang -O1 -g -c %S/Inputs/recorder.c -o %t.recorder.o
// RUN: %clang -O2 -g -DMAIN -fpass-plugin=%pass %s %t.recorder.o -o %t && %t | sort -u | %FileCheck %s --check-prefix=TOLD

#define NOINLINE __attribute__((noinline))
extern char *origin;
void other(void);

// Vector parts are joined; what leaves nothing out is one access.
// CHECK-LABEL: @forward(
// CHECK: call preserve_allcc i64 %fencepost.range{{[0-9]*}}(ptr {{.*}}, ptr %[[P:.*]], i64 %{{.*}})
// CHECK: call preserve_allcc i64 %fencepost.range{{[0-9]*}}(ptr {{.*}}, ptr %[[P]], i64 %{{.*}})
// CHECK-NOT: {{@fencepost.access|%fencepost.tracked}}
// CHECK: {{^}$}}
NOINLINE void forward(double *a, int n) {
  for (int i = 0; i < n; ++i)
    a[i] += 1;
}
// TOLD-DAG: load-range line [[#@LINE-2]] offset 128 bytes {{[0-9]+}}
// TOLD-DAG: store-range line [[#@LINE-3]] offset 128 bytes {{[0-9]+}}

// CHECK-LABEL: @backward(
// CHECK: call {{.*}}void %fencepost.strided{{[0-9]*}}({{.*}}, i64 1, i64 -7, i64 %{{.*}})
// CHECK: {{^}$}}
NOINLINE void backward(char *a, int n) {
  for (int i = n; i > 0; i -= 7)
    a[i] = 0;
}
// TOLD-DAG: store-range line [[#@LINE-2]] offset 15 bytes 1
// TOLD-DAG: store-range line [[#@LINE-3]] offset 8 bytes 1
// TOLD-DAG: store-range line [[#@LINE-4]] offset 1 bytes 1

// An address that stays the same is told once.
// CHECK-LABEL: @same(
// CHECK: call {{.*}}@fencepost.access.4(ptr %sum,
// CHECK: {{^}$}}
NOINLINE void same(int *restrict sum, int *indices, int n) {
  for (int i = 0; i < n; ++i)
    sum[indices[i]] += *sum = i;
}

// Each access of a line is one range, whatever the vectorizer and the unroller make of its loop.
// CHECK-LABEL: @neighbours(
// CHECK-COUNT-2: %fencepost.range{{[0-9]*}}(
// CHECK-NOT: @fencepost.load.
// CHECK: {{^}}vector.body
// CHECK-NOT: @fencepost.
// CHECK: {{^}$}}
NOINLINE void neighbours(double *restrict a, const double *restrict b, long n) {
  for (long i = 0; i < 4 * n; ++i)
    a[i] = b[i] + b[i + 2];
}

// In front of the loops around it, too. A row that leaves nothing out has one stride, others have two.
// CHECK-LABEL: @rows(
// CHECK: call {{.*}}void %fencepost.strided{{[0-9]*}}(ptr {{.*}}, ptr %b, i64 %{{.*}}, i64 800, i64 %{{.*}})
// CHECK: call {{.*}}void %fencepost.nest{{[0-9]*}}(ptr {{.*}}, ptr %a, i64 %{{.*}}, i64 16, i64 %{{.*}}, i64 %{{.*}}, i64 %{{.*}})
// CHECK-NOT: @fencepost.
// CHECK: {{^}$}}
NOINLINE void rows(double *restrict a, const double *restrict b, long n, long m, long width) {
#pragma clang loop unroll(disable)
  for (long i = 0; i < n; ++i)
#pragma clang loop unroll(disable)
    for (long j = 0; j < m; ++j)
      a[i * width + 2 * j] = b[i * 100 + j];
}

// The rows and planes of a stencil, unrolled from one access, are one range.
// CHECK-LABEL: @stencil(
// CHECK: call {{.*}}void %fencepost.strided{{[0-9]*}}(ptr {{.*}}, ptr %b, i64 528, i64 528, i64 %{{.*}})
// CHECK: call {{.*}}void %fencepost.strided{{[0-9]*}}(ptr {{.*}}, ptr %{{.*}}, i64 512, i64 528, i64 %{{.*}})
// CHECK-NOT: @fencepost.
// CHECK: {{^}$}}
NOINLINE void stencil(double *restrict a, const double *restrict b, long n) {
#pragma clang loop unroll(disable)
  for (long y = 1; y < n; ++y)
    for (long x = 1; x < 65; ++x) {
      double sum = 0;
      for (int j = -1; j <= 1; ++j)
        for (int i = -1; i <= 1; ++i)
          sum += b[(y + j) * 66 + x + i];
      a[y * 66 + x] = sum;
    }
}

// A check in the run decides whether rows are vectors: the rows are told before it, all at once.
// CHECK-LABEL: @versions(
// CHECK-DAG: call {{.*}}void %fencepost.strided{{[0-9]*}}(ptr {{.*}}, ptr %{{.*}}, i64 %{{.*}}, i64 800, i64 %{{.*}})
// CHECK-DAG: call {{.*}}void %fencepost.strided{{[0-9]*}}(ptr {{.*}}, ptr %{{.*}}, i64 %{{.*}}, i64 800, i64 %{{.*}})
// CHECK: {{^}}vector.body
// CHECK-NOT: @fencepost.
// CHECK: {{^}$}}
NOINLINE void versions(double *a, double *b, long n, long m) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < m; ++j)
      a[i * 100 + j] = 2 * b[i * 100 + j];
}

// A call may synchronize, a condition may not hold, an exit may come early: each access is told.
// CHECK-LABEL: @calls(
// CHECK-NOT: %fencepost.{{strided|nest}}
// CHECK: @fencepost.access.
// CHECK: {{^}$}}
NOINLINE void calls(int *a, int n) {
  for (int i = 0; i < n; ++i) {
    a[i] = i;
    other();
  }
}

// CHECK-LABEL: @conditional(
// CHECK: %fencepost.range{{[0-9]*}}(
// CHECK-NOT: @fencepost.store.
// CHECK: %fencepost.tracked.
// CHECK: {{^}$}}
NOINLINE void conditional(int *restrict a, const int *restrict b, int n) {
  for (int i = 0; i < n; ++i)
    if (b[i])
      a[i] = i;
}

// CHECK-LABEL: @early(
// CHECK-NOT: %fencepost.{{strided|nest}}
// CHECK: %fencepost.tracked.
// CHECK-NOT: %fencepost.{{strided|nest}}
// CHECK: {{^}$}}
NOINLINE int early(const int *a, int n) {
  for (int i = 0; i < n; ++i)
    if (a[i] == 7)
      return i;
  return -1;
}

// CHECK-LABEL: @atomics(
// CHECK-NOT: %fencepost.{{strided|nest}}
// CHECK: {{^}$}}
NOINLINE void atomics(int *a, int *flag, int n) {
  for (int i = 0; i < n; ++i) {
    a[i] = i;
    __atomic_store_n(flag, i, __ATOMIC_RELEASE);
  }
}

#ifdef MAIN
char memory[4096];
void other(void) {}
int main(void) {
  origin = memory;
  forward((double *)(memory + 128), 9);
  backward(memory, 15);
  return early((int *)(memory + 1024), 0) + 1;
}
#endif
