; Vector accesses: whole ones are one access, masked ones are told lane by lane, never more.
; RUN: %clang -O1 -c %S/Inputs/recorder.c -o %t.recorder.o
; RUN: %opt -load-pass-plugin=%pass -passes=fencepost,verify %s -o %t.bc
; RUN: %clang -Wno-override-module %t.bc %t.recorder.o -o %t && %t | %FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@origin = external global ptr
@memory = global [4096 x i8] zeroinitializer, align 64

declare <4 x i32> @llvm.masked.load.v4i32.p0(ptr, i32, <4 x i1>, <4 x i32>)
declare void @llvm.masked.store.v4i32.p0(<4 x i32>, ptr, i32, <4 x i1>)
declare <4 x i32> @llvm.masked.gather.v4i32.v4p0(<4 x ptr>, i32, <4 x i1>, <4 x i32>)
declare void @llvm.masked.scatter.v4i32.v4p0(<4 x i32>, <4 x ptr>, i32, <4 x i1>)
declare <4 x i32> @llvm.masked.expandload.v4i32(ptr, <4 x i1>, <4 x i32>)
declare void @llvm.masked.compressstore.v4i32(<4 x i32>, ptr, <4 x i1>)

define void @vectors(ptr %p, <4 x i1> %mask, <4 x i1> %none) noinline {
  ; CHECK: register
  ; CHECK: load line 0 offset 0 bytes 16
  %whole = load <4 x i32>, ptr %p

  ; CHECK-NEXT: load line 0 offset 64 bytes 4
  ; CHECK-NEXT: load line 0 offset 72 bytes 4
  %p64 = getelementptr i8, ptr %p, i64 64
  %part = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr %p64, i32 4, <4 x i1> %mask, <4 x i32> %whole)
  %no = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr %p64, i32 4, <4 x i1> %none, <4 x i32> %part)

  ; CHECK-NEXT: store line 0 offset 128 bytes 4
  ; CHECK-NEXT: store line 0 offset 136 bytes 4
  %p128 = getelementptr i8, ptr %p, i64 128
  call void @llvm.masked.store.v4i32.p0(<4 x i32> %no, ptr %p128, i32 4, <4 x i1> %mask)

  ; CHECK-NEXT: load line 0 offset 256 bytes 4
  ; CHECK-NEXT: load line 0 offset 512 bytes 4
  ; CHECK-NEXT: store line 0 offset 256 bytes 4
  ; CHECK-NEXT: store line 0 offset 512 bytes 4
  %lanes = getelementptr i8, ptr %p, <4 x i64> <i64 256, i64 384, i64 512, i64 640>
  %gathered = call <4 x i32> @llvm.masked.gather.v4i32.v4p0(<4 x ptr> %lanes, i32 4, <4 x i1> %mask, <4 x i32> %no)
  call void @llvm.masked.scatter.v4i32.v4p0(<4 x i32> %gathered, <4 x ptr> %lanes, i32 4, <4 x i1> %mask)

  ; CHECK-NEXT: load line 0 offset 1024 bytes 8
  ; CHECK-NEXT: store line 0 offset 1024 bytes 8
  %p1024 = getelementptr i8, ptr %p, i64 1024
  %expanded = call <4 x i32> @llvm.masked.expandload.v4i32(ptr %p1024, <4 x i1> %mask, <4 x i32> %gathered)
  call void @llvm.masked.compressstore.v4i32(<4 x i32> %expanded, ptr %p1024, <4 x i1> %mask)
  call void @llvm.masked.compressstore.v4i32(<4 x i32> %expanded, ptr %p1024, <4 x i1> %none)

  ; A mask that is constant.
  ; CHECK-NEXT: store line 0 offset 2052 bytes 4
  %p2048 = getelementptr i8, ptr %p, i64 2048
  call void @llvm.masked.store.v4i32.p0(<4 x i32> %no, ptr %p2048, i32 4, <4 x i1> <i1 false, i1 true, i1 false, i1 false>)
  ; CHECK-NOT: line
  ret void
}

define i32 @main() disable_sanitizer_instrumentation {
  store ptr @memory, ptr @origin
  call void @vectors(ptr @memory, <4 x i1> <i1 true, i1 false, i1 true, i1 false>, <4 x i1> zeroinitializer)
  ret i32 0
}
