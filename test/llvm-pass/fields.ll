; Accesses within a few bytes of one base share a page check, and what repeats one of them is not told again.
; RUN: %opt -load-pass-plugin=%pass -passes=fencepost,verify -S %s | %FileCheck %s
; RUN: %opt -load-pass-plugin=%pass -passes='fencepost<accesses=every>,verify' -S %s | %FileCheck %s --check-prefix=EVERY
; RUN: %opt -load-pass-plugin=%pass -passes='fencepost<stats>' -disable-output %s 2>&1 | %FileCheck %s --check-prefix=STATS

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; The list: a load of 8 bytes; the two stores, of one place in the source (here: of none) and
; neighbours, as one of 12 bytes, with the bits of a store and of the last (model/Abi.h).
; CHECK: @fencepost.lists = internal constant [9 x i32] [i32 0, i32 0, i32 8, i32 1, i32 8, i32 -1073741812,

; CHECK-LABEL: @fields(
; CHECK: call {{.*}}void @fencepost.access.8(ptr {{.*}}, ptr @fencepost.check)
; CHECK-NOT: fencepost.
; CHECK: ret void
; EVERY-LABEL: @fields(
; EVERY-NOT: @fencepost.access
; EVERY-COUNT-2: call void @__fencepost_store(
; EVERY: ret void
define void @fields(ptr %p) {
  %a = getelementptr i8, ptr %p, i64 8
  %v = load i64, ptr %a
  %again = getelementptr i8, ptr %p, i64 8
  %w = load i64, ptr %again
  %b = getelementptr i8, ptr %p, i64 16
  store i64 %v, ptr %b
  %c = getelementptr i8, ptr %b, i64 8
  store i32 1, ptr %c
  ret void
}

; Farther apart each has its own.
; CHECK-LABEL: @apart(
; CHECK-COUNT-2: call {{.*}}void @fencepost.access.8(
; CHECK: ret void
define void @apart(ptr %p) {
  store i64 1, ptr %p
  %b = getelementptr i8, ptr %p, i64 64
  store i64 2, ptr %b
  ret void
}

; STATS: 6 loads and stores: 0 cannot matter, 1 repeat another, 0 in front of loops, 5 one by one
