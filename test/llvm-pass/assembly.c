// The start of a check is assembly text, in the syntax that is asked for, for any assembler and
// code model.
// RUN: %clang -O2 -fplugin=%plugin -S %s -o - | %FileCheck %s --check-prefix=ATT
// RUN: %clang -O2 -fplugin=%plugin -S -masm=intel %s -o - | %FileCheck %s --check-prefix=INTEL
// RUN: %clang -O2 -fplugin=%plugin -c %s -o %t.own.o && llvm-objdump -d %t.own.o > %t.own
// RUN: %clang -O2 -fplugin=%plugin -fno-integrated-as -c %s -o %t.gnu.o
// RUN: llvm-objdump -d %t.gnu.o | %FileCheck %s --check-prefix=CODE
// RUN: %FileCheck %s --check-prefix=CODE < %t.own
// RUN: %clang -O2 -fplugin=%plugin -mcmodel=medium -fno-pie -c %s -o %t.o
// RUN: %clang -O0 -fplugin=%plugin -fPIC -c %s -o %t.o
// The module says which vectors its code may keep in registers.
// RUN: %clang -O2 -fplugin=%plugin -S -emit-llvm %s -o - | %FileCheck %s --check-prefix=XMM
// RUN: %clang -O2 -fplugin=%plugin -mavx -S -emit-llvm %s -o - | %FileCheck %s --check-prefix=YMM
// REQUIRES: x86_64
// XMM: @fencepost.module = {{.*}}, ptr @fencepost.entries, i32 0 }
// YMM: @fencepost.module = {{.*}}, ptr @fencepost.entries, i32 1 }

// ATT: {{^}}fencepost.access.8:
// ATT: movq (%rsi), %rax
// ATT: jmpq *fencepost.entries+{{[0-9]+}}(%rip)
// INTEL: {{^}}fencepost.access.8:
// INTEL: mov rax, {{(qword ptr )?}}[rsi]
// INTEL: jmp qword ptr [rip + fencepost.entries+{{[0-9]+}}]
// CODE: <fencepost.access.8>:
// CODE: rorq $0x3, %r11
// CODE: shrq $0xc, %r11
// CODE: jmpq *{{.*}}(%rip)
double *next(double *);
double read(double *p) { return *p + *next(p); }
