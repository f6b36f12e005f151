; In a loop, a check that succeeds asks first whether the segment has it already (model/Cells.h).
; RUN: %opt -load-pass-plugin=%pass -passes=fencepost,verify -S %s | %FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; CHECK: @fencepost.no.cells = internal constant i64 0
; CHECK: @fencepost.cells = internal global { ptr, i64, i64 } { ptr @fencepost.no.cells, i64 0, i64 0 }

; CHECK-LABEL: @gather(
; CHECK: call void @__fencepost_load_range(
; CHECK: %[[ADDRESS:.*]] = ptrtoint ptr %p to i64
; CHECK: lshr i64 %{{.*}}, 12
; CHECK: br i1 %{{.*}}, label %[[TRACKED:.*]], label %[[REST:.*]], !prof
; CHECK: [[TRACKED]]:
; CHECK: %[[AT:.*]] = ptrtoint ptr %p to i64
; CHECK: %[[FIRST:.*]] = load i64, ptr getelementptr {{.*}} @fencepost.cells
; CHECK: shl i64 %[[AT]], 17
; CHECK: %[[TAG:.*]] = add i64
; CHECK: lshr i64 %[[AT]], 3
; CHECK: %[[CELL:.*]] = getelementptr i64, ptr
; CHECK: %[[KNOWN:.*]] = load i64, ptr %[[CELL]]
; CHECK: icmp ne i64 %[[KNOWN]], %[[TAG]]
; CHECK: call void @__fencepost_load(ptr {{.*}}, ptr %p, i64 8)
; CHECK-NEXT: call void @__fencepost_checked(i64 %[[TAG]], ptr %[[CELL]])
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

; Elsewhere it does not.
; CHECK-LABEL: @once(
; CHECK-NOT: @fencepost.cells
; CHECK: call void @__fencepost_load(
; CHECK-NEXT: br
define double @once(ptr %p) {
  %v = load double, ptr %p
  ret double %v
}

; CHECK-LABEL: define internal void @fencepost.register()
; CHECK: call void @__fencepost_register_cells(ptr @fencepost.cells, i64 1)
