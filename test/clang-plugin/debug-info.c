// The run time needs to know lines and callers: line tables and frame pointers come without -g.
// RUN: %clang -fplugin=%plugin -O2 -S -emit-llvm -o - %s | %FileCheck %s
// RUN: %clang -fplugin=%plugin -O2 -g -S -emit-llvm -o - %s | %FileCheck --check-prefix=FULL %s
int load(int *p) { return p[1]; }
// CHECK: "frame-pointer"="all"
// CHECK: emissionKind: LineTablesOnly
// CHECK: !DILocation(line: 4, column: {{[1-9]}}
// FULL: emissionKind: FullDebug
