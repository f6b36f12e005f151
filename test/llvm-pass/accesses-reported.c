// What the runtime is told of each kind of access: exact bytes, exact lines, at any optimization.
// RUN: %clang -O0 -g -c %S/Inputs/recorder.c -o %t.recorder.o
// RUN: %clang -O0 -g -fpass-plugin=%pass %s %t.recorder.o -o %t-0 && %t-0 | %FileCheck %s
// RUN: %clang -O2 -g -fpass-plugin=%pass %s %t.recorder.o -o %t-2 && %t-2 | %FileCheck %s
// RUN: %clang -O3 -g -fpass-plugin=%pass %s %t.recorder.o -o %t-3 && %t-3 | %FileCheck %s

#include <stdatomic.h>
#include <string.h>

extern char *origin;
struct Wide {
  long parts[3];
};
char memory[16384] __attribute__((aligned(4096)));

__attribute__((noinline)) static void scalars(int *a) {
  // CHECK: register version 10
  a[1] = 5; // CHECK-DAG: store line [[#@LINE]] offset 4 bytes 4
  volatile int *v = a;
  v[2]; // CHECK-DAG: load line [[#@LINE]] offset 8 bytes 4
  *(char *)a ^= 1;
  // CHECK-DAG: load line [[#@LINE-1]] offset 0 bytes 1
  // CHECK-DAG: store line [[#@LINE-2]] offset 0 bytes 1
}

__attribute__((noinline)) static void atomics(atomic_long *a) {
  atomic_fetch_add(a + 2, 1);
  // CHECK-DAG: load line [[#@LINE-1]] offset 16 bytes 8
  // CHECK-DAG: store line [[#@LINE-2]] offset 16 bytes 8
  long expected = 7;
  atomic_compare_exchange_strong(a + 3, &expected, 9);
  // CHECK-DAG: load line [[#@LINE-1]] offset 24 bytes 8
  // CHECK-DAG: store line [[#@LINE-2]] offset 24 bytes 8
}

__attribute__((noinline)) static void intrinsics(char *a, size_t some) {
  memcpy(a + 100, a + 200, some);
  // CHECK-DAG: load-range line [[#@LINE-1]] offset 200 bytes 33
  // CHECK-DAG: store-range line [[#@LINE-2]] offset 100 bytes 33
  memmove(a + 300, a + 310, 5000);
  // CHECK-DAG: load-range line [[#@LINE-1]] offset 310 bytes 5000
  // CHECK-DAG: store-range line [[#@LINE-2]] offset 300 bytes 5000
  memset(a + 9000, 0, 200);
  // CHECK-DAG: store{{(-range)?}} line [[#@LINE-1]] offset 9000 bytes
}

__attribute__((noinline)) static long byValue(struct Wide wide) { return wide.parts[1]; }

__attribute__((noinline)) static long aggregates(struct Wide *a) {
  a[10] = a[20];
  // CHECK-DAG: load{{(-range)?}} line [[#@LINE-1]] offset 480 bytes
  // CHECK-DAG: store{{(-range)?}} line [[#@LINE-2]] offset 240 bytes
  return byValue(a[30]); // CHECK-DAG: load{{(-range)?}} line [[#@LINE]] offset 72{{[08]}} bytes
}

int main(void) {
  origin = memory;
  scalars((int *)memory);
  atomics((atomic_long *)memory);
  intrinsics(memory, 33);
  return (int)aggregates((struct Wide *)memory);
}
