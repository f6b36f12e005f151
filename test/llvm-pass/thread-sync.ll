; Atomics, fences and guards of static variables tell the runtime what they release and acquire,
; behind a test whether there are several threads.
;
; RUN: %opt -load-pass-plugin=%pass -passes='fencepost,verify' -S %s | %FileCheck %s

target datalayout = "e-m:e-i64:64-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK: @__fencepost_threaded = extern_weak global i8

; CHECK-LABEL: define i32 @load(
; CHECK: %[[VALUE:.*]] = load atomic i32, ptr %p acquire
; CHECK: %[[FLAG:.*]] = select i1 %{{.*}}, ptr @__fencepost_threaded, ptr @fencepost.one.thread
; CHECK: load atomic i8, ptr %[[FLAG]] monotonic
; CHECK: br i1
; CHECK: call void @__fencepost_acquire(ptr %p)
; CHECK: ret i32 %[[VALUE]]
define i32 @load(ptr %p) {
  %value = load atomic i32, ptr %p acquire, align 4
  ret i32 %value
}

; CHECK-LABEL: define void @store(
; CHECK: call void @__fencepost_release(ptr %p)
; CHECK: store atomic i32 1, ptr %p release
; CHECK-NOT: call
; CHECK: ret void
define void @store(ptr %p) {
  store atomic i32 1, ptr %p release, align 4
  ret void
}

; CHECK-LABEL: define i32 @relaxed(
; CHECK-NOT: __fencepost_acquire
; CHECK-NOT: __fencepost_release
; CHECK: ret i32
define i32 @relaxed(ptr %p) {
  %value = load atomic i32, ptr %p monotonic, align 4
  store atomic i32 %value, ptr %p monotonic, align 4
  fence syncscope("singlethread") seq_cst
  ret i32 %value
}

; CHECK-LABEL: define i32 @add(
; CHECK: call void @__fencepost_release(ptr %p)
; CHECK: atomicrmw add ptr %p, i32 1 seq_cst
; CHECK: call void @__fencepost_acquire(ptr %p)
define i32 @add(ptr %p) {
  %value = atomicrmw add ptr %p, i32 1 seq_cst
  ret i32 %value
}

; An exchange that leaves the same value releases nothing.
; CHECK-LABEL: define i32 @exchange(
; CHECK: %[[NOW:.*]] = load atomic i32, ptr %p monotonic
; CHECK: %[[CHANGES:.*]] = icmp ne i32 %[[NOW]], 1
; CHECK: %[[WIDE:.*]] = zext i1 %[[CHANGES]] to i64
; CHECK: %[[TIME:.*]] = call i64 @__fencepost_release_if(ptr %p, i64 %[[WIDE]])
; CHECK: %[[LATE:.*]] = phi i64 [ 0, {{.*}} ], [ %[[TIME]], {{.*}} ]
; CHECK: %[[OLD:.*]] = atomicrmw xchg ptr %p, i32 1 seq_cst
; CHECK: icmp ne i32 %[[OLD]], 1
; CHECK: call void @__fencepost_released(ptr %p, i64 %[[LATE]])
; CHECK: call void @__fencepost_acquire(ptr %p)
define i32 @exchange(ptr %p) {
  %value = atomicrmw xchg ptr %p, i32 1 seq_cst
  ret i32 %value
}

; CHECK-LABEL: define i1 @compare(
; CHECK: icmp eq i32
; CHECK: call i64 @__fencepost_release_if(
; CHECK: cmpxchg ptr %p, i32 %old, i32 %new acq_rel acquire
; CHECK: call void @__fencepost_released(
; CHECK: call void @__fencepost_acquire(ptr %p)
define i1 @compare(ptr %p, i32 %old, i32 %new) {
  %pair = cmpxchg ptr %p, i32 %old, i32 %new acq_rel acquire
  %done = extractvalue { i32, i1 } %pair, 1
  ret i1 %done
}

; CHECK-LABEL: define void @fences(
; CHECK: call void @__fencepost_release_fence()
; CHECK: fence release
; CHECK: fence acquire
; CHECK: call void @__fencepost_acquire_fence()
define void @fences() {
  fence release
  fence acquire
  ret void
}

; CHECK-LABEL: define void @guard(
; CHECK: call i32 @__cxa_guard_acquire(ptr %g)
; CHECK: call void @__fencepost_acquire(ptr %g)
; CHECK: call void @__fencepost_release(ptr %g)
; CHECK: call void @__cxa_guard_release(ptr %g)
define void @guard(ptr %g) {
  %first = call i32 @__cxa_guard_acquire(ptr %g)
  call void @__cxa_guard_release(ptr %g)
  ret void
}

; CHECK: declare extern_weak void @__fencepost_acquire(ptr)
declare i32 @__cxa_guard_acquire(ptr)
declare void @__cxa_guard_release(ptr)
