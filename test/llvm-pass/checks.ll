; A check sets a mark where the runtime has given it places, else it checks the page and calls (model/Checks.h).
; RUN: %opt -load-pass-plugin=%pass -passes=fencepost,verify -S %s | %FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; CHECK: @fencepost.check = private global { ptr, ptr, ptr, i64, i64 } { ptr @fencepost.zeros, ptr @fencepost.lists, ptr @fencepost.sites, i64 0, i64 0 }
; Equal accesses at equal alignments have one, wherever they stand: one each in @gather, @chased, @uneven, three in @stays, two in @both, one each in @rows and @beside, two in @calls, one in @ends, four in @once.
; CHECK-COUNT-16: @fencepost.check.{{[0-9]+}} =
; CHECK-NOT: @fencepost.check.{{[0-9]+}} =

; In an innermost loop in line. What the check notes is loaded in front of the loop, and again where the runtime was called.
; CHECK-LABEL: @gather(
; CHECK: call {{.*}}i64 %fencepost.range{{[0-9]*}}(
; CHECK: %[[NOTED:.*]] = load ptr, ptr @fencepost.check{{.*}}!nosanitize
; CHECK: %[[FIRST0:.*]] = load i64, ptr {{.*}}!nosanitize
; CHECK: %[[PLACES0:.*]] = load i64, ptr {{.*}}!nosanitize
; CHECK: %[[MARKS0:.*]] = load ptr, ptr {{.*}}!nosanitize
; The place of the array's start, to which the index is added; no places where it is not aligned as its elements are.
; CHECK-NEXT: %[[X:.*]] = ptrtoint ptr %x to i64
; CHECK-NEXT: %[[OFFSET:.*]] = sub i64 %[[X]], %[[FIRST0]]
; CHECK-NEXT: %[[DIFFERING:.*]] = xor i64 %[[X]], %[[FIRST0]]
; CHECK-NEXT: %[[REST:.*]] = and i64 %[[DIFFERING]], 7
; CHECK-NEXT: %[[LESS:.*]] = sub i64 %[[REST]], 1
; CHECK-NEXT: %[[ALIGNED:.*]] = ashr i64 %[[LESS]], 63
; CHECK-NEXT: %[[START0:.*]] = ashr i64 %[[OFFSET]], 3
; CHECK-NEXT: %[[USED0:.*]] = and i64 %[[PLACES0]], %[[ALIGNED]]
; CHECK-NEXT: br label %loop
; CHECK: loop:
; CHECK-DAG: %[[MARKS:.*]] = phi ptr [ %[[MARKS0]], %entry ]
; CHECK-DAG: %[[PLACES:.*]] = phi i64 [ %[[USED0]], %entry ]
; CHECK-DAG: %[[START:.*]] = phi i64 [ %[[START0]], %entry ]
; CHECK: %[[PLACE:.*]] = add i64 %index, %[[START]]
; CHECK-NEXT: %[[IN:.*]] = icmp ult i64 %[[PLACE]], %[[PLACES]]
; CHECK-NEXT: br i1 %[[IN]], label %[[NOTE:.*]], label %[[UNKNOWN:[^ ]*]], !prof
; CHECK: [[NOTE]]:
; CHECK: %[[MARK:.*]] = getelementptr i8, ptr %[[MARKS]], i64 %[[PLACE]]
; CHECK-NEXT: store i8 1, ptr %[[MARK]], {{.*}}!nosanitize
; CHECK: [[UNKNOWN]]:
; CHECK: lshr i64 {{.*}}, 12
; CHECK: br i1 %{{.*}}, label %[[TRACKED:.*]], label %[[REST:.*]], !prof
; CHECK: [[TRACKED]]:
; CHECK-NEXT: load ptr, {{.*}}@fencepost.entries
; CHECK-NEXT: call preserve_allcc i64 %fencepost.tracked.8{{[0-9]*}}(ptr %{{.*}}, ptr @fencepost.check{{.*}})
; CHECK-NEXT: load ptr, ptr @fencepost.check
; CHECK-COUNT-3: load {{.*}}!nosanitize
; CHECK: ashr i64 {{.*}}, 3
; CHECK: br label %[[REST]]
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

; Of an address of another form the place is computed.
; CHECK-LABEL: @chased(
; CHECK: loop:
; CHECK-DAG: %[[PLACES:.*]] = phi i64 [ {{.*}}, %entry ]
; CHECK-DAG: %[[FIRST:.*]] = phi i64 [ {{.*}}, %entry ]
; CHECK: %[[ADDRESS:.*]] = ptrtoint ptr %p to i64
; CHECK-NEXT: %[[OFFSET:.*]] = sub i64 %[[ADDRESS]], %[[FIRST]]
; CHECK-NEXT: %[[PLACE:.*]] = call i64 @llvm.fshr.i64(i64 %[[OFFSET]], i64 %[[OFFSET]], i64 3)
; CHECK-NEXT: icmp ult i64 %[[PLACE]], %[[PLACES]]
; CHECK: ret void
define void @chased(ptr %list) {
entry:
  br label %loop
loop:
  %p = phi ptr [ %list, %entry ], [ %next, %loop ]
  %next = load ptr, ptr %p
  %done = icmp eq ptr %next, null
  br i1 %done, label %exit, label %loop
exit:
  ret void
}

; Nor does an index in elements that are no whole number of places make one: 12 bytes, of 8 each.
; CHECK-LABEL: @uneven(
; CHECK: loop:
; CHECK: call i64 @llvm.fshr.i64({{.*}}, i64 3)
; CHECK: ret void
define void @uneven(ptr %x, ptr %indices, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %at = getelementptr i64, ptr %indices, i64 %i
  %index = load i64, ptr %at
  %p = getelementptr [12 x i8], ptr %x, i64 %index
  store i64 0, ptr %p, align 8
  %next = add i64 %i, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %exit, label %loop
exit:
  ret void
}

; What stays where it is in a loop is told the first time; what others keep has no places if the call took them.
; CHECK-LABEL: @stays(
; CHECK: loop:
; CHECK-DAG: %[[TOLD:.*]] = phi i1 [ false, %entry ], [ %[[THEN:.*]], %next ]
; CHECK-DAG: %[[PLACES:.*]] = phi i64 [ %{{.*}}, %entry ], [ %{{.*}}, %next ]
; CHECK: sometimes:
; CHECK-NEXT: %[[FIRST:.*]] = xor i1 %[[TOLD]], true
; CHECK-NEXT: br i1 %[[FIRST]], label %[[TELL:.*]], label %[[REST:[^ ]*]], !prof
; CHECK: [[TELL]]:
; CHECK-NEXT: load ptr, {{.*}}@fencepost.entries
; CHECK-NEXT: %[[UNCHANGED:.*]] = call preserve_allcc i64 %fencepost.tracked.4{{[0-9]*}}(ptr %size, ptr @fencepost.check
; CHECK-NEXT: %[[LEFT:.*]] = and i64 %{{.*}}, %[[UNCHANGED]]
; CHECK-NEXT: and i64 %{{.*}}, %[[UNCHANGED]]
; CHECK-NEXT: br label %[[REST]]
; CHECK: [[REST]]:
; CHECK-DAG: phi i1 [ true, %[[TELL]] ], [ %[[TOLD]], %sometimes ]
; CHECK-DAG: phi i64 [ %[[LEFT]], %[[TELL]] ], [ %{{.*}}, %sometimes ]
; CHECK: load i32, ptr %size
; CHECK: ret void
define void @stays(ptr %x, ptr %indices, ptr %size, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %later, %next ]
  %at = getelementptr i64, ptr %indices, i64 %i
  %index = load i64, ptr %at
  %p = getelementptr double, ptr %x, i64 %index
  %v = load double, ptr %p
  %positive = fcmp ogt double %v, 0.0
  br i1 %positive, label %sometimes, label %next
sometimes:
  %limit = load i32, ptr %size
  %value = sitofp i32 %limit to double
  store double %value, ptr %p
  br label %next
next:
  %later = add i64 %i, 1
  %done = icmp eq i64 %later, %n
  br i1 %done, label %exit, label %loop
exit:
  ret void
}

; Two in one loop: where the runtime was called for one, the other has no places until it is made again.
; CHECK-LABEL: @both(
; CHECK: loop:
; CHECK: %[[UNCHANGED:.*]] = call preserve_allcc i64 %fencepost.tracked.8{{[0-9]*}}(
; CHECK: and i64 %{{.*}}, %[[UNCHANGED]]
; CHECK: %[[UNCHANGED:.*]] = call preserve_allcc i64 %fencepost.tracked.8{{[0-9]*}}(
; CHECK: and i64 %{{.*}}, %[[UNCHANGED]]
; CHECK: ret void
define void @both(ptr %x, ptr %y, ptr %indices, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %at = getelementptr i64, ptr %indices, i64 %i
  %index = load i64, ptr %at
  %p = getelementptr double, ptr %x, i64 %index
  %v = load double, ptr %p
  %q = getelementptr double, ptr %y, i64 %index
  store double %v, ptr %q
  %next = add i64 %i, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %exit, label %loop
exit:
  ret void
}

; What is kept stays over a loop around it, whose rows are made longer in line: behind one that is not, there are no places.
; CHECK-LABEL: @rows(
; CHECK: entry:
; CHECK: load ptr, ptr @fencepost.check
; CHECK: br label %outer
; CHECK: outer:
; CHECK: %[[FOLLOWED:.*]] = load ptr, ptr getelementptr {{.*}}@fencepost.shadow
; CHECK: store i64 %{{.*}}, ptr %{{.*}}, {{.*}}!nosanitize
; CHECK: %[[UNCHANGED:.*]] = call preserve_allcc i64 %fencepost.range{{[0-9]*}}(
; CHECK-NEXT: %[[LEFT:.*]] = and i64 %{{.*}}, %[[UNCHANGED]]
; CHECK-NEXT: br label
; CHECK: phi i64 [ {{.*}} ], [ %[[LEFT]],
; CHECK: loop:
; CHECK: ret double
define double @rows(ptr %x, ptr %indices, i64 %n, i64 %m) {
entry:
  br label %outer
outer:
  %k = phi i64 [ 0, %entry ], [ %later, %latch ]
  %all = phi double [ 0.0, %entry ], [ %add, %latch ]
  %row = getelementptr i64, ptr %indices, i64 %k
  br label %loop
loop:
  %i = phi i64 [ 0, %outer ], [ %next, %loop ]
  %sum = phi double [ %all, %outer ], [ %add, %loop ]
  %at = getelementptr i64, ptr %row, i64 %i
  %index = load i64, ptr %at
  %p = getelementptr double, ptr %x, i64 %index
  %v = load double, ptr %p
  %add = fadd double %sum, %v
  %next = add i64 %i, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %latch, label %loop
latch:
  %square = mul i64 %k, %k
  %later = add i64 %square, %n
  %end = icmp ugt i64 %later, %m
  br i1 %end, label %exit, label %outer
exit:
  ret double %add
}

; So it is behind what is told in another loop beside, that keeps nothing itself.
; CHECK-LABEL: @beside(
; CHECK: %[[UNCHANGED:.*]] = call preserve_allcc i64 %fencepost.range{{[0-9]*}}(
; CHECK-NEXT: %[[LEFT:.*]] = and i64 %{{.*}}, %[[UNCHANGED]]
; CHECK-NEXT: br label
; CHECK: phi i64 [ {{.*}} ], [ %[[LEFT]],
; CHECK: %[[UNCHANGED:.*]] = call preserve_allcc i64 %fencepost.range{{[0-9]*}}(
; CHECK-NEXT: %[[LEFT:.*]] = and i64 %{{.*}}, %[[UNCHANGED]]
; CHECK-NEXT: br label
; CHECK: phi i64 [ {{.*}} ], [ %[[LEFT]],
; CHECK: ret void
define void @beside(ptr %x, ptr %indices, i64 %n, i64 %m) {
entry:
  br label %outer
outer:
  %k = phi i64 [ 0, %entry ], [ %later, %latch ]
  br label %loop
loop:
  %i = phi i64 [ 0, %outer ], [ %next, %loop ]
  %at = getelementptr i64, ptr %indices, i64 %i
  %index = load i64, ptr %at
  %p = getelementptr double, ptr %x, i64 %index
  store double 0.0, ptr %p
  %next = add i64 %i, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %others, label %loop
others:
  %o = phi i64 [ 1, %loop ], [ %twice, %other ]
  br label %row
row:
  %j = phi i64 [ 0, %others ], [ %nextj, %row ]
  %place = add i64 %o, %j
  %q = getelementptr i32, ptr %x, i64 %place
  store i32 1, ptr %q
  %nextj = add i64 %j, 1
  %donej = icmp eq i64 %nextj, %n
  br i1 %donej, label %other, label %row
other:
  %twice = mul i64 %o, %o
  %doneo = icmp ugt i64 %twice, %m
  br i1 %doneo, label %latch, label %others
latch:
  %square = mul i64 %k, %k
  %later = add i64 %square, %n
  %end = icmp ugt i64 %later, %m
  br i1 %end, label %exit, label %outer
exit:
  ret void
}

; A loop that calls others spends its time there: a check in it is a call, too.
; CHECK-LABEL: @calls(
; CHECK: loop:
; CHECK-NOT: phi ptr
; CHECK-NOT: load ptr, ptr @fencepost.check
; CHECK: call {{.*}}void @fencepost.access.8(ptr %p, ptr @fencepost.check
; CHECK: call void @unknown()
; CHECK: ret void
define void @calls(ptr %x, ptr %indices, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %at = getelementptr i64, ptr %indices, i64 %i
  %index = load i64, ptr %at
  %p = getelementptr double, ptr %x, i64 %index
  store double 0.0, ptr %p
  call void @unknown()
  %next = add i64 %i, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %exit, label %loop
exit:
  ret void
}

; One in which memory of the stack ends, which is told, loads what it knows each time.
; CHECK-LABEL: @ends(
; CHECK: loop:
; CHECK-NOT: phi ptr
; CHECK: load ptr, ptr @fencepost.check
; CHECK: call i64 @llvm.fshr
; CHECK: call {{.*}}%fencepost.released{{[0-9]*}}(
; CHECK: ret void
declare void @llvm.lifetime.start.p0(i64, ptr)
declare void @llvm.lifetime.end.p0(i64, ptr)
define void @ends(ptr %x, ptr %indices, i64 %n) {
entry:
  %a = alloca i64
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  call void @llvm.lifetime.start.p0(i64 8, ptr %a)
  %at = getelementptr i64, ptr %indices, i64 %i
  %index = load i64, ptr %at
  %p = getelementptr ptr, ptr %x, i64 %index
  store ptr %a, ptr %p
  call void @llvm.lifetime.end.p0(i64 8, ptr %a)
  %next = add i64 %i, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %exit, label %loop
exit:
  ret void
}

; Elsewhere in a function. In @once the fourth is less aligned than the two before.
; CHECK-LABEL: @once(
; CHECK: call {{.*}}void @fencepost.access.8(ptr %p, ptr @fencepost.check{{.*}})
; CHECK: br label
; CHECK: call {{.*}}void @fencepost.access.8(ptr %q, ptr [[SAME:@fencepost.check[.0-9]*]])
; CHECK: call {{.*}}void @fencepost.access.8(ptr %r, ptr [[SAME]])
; CHECK: call {{.*}}void @fencepost.access.2(ptr %s, ptr @fencepost.check{{.*}})
; CHECK: call {{.*}}void @fencepost.access.4(ptr %f, ptr @fencepost.check{{.*}})
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
  %s = getelementptr i8, ptr %r, i64 %n
  store i64 0, ptr %s, align 2
  ; Two fields, of which the second says more of the first's address than that itself.
  %f = getelementptr i8, ptr %s, i64 %n
  store i32 0, ptr %f, align 1
  %g = getelementptr i8, ptr %f, i64 12
  store i64 0, ptr %g, align 8
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
