; Accesses at constant distances from one base share a check, within a few bytes a page check too, and what repeats
; one of them is not told again.
; RUN: %opt -load-pass-plugin=%pass -passes=fencepost,verify -S %s | %FileCheck %s
; RUN: %opt -load-pass-plugin=%pass -passes='fencepost<accesses=every>,verify' -S %s | %FileCheck %s --check-prefix=EVERY
; RUN: %opt -load-pass-plugin=%pass -passes='fencepost<stats>' -disable-output %s 2>&1 | %FileCheck %s --check-prefix=STATS

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; The list: a load of 8 bytes; the two stores, of one place in the source (here: of none) and
; neighbours, as one of 12 bytes, with the bits of a store and of the last (model/Abi.h).
; CHECK: @fencepost.lists = internal constant [{{[0-9]+}} x i32] [i32 0, i32 0, i32 8, i32 1, i32 8, i32 -1073741812,

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

; Farther apart each page is checked.
; CHECK-LABEL: @apart(
; CHECK: call {{.*}}void %fencepost.spread.8{{[0-9]*}}(ptr %p, ptr @fencepost.check.{{[0-9]+}}, i64 64)
; CHECK-NOT: fencepost.
; CHECK: ret void
define void @apart(ptr %p) {
  store i64 1, ptr %p
  %b = getelementptr i8, ptr %p, i64 64
  store i64 2, ptr %b
  ret void
}

; Elements of arrays of one object with the same index, however they are addressed.
; CHECK-LABEL: @arrays(
; CHECK: call {{.*}}void %fencepost.spread.8{{[0-9]*}}(ptr {{.*}}, ptr @fencepost.check.{{[0-9]+}}, i64 800)
; CHECK-NOT: fencepost.
; CHECK: ret void
define void @arrays(ptr %p, i64 %i, i64 %j) {
  %x = getelementptr [100 x double], ptr %p, i64 %j, i64 %i
  %v = load double, ptr %x
  %row = getelementptr i8, ptr %p, i64 800
  %fromRow = getelementptr [100 x double], ptr %row, i64 %j
  %y = getelementptr double, ptr %fromRow, i64 %i
  store double %v, ptr %y
  ret void
}

; With another index, another scale or from another object each has its own.
; CHECK-LABEL: @others(
; CHECK-COUNT-4: call {{.*}}void @fencepost.access.8(
; CHECK: ret void
define void @others(ptr %p, ptr %q, i64 %i, i64 %j) {
  %a = getelementptr double, ptr %p, i64 %i
  store double 0.0, ptr %a
  %b = getelementptr double, ptr %p, i64 %j
  store double 0.0, ptr %b
  %c = getelementptr [2 x double], ptr %p, i64 %i
  store double 0.0, ptr %c
  %d = getelementptr double, ptr %q, i64 %i
  store double 0.0, ptr %d
  ret void
}

; What is longer than a page check speaks for has one of its own.
; CHECK-LABEL: @long(
; CHECK: icmp ne i8
; CHECK: call {{.*}}void @__fencepost_store(ptr {{.*}}, ptr {{.*}}, i64 128)
; CHECK: ret void
define void @long(ptr %p) {
  store i64 1, ptr %p
  %b = getelementptr i8, ptr %p, i64 800
  store <16 x i64> zeroinitializer, ptr %b
  ret void
}

; STATS: 14 loads and stores: 0 cannot matter, 1 repeat another, 0 in front of loops, 13 one by one
