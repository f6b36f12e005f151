// A loop that is known to run for a few iterations, in no loop or in one such, has the checks of code outside of loops: what
// checks in line load in front of it would not pay.
// RUN: %clang -O2 -g -fno-discard-value-names -fpass-plugin=%pass -S -emit-llvm %s -o - | %FileCheck %s

// CHECK-LABEL: @few(
// CHECK-NOT: %fencepost.tracked
// CHECK: call {{.*}}@fencepost.access.8(ptr
// CHECK-NOT: %fencepost.tracked
// CHECK: {{^}$}}
void few(double *const *rows, const int *to, double *out) {
#pragma clang loop unroll(disable)
  for (int i = 0; i < 8; ++i)
    out[i] = rows[to[i]][0];
}

// CHECK-LABEL: @fewOfFew(
// CHECK-NOT: %fencepost.tracked
// CHECK: call {{.*}}@fencepost.access.8(ptr
// CHECK-NOT: %fencepost.tracked
// CHECK: {{^}$}}
void fewOfFew(double *const *rows, const int *to, double *out) {
#pragma clang loop unroll(disable)
  for (int k = 0; k < 4; ++k)
#pragma clang loop unroll(disable)
    for (int i = 0; i < 2; ++i)
      out[i] += rows[to[i + k]][k];
}

// CHECK-LABEL: @more(
// CHECK: call {{.*}}%fencepost.tracked
// CHECK: {{^}$}}
void more(double *const *rows, const int *to, double *out) {
#pragma clang loop unroll(disable)
  for (int i = 0; i < 9; ++i)
    out[i] = rows[to[i]][0];
}

// CHECK-LABEL: @fewEachTime(
// CHECK: call {{.*}}%fencepost.tracked
// CHECK: {{^}$}}
void fewEachTime(double *const *rows, const int *to, double *out, int n) {
  for (int k = 0; k < n; ++k)
#pragma clang loop unroll(disable)
    for (int i = 0; i < 2; ++i)
      out[i] += rows[to[i + k]][k];
}
