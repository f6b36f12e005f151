// The run time needs to know lines and callers: line tables, and frame pointers of functions that call others, come without -g.
// RUN: %clang -fplugin=%plugin -O2 -S -emit-llvm -o - %s | %FileCheck %s
// RUN: %clang -fplugin=%plugin -O2 -g -S -emit-llvm -o - %s | %FileCheck --check-prefix=FULL %s
// RUN: %clang -fplugin=%plugin -O2 -Rpass=inline -S -emit-llvm -o - %s | %FileCheck --check-prefix=REMARKS %s
// They have the lines of calls, which call paths consist of, and no others.
void other(void);
int load(int *p) {
  other();
  return p[1];
}
// CHECK: "frame-pointer"="non-leaf"
// CHECK: emissionKind: LineTablesOnly
// CHECK: !DILocation(line: [[#OTHER:8]], column: {{[1-9]}}
// CHECK-NOT: !DILocation(line: [[#OTHER + 1]],
// FULL: emissionKind: FullDebug
// FULL: !DILocation(line: 9,
// REMARKS: emissionKind: LineTablesOnly
// REMARKS: !DILocation(line: 9,
