// Where the optimizer runs in a process that sees no source, the program is instrumented too.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %fencepost-cc -O2 -save-temps -c %s -o saved.o && nm saved.o | %FileCheck %s
// RUN: %clang -O2 -Xclang -disable-llvm-passes -S -emit-llvm %s -o plain.ll
// RUN: %fencepost-cc -O2 -c plain.ll -o fromIr.o && nm fromIr.o | %FileCheck %s
// RUN: %fencepost-cc -O2 -x ir -c plain.ll -o named.o && nm named.o | %FileCheck %s
// And not twice where both plugins see it.
// RUN: %fencepost-cc -O2 -S -emit-llvm %s -o once.ll
// RUN: %fencepost-cc -O2 -S -emit-llvm once.ll -o again.ll
// RUN: grep -c 'call .*@fencepost.access.4(' again.ll | %FileCheck %s --check-prefix=ONCE
// CHECK: w __fencepost_register
// ONCE: {{^1$}}

int read(const int *p) { return *p; }
