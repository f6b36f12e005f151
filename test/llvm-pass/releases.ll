; Where memory is released: before the call, at the end of scopes, before what ends the function.
; LLVM 19 writes the end of a lifetime with a size; programs test it there (released_*).
; REQUIRES: llvm-22
; RUN: %opt -load-pass-plugin=%pass -passes=fencepost,verify -S %s | %FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

declare void @use(ptr)
declare i32 @next(i32)
declare void @free(ptr)
declare ptr @realloc(ptr, i64)
declare void @_ZdlPvm(ptr, i64)
declare void @_ZdaPv(ptr)
declare void @__gxx_personality_v0()
declare i64 @write(i32, ptr, i64)

; CHECK-LABEL: @frees(
; CHECK: call {{.*}}void %fencepost.freed{{[0-9]*}}(ptr {{.*}}, ptr %p)
; CHECK: call void @free(ptr %p)
; CHECK-NEXT: call void @fencepost.release._ZdlPvm(ptr %p, i64 24, ptr {{.*}})
; CHECK: call {{.*}}void %fencepost.deleted{{[0-9]*}}(ptr {{.*}}, ptr %p)
; CHECK: call void @_ZdaPv(ptr %p)
define void @frees(ptr %p) {
  call void @free(ptr %p)
  call void @_ZdlPvm(ptr %p, i64 24)
  call void @_ZdaPv(ptr %p)
  ret void
}

; CHECK-LABEL: @reallocates(
; CHECK: [[ASKED:%.*]] = call i64 @__fencepost_before_realloc(ptr %p)
; CHECK: [[OLD:%.*]] = phi i64 {{.*}}[[ASKED]]
; CHECK: %q = call ptr @realloc(ptr %p, i64 %n)
; CHECK: icmp ne i64 [[OLD]], 0
; CHECK: call void @__fencepost_after_realloc(ptr {{.*}}, ptr %p, i64 [[OLD]], ptr %q, i64 %n)
; CHECK: ret ptr %q
define ptr @reallocates(ptr %p, i64 %n) {
  %q = call ptr @realloc(ptr %p, i64 %n)
  ret ptr %q
}

; Nothing for a variable that nobody has seen.
; CHECK-LABEL: @returns(
; CHECK: call void @use(ptr %b)
; CHECK-NEXT: load ptr, {{.*}}@fencepost.entries
; CHECK-NEXT: call {{.*}}void %fencepost.released{{[0-9]*}}(ptr {{.*}}, ptr %a, i64 4)
; CHECK-NEXT: load ptr, {{.*}}@fencepost.entries
; CHECK-NEXT: call {{.*}}void %fencepost.released{{[0-9]*}}(ptr {{.*}}, ptr %b, i64 800)
; CHECK-NOT: fencepost.
; CHECK: ret void
define void @returns() {
  %a = alloca i32
  %b = alloca [100 x i64]
  %unseen = alloca i32
  store i32 1, ptr %unseen
  call void @use(ptr %a)
  call void @use(ptr %b)
  ret void
}

; CHECK-LABEL: @scoped(
; CHECK: call void @use(ptr %a)
; CHECK: call {{.*}}void %fencepost.released{{[0-9]*}}(ptr {{.*}}, ptr %a, i64 4)
; CHECK: call void @llvm.lifetime.end
; CHECK-NOT: fencepost.
; CHECK: ret i32
define i32 @scoped(i32 %n) {
  %a = alloca i32
  call void @llvm.lifetime.start.p0(ptr %a)
  call void @use(ptr %a)
  call void @llvm.lifetime.end.p0(ptr %a)
  %m = call i32 @next(i32 %n)
  ret i32 %m
}

; A length that is known at run time only.
; CHECK-LABEL: @array(
; CHECK: [[BYTES:%.*]] = mul i64 %n, 8
; CHECK: call {{.*}}void %fencepost.released{{[0-9]*}}(ptr {{.*}}, ptr %a, i64 [[BYTES]])
define void @array(i64 %n) {
  %a = alloca i64, i64 %n
  call void @use(ptr %a)
  ret void
}

; Calls that take over the frame stay last.
; CHECK-LABEL: @tails(
; CHECK: call {{.*}}void %fencepost.released{{[0-9]*}}(ptr {{.*}}, ptr %a, i64 4)
; CHECK: %m = musttail call i32 @next(i32 %n)
; CHECK-NEXT: ret i32 %m
; CHECK: call {{.*}}void %fencepost.released{{[0-9]*}}(ptr {{.*}}, ptr %a, i64 4)
; CHECK: %k = tail call i32 @next(i32 0)
; CHECK-NEXT: ret i32 %k
define i32 @tails(i32 %n) {
  %a = alloca i32
  call void @use(ptr %a)
  %zero = icmp eq i32 %n, 0
  br i1 %zero, label %first, label %second
first:
  %m = musttail call i32 @next(i32 %n)
  ret i32 %m
second:
  %k = tail call i32 @next(i32 0)
  ret i32 %k
}

; A function of the library is asked about once it has returned, also from an invoke.
; CHECK-LABEL: @invokes(
; CHECK: %n = invoke i64 @write(i32 1, ptr %p, i64 10)
; CHECK-NEXT: to label %[[AFTER:.*]] unwind label %bad
; CHECK: [[AFTER]]:
; CHECK: call void (ptr, ptr, i64, i64, ...) @__fencepost_library_call(ptr {{.*}}@fencepost.sites{{.*}}, ptr null, i64 {{[0-9]+}}, i64 %n, i64 1, i64 {{%.*}}, i64 10)
; CHECK: good:
; CHECK-NEXT: phi i64 [ 0, %entry ], [ %n,
define i64 @invokes(ptr %p, i1 %skip) personality ptr @__gxx_personality_v0 {
entry:
  br i1 %skip, label %good, label %does
does:
  %n = invoke i64 @write(i32 1, ptr %p, i64 10) to label %good unwind label %bad
good:
  %r = phi i64 [ 0, %entry ], [ %n, %does ]
  ret i64 %r
bad:
  %e = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %e
}

; Memory that MPI cannot have been told of: the library only accesses it.
; CHECK-LABEL: @onlyWritten(
; CHECK-NOT: fencepost
; CHECK: ret i64 %n
define i64 @onlyWritten() {
  %a = alloca [100 x i8]
  %n = call i64 @write(i32 1, ptr %a, i64 100)
  ret i64 %n
}

; CHECK-LABEL: define internal void @fencepost.release._ZdlPvm(ptr %0, i64 %1, ptr %2)
; CHECK: call preserve_mostcc void %fencepost.released{{[0-9]*}}(ptr %2, ptr %0, i64 %1)
; CHECK-NEXT: tail call void @_ZdlPvm(ptr %0, i64 %1)
