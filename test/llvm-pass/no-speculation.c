// What the source does not load, optimized code does not either: a load of window memory that the
// optimizer invents would be a race that the program does not have.
// RUN: %clang -O1 -g -c %S/Inputs/recorder.c -o %t.recorder.o
// RUN: %clang -O2 -g -fpass-plugin=%pass %s %t.recorder.o -o %t-2 && %t-2 | %FileCheck %s
// RUN: %clang -O3 -g -mavx2 -fpass-plugin=%pass -S -emit-llvm %s -o - | %FileCheck %s --check-prefix=ATTRIBUTE
// ATTRIBUTE-NOT: sanitize_thread
// ATTRIBUTE-NOT: fencepost-no-speculation

extern char *origin;
int window[64];
int mine;
short pairs[400];

__attribute__((noinline)) int conditional(void) {
  int value = 0;
  if (mine)
    value = window[3];
  return value + 1;
}

// Vectorized, this reads the elements between as well, and drops them.
__attribute__((noinline)) int everyOther(void) {
  int sum = 0;
  for (int i = 0; i < 100; ++i)
    sum += pairs[2 * i];
  return sum;
}

int main(void) {
  // CHECK: register
  origin = (char *)window;
  // CHECK-NOT: load line 17
  int result = conditional();
  mine = 1;
  // CHECK: load line 17 offset 12 bytes 4
  result += conditional();
  origin = (char *)pairs;
  // CHECK-NOT: offset {{[0-9]*[02468]}} bytes {{[^2]}}
  // CHECK-NOT: offset {{[0-9]*}}{{[26]}} bytes
  // CHECK: load{{(-range)?}} line 25 offset 0 bytes 2{{$}}
  // CHECK-NOT: offset {{[0-9]*[02468]}} bytes {{[^2]}}
  result += everyOther();
  return result != 2;
}
