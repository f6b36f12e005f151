; In a loop, a check that succeeds asks first whether the segment has it already (model/Cells.h).
; RUN: %opt -load-pass-plugin=%pass -passes=fencepost,verify -S %s | %FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; CHECK: @fencepost.no.cells = internal constant i64 0
; CHECK: @fencepost.cells = internal global { ptr, i64, i64 } { ptr @fencepost.no.cells, i64 0, i64 0 }

; CHECK-LABEL: @gather(
; CHECK: call {{.*}}void @fencepost.load.range(
; CHECK: %[[ADDRESS:.*]] = ptrtoint ptr %p to i64
; CHECK: lshr i64 %[[ADDRESS]], 12
; CHECK: br i1 %{{.*}}, label %[[TRACKED:.*]], label %[[REST:.*]], !prof
; CHECK: [[TRACKED]]:
; CHECK-NEXT: call preserve_mostcc void @fencepost.tracked.in.loop(ptr %p, ptr @fencepost.lists, i64 0)
; CHECK-NEXT: br label %[[REST]]
; CHECK: ret double
define double @gather(ptr %x, ptr %indices, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi double [ 0.0, %entry ], [ %add, %loop ]
  %at = getelementptr i64, ptr %indices, i64 %i
  %index = load i64, ptr %at
  %p = getelementptr double, ptr %x, i64 %index
  %v = load double, ptr %p
  %add = fadd double %sum, %v
  %next = add i64 %i, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %exit, label %loop
exit:
  ret double %add
}

; Elsewhere it does not, and in a loop around others the check itself is in the function, too. Equal
; accesses have one number.
; CHECK-LABEL: @once(
; CHECK: call {{.*}}void @fencepost.access(ptr %p, ptr {{.*}}@fencepost.lists
; CHECK-NOT: @fencepost.access
; CHECK: br label
; CHECK: call {{.*}}void @fencepost.access.in.loop(ptr %q, ptr {{.*}}@fencepost.lists{{.*}}, i64 1)
; CHECK: call {{.*}}void @fencepost.access.in.loop(ptr %r, ptr {{.*}}@fencepost.lists{{.*}}, i64 1)
; CHECK: ret double
declare void @unknown()
define double @once(ptr %p, i64 %n) {
entry:
  %v = load double, ptr %p
  br label %outer
outer:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %q = getelementptr i64, ptr %p, i64 %i
  store i64 0, ptr %q
  %r = getelementptr i64, ptr %q, i64 %n
  store i64 0, ptr %r
  br label %inner
inner:
  %j = phi i64 [ 0, %outer ], [ %after, %inner ]
  call void @unknown()
  %after = add i64 %j, 1
  %end = icmp eq i64 %after, %n
  br i1 %end, label %latch, label %inner
latch:
  %next = add i64 %i, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %exit, label %outer
exit:
  ret double %v
}

; CHECK-LABEL: define internal preserve_mostcc void @fencepost.tracked.in.loop(ptr %0, ptr %1, i64 %2)
; CHECK-NEXT: %[[AT:.*]] = ptrtoint ptr %0 to i64
; CHECK-NEXT: %[[FIRST:.*]] = load i64, ptr getelementptr {{.*}} @fencepost.cells
; CHECK-NEXT: %[[CHECK:.*]] = add i64 %[[FIRST]], %2
; CHECK-NEXT: %[[HIGH:.*]] = shl i64 %[[AT]], 17
; CHECK-NEXT: %[[TAG:.*]] = add i64 %[[HIGH]], %[[CHECK]]
; CHECK: lshr i64 %[[AT]], 3
; CHECK: %[[CELL:.*]] = getelementptr i64, ptr
; CHECK: %[[KNOWN:.*]] = load i64, ptr %[[CELL]]
; CHECK: icmp ne i64 %[[KNOWN]], %[[TAG]]
; CHECK: call void @__fencepost_accesses(ptr @fencepost.sites, ptr %0, ptr %1)
; CHECK-NEXT: call void @__fencepost_checked(i64 %[[TAG]], ptr %[[CELL]])

; CHECK-LABEL: define internal void @fencepost.register()
; CHECK: call void @__fencepost_register_cells(ptr @fencepost.cells, i64 2)
