; Memory that no code out of sight can know of, in all of the module, and calls through pointers that come to functions in sight.
; RUN: %opt -load-pass-plugin=%pass -passes=fencepost,verify -S %s | %FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%table = type { ptr, ptr }
@outside = global ptr null

declare noalias ptr @_Znwm(i64)
declare noalias ptr @malloc(i64)
declare noalias ptr @made(i64)
declare void @free(ptr)
declare void @unknown()
declare void @know(ptr)
declare i64 @ask(ptr nocapture)

; Reached through memory of its own.
; CHECK-LABEL: define i32 @chain(
; CHECK-NOT: fencepost.access
; CHECK: ret i32
define i32 @chain() {
  %list = alloca ptr
  %node = call ptr @_Znwm(i64 16)
  store ptr %node, ptr %list
  call void @grow(ptr %list)
  %first = load ptr, ptr %list
  %value = load i32, ptr %first, !tbaa !4
  ret i32 %value
}
; CHECK-LABEL: define internal void @grow(
; CHECK-NOT: fencepost.access
; CHECK: ret void
define internal void @grow(ptr %list) noinline {
  %old = load ptr, ptr %list
  %node = call ptr @malloc(i64 16)
  %rest = getelementptr i8, ptr %node, i64 8
  store ptr %old, ptr %rest
  store i32 1, ptr %node, !tbaa !4
  store ptr %node, ptr %list
  ret void
}

; Of what an unknown function is told, what lies there is known out of sight too.
; CHECK-LABEL: define i32 @told(
; CHECK: call {{.*}}@fencepost.access
; CHECK: store ptr
; CHECK: call void @know(
; CHECK: call {{.*}}@fencepost.access
; CHECK: load ptr
; CHECK: call {{.*}}@fencepost.access
; CHECK: load i32
define i32 @told() {
  %list = alloca ptr
  %node = call ptr @_Znwm(i64 16)
  store ptr %node, ptr %list
  call void @know(ptr %list)
  %first = load ptr, ptr %list
  %value = load i32, ptr %first, !tbaa !4
  ret i32 %value
}

; A function that keeps no copy of the address may have kept what lies there, and left something else.
; CHECK-LABEL: define i32 @asked(
; CHECK-NOT: fencepost.access
; CHECK: store ptr
; CHECK: call i64 @ask(
; CHECK-NOT: fencepost.access
; CHECK: load ptr
; CHECK: call {{.*}}@fencepost.access
; CHECK: load i32
define i32 @asked() {
  %list = alloca ptr
  %node = call ptr @_Znwm(i64 16)
  store ptr %node, ptr %list
  %n = call i64 @ask(ptr %list)
  %first = load ptr, ptr %list
  %value = load i32, ptr %first, !tbaa !4
  ret i32 %value
}

; In memory that has a name.
; CHECK-LABEL: define void @named(
; CHECK: call {{.*}}@fencepost.access
; CHECK: store ptr
; CHECK: call {{.*}}@fencepost.access
; CHECK: store i32
define void @named() {
  %slot = alloca ptr
  %node = call ptr @_Znwm(i64 16)
  store ptr %node, ptr %slot
  store ptr %node, ptr @outside
  call void @unknown()
  %again = load ptr, ptr %slot
  store i32 1, ptr %again
  ret void
}

; A function of the program may give out parts of a window, whatever it says of itself.
; CHECK-LABEL: define void @own_allocator(
; CHECK: call {{.*}}@fencepost.access
; CHECK: store i32
define void @own_allocator() {
  %slot = alloca ptr
  %node = call ptr @made(i64 16)
  store ptr %node, ptr %slot
  %again = load ptr, ptr %slot
  store i32 1, ptr %again
  ret void
}

; The distance of two pointers tells nobody where they are, their numbers do.
; CHECK-LABEL: define i64 @distance(
; CHECK-NOT: fencepost.access
; CHECK: ret i64
define i64 @distance(i64 %n) {
  %slot = alloca ptr
  %memory = call ptr @malloc(i64 %n)
  store ptr %memory, ptr %slot
  %end = getelementptr i8, ptr %memory, i64 %n
  %a = ptrtoint ptr %end to i64
  %b = ptrtoint ptr %memory to i64
  %last = add i64 %a, -8
  %bytes = sub i64 %last, %b
  %again = load ptr, ptr %slot
  store i64 %bytes, ptr %again
  ret i64 %bytes
}
; CHECK-LABEL: define i64 @number(
; CHECK: call {{.*}}@fencepost.access
; CHECK: store i64
; CHECK: ret i64
define i64 @number(i64 %n) {
  %slot = alloca ptr
  %memory = call ptr @malloc(i64 %n)
  store ptr %memory, ptr %slot
  %a = ptrtoint ptr %memory to i64
  %half = lshr i64 %a, 1
  %again = load ptr, ptr %slot
  store i64 0, ptr %again
  ret i64 %half
}

; Bytes that are copied as numbers may be pointers.
; CHECK-LABEL: define void @copied(
; CHECK: call {{.*}}@fencepost.access
; CHECK: store i32
define void @copied(ptr %p) {
  %slot = alloca ptr
  %slots = alloca ptr
  %memory = call ptr @malloc(i64 8)
  store ptr %memory, ptr %slot
  store ptr %memory, ptr %slots
  %bytes = load i64, ptr %p, align 4
  store i64 %bytes, ptr %slots
  %again = load ptr, ptr %slots
  store i32 0, ptr %again
  ret void
}
; CHECK-LABEL: define void @counted(
; CHECK: call {{.*}}@fencepost.access
; CHECK: load i64
; CHECK-NOT: fencepost.access
; CHECK: ret void
define void @counted(ptr %p) {
  %slot = alloca %table
  %memory = call ptr @malloc(i64 8)
  store ptr %memory, ptr %slot
  %count = getelementptr %table, ptr %slot, i64 0, i32 1
  %n = load i64, ptr %p, !tbaa !2
  store i64 %n, ptr %count, !tbaa !2
  %again = load ptr, ptr %slot
  store i32 0, ptr %again
  ret void
}

; A call through a table whose functions are all in sight and do not synchronize: the loop's accesses are told in front of it.
@quiet = internal constant [2 x ptr] [ptr @add, ptr @subtract]
; CHECK-LABEL: define void @quiet_loop(
; CHECK: call {{.*}}%fencepost.strided{{[0-9]*}}
; CHECK: loop:
; CHECK-NOT: fencepost
; CHECK: call double %function(double
; CHECK-NOT: nosync
; CHECK: ret void
define void @quiet_loop(ptr %p, i64 %n, i64 %which) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %at = getelementptr [3 x double], ptr %p, i64 %i
  %slot = getelementptr ptr, ptr @quiet, i64 %which
  %function = load ptr, ptr %slot
  %v = call double %function(double 1.0)
  store double %v, ptr %at
  %next = add nuw nsw i64 %i, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %exit, label %loop
exit:
  ret void
}
define internal double @add(double %x) nosync nounwind willreturn {
  %y = fadd double %x, 1.0
  ret double %y
}
define internal double @subtract(double %x) nosync nounwind willreturn {
  %y = fsub double %x, 1.0
  ret double %y
}

; One of them is not known to, or the table is not.
@loud = internal constant [2 x ptr] [ptr @multiply, ptr @fence]
; CHECK-LABEL: define void @loud_loop(
; CHECK-NOT: call {{.*}}%fencepost.strided{{[0-9]*}}
; CHECK: ret void
define void @loud_loop(ptr %p, i64 %n, i64 %which) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %at = getelementptr [3 x double], ptr %p, i64 %i
  %slot = getelementptr ptr, ptr @loud, i64 %which
  %function = load ptr, ptr %slot
  %v = call double %function(double 1.0)
  store double %v, ptr %at
  %next = add nuw nsw i64 %i, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %exit, label %loop
exit:
  ret void
}
define internal double @multiply(double %x) nosync nounwind willreturn {
  %y = fmul double %x, 2.0
  ret double %y
}
define internal double @divide(double %x) nosync nounwind willreturn {
  %y = fdiv double %x, 2.0
  ret double %y
}
define internal double @fence(double %x) nounwind willreturn {
  call void @unknown()
  ret double %x
}
@open = internal global [1 x ptr] [ptr @divide]
; CHECK-LABEL: define void @open_loop(
; CHECK-NOT: call {{.*}}%fencepost.strided{{[0-9]*}}
; CHECK: ret void
define void @open_loop(ptr %p, i64 %n, i64 %which) {
entry:
  call void @know(ptr @open)
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %at = getelementptr [3 x double], ptr %p, i64 %i
  %slot = getelementptr ptr, ptr @open, i64 %which
  %function = load ptr, ptr %slot
  %v = call double %function(double 1.0)
  store double %v, ptr %at
  %next = add nuw nsw i64 %i, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %exit, label %loop
exit:
  ret void
}

; What is passed through a pointer comes to the functions that it leads to.
; CHECK-LABEL: define internal void @given(
; CHECK: call {{.*}}@fencepost.access
; CHECK: store i32
define internal void @given(ptr %p) {
  store i32 1, ptr %p
  ret void
}
@gives = internal global ptr @given
define void @giving(ptr %window) {
  %own = call ptr @malloc(i64 4)
  %function = load ptr, ptr @gives
  call void %function(ptr %own)
  call void %function(ptr %window)
  ret void
}
; CHECK-LABEL: define internal void @kept(
; CHECK-NOT: fencepost.access
; CHECK: ret void
define internal void @kept(ptr %p) {
  store i32 1, ptr %p
  ret void
}
@keeps = internal global ptr @kept
define void @keeping() {
  %own = call ptr @malloc(i64 4)
  %function = load ptr, ptr @keeps
  call void %function(ptr %own)
  ret void
}

!0 = !{!"Simple C/C++ TBAA"}
!1 = !{!"long", !0, i64 0}
!2 = !{!1, !1, i64 0}
!3 = !{!"int", !0, i64 0}
!4 = !{!3, !3, i64 0}
