// Calls of library functions that only compute do not keep a loop from being told in front.
// RUN: %clang -O2 -fplugin=%plugin -fno-discard-value-names -S -emit-llvm %s -o - | %FileCheck %s

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// They set errno, for all that the compiler knows.
// CHECK-LABEL: define {{.*}} @math(
// CHECK: %fencepost.range{{[0-9]*}}(
// CHECK: %fencepost.range{{[0-9]*}}(
// CHECK-NOT: {{@fencepost.access|%fencepost.tracked}}
// CHECK: call {{.*}} @exp(
// CHECK: call {{.*}} @pow(
// CHECK-NOT: {{@fencepost.access|%fencepost.tracked}}
// CHECK: {{^}$}}
void math(double *a, const double *b, int n) {
  for (int i = 0; i < n; i++)
    a[i] = exp(b[i]) + pow(b[i], 1.7);
}

// CHECK-LABEL: define {{.*}} @ofFloats(
// CHECK: %fencepost.range{{[0-9]*}}(
// CHECK-NOT: {{@fencepost.access|%fencepost.tracked}}
// CHECK: call {{.*}} @hypotf(
// CHECK-NOT: {{@fencepost.access|%fencepost.tracked}}
// CHECK: {{^}$}}
void ofFloats(float *a, float x, int n) {
  for (int i = 0; i < n; i++)
    a[i] = hypotf(x, (float)i);
}

// CHECK-LABEL: define {{.*}} @drawn(
// CHECK: %fencepost.range{{[0-9]*}}(
// CHECK-NOT: {{@fencepost.access|%fencepost.tracked}}
// CHECK: call {{.*}} @rand(
// CHECK-NOT: {{@fencepost.access|%fencepost.tracked}}
// CHECK: {{^}$}}
void drawn(int *a, int n) {
  for (int i = 0; i < n; i++)
    a[i] = rand() % 10;
}

// So do functions of the file that do no more than that.
// CHECK-LABEL: define {{.*}} @ofOwn(
// CHECK: %fencepost.range{{[0-9]*}}(
// CHECK-NOT: {{@fencepost.access|%fencepost.tracked}}
// CHECK: call {{.*}} @distance(
// CHECK-NOT: {{@fencepost.access|%fencepost.tracked}}
// CHECK: {{^}$}}
__attribute__((noinline)) static double distance(double x, double y) { return sqrt(x) + log(y); }
void ofOwn(double *a, int n) {
  for (int i = 0; i < n; i++)
    a[i] = distance(i, n);
}

// What writes may be read at the other end, and what nobody has seen may do anything.
// CHECK-LABEL: define {{.*}} @printed(
// CHECK-NOT: .range(
// CHECK: call {{.*}} @fencepost.access.8(
// CHECK: call {{.*}} @printf(
// CHECK: {{^}$}}
void printed(const double *a, int n) {
  for (int i = 0; i < n; i++)
    printf("%g\n", a[i]);
}

// CHECK-LABEL: define {{.*}} @unseen(
// CHECK-NOT: .range(
// CHECK: call {{.*}} @roundly(
// CHECK: call {{.*}} @fencepost.access.8(
// CHECK: {{^}$}}
double roundly(double x);
void unseen(double *a, int n) {
  for (int i = 0; i < n; i++)
    a[i] = roundly(i);
}

// A function of one's own may have the name of one of the library's.
// CHECK-LABEL: define {{.*}} @named(
// CHECK-NOT: .range(
// CHECK: call {{.*}} @fencepost.access.8(
// CHECK: call {{.*}} @ilogb(
// CHECK: {{^}$}}
struct halo;
void named(double *a, struct halo *halo, int n) {
  extern void ownName(struct halo *) __asm__("ilogb");
  for (int i = 0; i < n; i++) {
    a[i] = 0;
    ownName(halo);
  }
}
