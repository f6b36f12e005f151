; What a loop accesses at equal distances is told before the vectorizer sees it: a call stands for the range, and the access is marked (ToldRanges.h).
; RUN: %opt -load-pass-plugin=%pass -passes='function(fencepost-loops),verify' -S %s | %FileCheck %s
; RUN: %opt -load-pass-plugin=%pass -passes='function(fencepost-loops),fencepost,verify' -S %s | %FileCheck %s --check-prefix=DONE
; RUN: %opt -load-pass-plugin=%pass -passes='function(fencepost-loops,loop-vectorize,loop-unroll),fencepost,verify' -force-vector-width=4 -S %s | %FileCheck %s --check-prefix=VECTOR

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Another access group stays; what goes through an index is left for later.
; CHECK-LABEL: @scaled(
; CHECK: call void @fencepost.left.loads.0(ptr align 8 %indices, i64 %{{.*}})
; CHECK: call void @fencepost.left.loads.0(ptr align 8 %b, i64 %{{.*}})
; CHECK: call void @fencepost.left.stores.0(ptr align 8 %a, i64 %{{.*}})
; CHECK-NEXT: br label %loop
; CHECK: %index = load i64, ptr %at{{.*}}!llvm.access.group ![[TOLD:[0-9]+]]
; CHECK: %v = load double, ptr %p, align 8{{$}}
; CHECK: %w = load double, ptr %q{{.*}}!llvm.access.group ![[BOTH:[0-9]+]]
; CHECK: store double %sum, ptr %r{{.*}}!llvm.access.group ![[TOLD]]
; With a check of its own the loop is not unrolled at run time, else as before.
; CHECK: br i1 %done, label %exit, label %loop, !llvm.loop ![[LOOP:[0-9]+]]
; CHECK-LABEL: @rows(
; CHECK-NOT: !llvm.loop
; CHECK: declare void @fencepost.left.loads.0(ptr {{.*}}readnone{{.*}}, i64) #[[LEFT:[0-9]+]]
; CHECK: attributes #[[LEFT]] = { nocallback nofree nomerge nosync nounwind willreturn memory(inaccessiblemem: readwrite) }
; CHECK: !fencepost.told = !{![[TOLD]]}
; CHECK: ![[TOLD]] = distinct !{}
; CHECK: ![[BOTH]] = !{![[OTHER:[0-9]+]], ![[TOLD]]}
; CHECK: ![[OTHER]] = distinct !{}
; CHECK: ![[LOOP]] = distinct !{![[LOOP]], ![[ROLLED:[0-9]+]]}
; CHECK: ![[ROLLED]] = !{!"llvm.loop.unroll.runtime.disable"

; DONE-LABEL: @scaled(
; DONE: call {{.*}}%fencepost.range{{[0-9]*}}(ptr {{.*}}, ptr %indices, i64 %
; DONE: call {{.*}}%fencepost.range{{[0-9]*}}(ptr {{.*}}, ptr %b, i64 %
; DONE: call {{.*}}%fencepost.range{{[0-9]*}}(ptr {{.*}}, ptr %a, i64 %
; DONE: loop:
; DONE: call {{.*}}%fencepost.tracked.8{{[0-9]*}}(ptr %
; DONE-NOT: %fencepost.tracked.
; DONE-LABEL: @rows(
; DONE-NOT: fencepost.left
; DONE-NOT: fencepost.told

; Neither vectors nor what is left over by them and the unroller say anything of their own.
; VECTOR-LABEL: @rows(
; VECTOR: call {{.*}}%fencepost.strided{{[0-9]*}}(ptr {{.*}}, ptr %a, i64 %{{.*}}, i64 800, i64 %n)
; VECTOR: store <4 x double> {{.*}}!llvm.access.group
; VECTOR: store double {{.*}}!llvm.access.group
; VECTOR: ret void

define void @scaled(ptr %a, ptr %b, ptr %indices, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %at = getelementptr i64, ptr %indices, i64 %i
  %index = load i64, ptr %at
  %p = getelementptr double, ptr %b, i64 %index
  %v = load double, ptr %p
  %q = getelementptr double, ptr %b, i64 %i
  %w = load double, ptr %q, !llvm.access.group !0
  %sum = fadd double %v, %w
  %r = getelementptr double, ptr %a, i64 %i
  store double %sum, ptr %r
  %next = add nuw nsw i64 %i, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %exit, label %loop
exit:
  ret void
}

define void @rows(ptr %a, i64 %n, i64 %m) {
entry:
  br label %row
row:
  %i = phi i64 [ 0, %entry ], [ %nexti, %endrow ]
  %base = mul nuw nsw i64 %i, 100
  br label %element
element:
  %j = phi i64 [ 0, %row ], [ %nextj, %element ]
  %k = add nuw nsw i64 %base, %j
  %r = getelementptr inbounds double, ptr %a, i64 %k
  store double 1.0, ptr %r
  %nextj = add nuw nsw i64 %j, 1
  %donej = icmp eq i64 %nextj, %m
  br i1 %donej, label %endrow, label %element
endrow:
  %nexti = add nuw nsw i64 %i, 1
  %donei = icmp eq i64 %nexti, %n
  br i1 %donei, label %exit, label %row
exit:
  ret void
}

!0 = distinct !{}
