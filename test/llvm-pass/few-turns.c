// Loops of few turns stay loops where each copy of what is in them would have a check, and what one accesses all of is one access
// that has a check as others have.
// RUN: %clang -O2 -g -fno-discard-value-names -fpass-plugin=%pass -S -emit-llvm %s -o - | %FileCheck %s
// RUN: %clang -O1 -g -c %S/Inputs/recorder.c -o %t.recorder.o
// RUN: %clang -O2 -g -DMAIN -fpass-plugin=%pass %s %t.recorder.o -o %t && %t | sort -u | %FileCheck %s --check-prefix=TOLD

#define NOINLINE __attribute__((noinline))
extern char *origin;

// The row begins anywhere: its eight elements are one access, once for each. The elements of x are checked in the inner loop.
// CHECK-LABEL: @gather(
// CHECK-COUNT-3: @fencepost.check
// CHECK-NOT: %fencepost.range
// CHECK: call {{.*}}%fencepost.tracked.8{{[0-9]*}}(ptr {{.*}}, ptr @fencepost.check
// CHECK: call {{.*}}%fencepost.tracked.8{{[0-9]*}}(ptr {{.*}}, ptr @fencepost.check
// CHECK: call {{.*}}%fencepost.tracked.8{{[0-9]*}}(ptr {{.*}}, ptr @fencepost.check
// CHECK-NOT: %fencepost.tracked
// CHECK: {{^}$}}
NOINLINE long gather(const long (*rows)[8], const long *x, const long *order, long n) {
  long sum = 0;
  for (long i = 0; i < n; i = order[i])
    for (int k = 0; k < 8; ++k)
      sum += x[rows[i][k]];
  return sum;
}
// TOLD-DAG: load line [[#@LINE-3]] offset 192 bytes 64
// TOLD-DAG: load line [[#@LINE-4]] offset 320 bytes 8
// TOLD-DAG: load line [[#@LINE-7]] offset 536 bytes 8

// Without an access that needs a check of its own it is unrolled as ever.
// CHECK-LABEL: @fixed(
// CHECK-NOT: phi
// CHECK: {{^}$}}
NOINLINE double fixed(const double *a, const double *b) {
  double product = 1;
  for (int k = 0; k < 4; ++k)
    product *= a[k] - b[3 - k];
  return product;
}
// TOLD-DAG: load line [[#@LINE-3]] offset 0 bytes {{16|32}}
// TOLD-DAG: load line [[#@LINE-4]] offset 128 bytes {{16|32}}

// Where it turns an array into registers, too: nothing is left of it.
// CHECK-LABEL: @turns(
// CHECK-NOT: alloca
// CHECK-COUNT-4: call {{.*}}@fencepost.access.8(ptr %arrayidx
// CHECK: {{^}$}}
NOINLINE long turns(const long *x, const long *order) {
  long part[4];
  for (int k = 0; k < 4; ++k)
    part[k] = x[order[k]];
  return part[0] * part[1] - part[2] * part[3];
}
// TOLD-DAG: load line [[#@LINE-3]] offset 16 bytes 8
// TOLD-DAG: load line [[#@LINE-4]] offset 64 bytes 8

// So it is where the program asks for it.
// CHECK-LABEL: @asked(
// CHECK-COUNT-4: {{@fencepost.access|%fencepost.tracked}}
// CHECK: {{^}$}}
NOINLINE void asked(long *x, const long *order) {
#pragma clang loop unroll(full)
  for (int k = 0; k < 4; ++k)
    x[order[k]] = k;
}
// TOLD-DAG: store line [[#@LINE-2]] offset 8 bytes 8

#ifdef MAIN
int main(void) {
  static long memory[1024] __attribute__((aligned(4096)));
  origin = (char *)memory;
  for (int k = 0; k < 8; ++k)
    memory[24 + k] = k;                    // rows[3]
  memory[64] = 3;                          // order[0]
  memory[67] = 9;                          // order[3]: no further
  gather((const long(*)[8])memory, memory + 40, memory + 64, 5);
  volatile double product = fixed((double *)memory, (double *)memory + 16);
  (void)product;
  product = (double)turns(memory, (long[]){2, 4, 6, 8});
  asked(memory, (long[]){1, 3, 5, 7});
  return 0;
}
#endif
