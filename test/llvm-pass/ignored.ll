; What stays as it is: excluded functions, other address spaces, other targets, memory when off.
; RUN: %opt -load-pass-plugin=%pass -passes=fencepost,verify -S %s | %FileCheck %s
; RUN: %opt -load-pass-plugin=%pass -passes='fencepost<accesses=off>,verify' -S %s | %FileCheck %s --check-prefix=OFF
; RUN: sed 's/x86_64-pc-linux-gnu/nvptx64-nvidia-cuda/' %s | %opt -load-pass-plugin=%pass -passes=fencepost -S | %FileCheck %s --check-prefix=DEVICE

; DEVICE-NOT: fencepost.sites
; OFF-NOT: fencepost.access
; OFF: call {{.*}}void %fencepost.call{{[0-9]*}}(
; OFF-NOT: fencepost.access

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@text = private constant [17 x i8] c"fencepost-ignore\00", section "llvm.metadata"
@file = private constant [4 x i8] c"a.c\00", section "llvm.metadata"
@llvm.global.annotations = appending global [1 x { ptr, ptr, ptr, i32, ptr }] [{ ptr, ptr, ptr, i32, ptr } { ptr @annotated, ptr @text, ptr @file, i32 1, ptr null }], section "llvm.metadata"
@global = global i32 0

declare i32 @MPI_Barrier(ptr)

; CHECK-LABEL: @kept(
; CHECK: call {{.*}}void @fencepost.access.{{[0-9]}}(
; CHECK: call {{.*}}void %fencepost.call{{[0-9]*}}(
define i32 @kept(ptr %p) {
  %v = load i32, ptr %p
  %r = call i32 @MPI_Barrier(ptr %p)
  ret i32 %v
}

; CHECK-LABEL: @annotated(
; CHECK-NOT: fencepost.
; CHECK-LABEL: @attribute(
; CHECK-NOT: fencepost.
; CHECK-LABEL: @disabled(
; CHECK-NOT: fencepost.
; CHECK-LABEL: @naked(
; CHECK-NOT: fencepost.
; CHECK-LABEL: @elsewhere(
; CHECK-NOT: fencepost.
; CHECK-LABEL: @segment(
; CHECK-NOT: fencepost.
; CHECK-LABEL: @last(
define i32 @annotated(ptr %p) {
  %v = load i32, ptr %p
  ret i32 %v
}
define i32 @attribute(ptr %p) "fencepost-ignore" {
  %v = load i32, ptr %p
  ret i32 %v
}
define i32 @disabled(ptr %p) disable_sanitizer_instrumentation {
  %v = load i32, ptr %p
  ret i32 %v
}
define i32 @naked() naked {
  %v = load i32, ptr @global
  unreachable
}
define available_externally i32 @elsewhere(ptr %p) {
  %v = load i32, ptr %p
  ret i32 %v
}
define i32 @segment(ptr addrspace(257) %p) {
  %v = load i32, ptr addrspace(257) %p
  ret i32 %v
}
define void @last() {
  ret void
}
