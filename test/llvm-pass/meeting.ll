; A block that is executed whenever another one was, with nothing in between that synchronizes, shares the other's checks:
; what is left of a loop with branches that was unrolled.
; RUN: %opt -load-pass-plugin=%pass -passes=fencepost,verify -S %s | %FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; One list for the three loads of a row; the store is only made on one way.
; CHECK-LABEL: @unrolled(
; CHECK: call {{.*}}void @fencepost.access.4(ptr %row,
; CHECK: store.1:
; CHECK-NEXT: call {{.*}}void @fencepost.access.4(ptr %best,
; CHECK: second:
; CHECK-NOT: @fencepost.access
; CHECK: store.2:
; CHECK-NEXT: call {{.*}}void @fencepost.access.4(ptr %best,
; CHECK: third:
; CHECK-NOT: @fencepost.access
; CHECK: ret void
define void @unrolled(ptr %row, ptr %best, i32 %least) {
  %a = load i32, ptr %row
  %more.1 = icmp sgt i32 %a, %least
  br i1 %more.1, label %store.1, label %second
store.1:
  store i32 %a, ptr %best
  br label %second
second:
  %p.2 = getelementptr i8, ptr %row, i64 4
  %b = load i32, ptr %p.2
  %more.2 = icmp sgt i32 %b, %least
  br i1 %more.2, label %store.2, label %third
store.2:
  store i32 %b, ptr %best
  br label %third
third:
  %p.3 = getelementptr i8, ptr %row, i64 8
  %c = load i32, ptr %p.3
  %again = load i32, ptr %row
  ret void
}

; Not behind a call, nor where one way leads elsewhere, into the block from elsewhere or in circles.
; CHECK-LABEL: @synchronized(
; CHECK-COUNT-2: call {{.*}}void @fencepost.access.4(
; CHECK: ret void
declare void @unknown()
define void @synchronized(ptr %p, i1 %condition) {
  %a = load i32, ptr %p
  br i1 %condition, label %calls, label %behind
calls:
  call void @unknown()
  br label %behind
behind:
  %q = getelementptr i8, ptr %p, i64 4
  %b = load i32, ptr %q
  ret void
}

; CHECK-LABEL: @leaves(
; CHECK-COUNT-2: call {{.*}}void @fencepost.access.4(
; CHECK: ret void
define void @leaves(ptr %p, i1 %condition, i1 %other) {
  %a = load i32, ptr %p
  br i1 %condition, label %maybe, label %behind
maybe:
  br i1 %other, label %out, label %behind
out:
  ret void
behind:
  %q = getelementptr i8, ptr %p, i64 4
  %b = load i32, ptr %q
  ret void
}

; CHECK-LABEL: @entered(
; CHECK-COUNT-2: call {{.*}}void @fencepost.access.4(
; CHECK: ret void
define void @entered(ptr %p, i1 %condition) {
  br i1 %condition, label %first, label %behind
first:
  %a = load i32, ptr %p
  br label %behind
behind:
  %q = getelementptr i8, ptr %p, i64 4
  %b = load i32, ptr %q
  ret void
}

; CHECK-LABEL: @circles(
; CHECK-COUNT-2: call {{.*}}void @fencepost.access.4(
; CHECK: ret void
define void @circles(ptr %p, ptr %flag) {
  %a = load i32, ptr %p
  br label %wait
wait:
  %f = load i32, ptr %flag
  %done = icmp eq i32 %f, 0
  br i1 %done, label %behind, label %wait
behind:
  %q = getelementptr i8, ptr %p, i64 4
  %b = load i32, ptr %q
  ret void
}
