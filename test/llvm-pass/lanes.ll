; Of a vector load only those lanes are told that anybody uses.
; RUN: %clang -O1 -c %S/Inputs/recorder.c -o %t.recorder.o
; RUN: %opt -load-pass-plugin=%pass -passes=fencepost,verify %s -o %t.bc
; RUN: %clang -Wno-override-module %t.bc %t.recorder.o -o %t && %t | %FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@origin = external global ptr
@memory = global [4096 x i8] zeroinitializer, align 64

define i32 @lanes(ptr %p) noinline {
  ; CHECK: register
  ; CHECK-NEXT: load line 0 offset 0 bytes 4
  ; CHECK-NEXT: load line 0 offset 8 bytes 4
  ; CHECK-NEXT: load line 0 offset 16 bytes 8
  %v = load <6 x i32>, ptr %p, align 4
  %even = shufflevector <6 x i32> %v, <6 x i32> poison, <2 x i32> <i32 0, i32 2>
  %tail = extractelement <6 x i32> %v, i32 4
  %shifted = add <6 x i32> %v, <i32 1, i32 1, i32 1, i32 1, i32 1, i32 1>
  %last = extractelement <6 x i32> %shifted, i32 5

  ; A shuffle of which half is dropped.
  ; CHECK-NEXT: load line 0 offset 104 bytes 8
  %p100 = getelementptr i8, ptr %p, i64 100
  %w = load <4 x i32>, ptr %p100, align 4
  %turned = shufflevector <4 x i32> %w, <4 x i32> poison, <4 x i32> <i32 3, i32 2, i32 1, i32 0>
  %half = shufflevector <4 x i32> %turned, <4 x i32> poison, <2 x i32> <i32 1, i32 2>

  ; An index nobody knows may be any.
  ; CHECK-NEXT: load line 0 offset 200 bytes 16
  %p200 = getelementptr i8, ptr %p, i64 200
  %x = load <4 x i32>, ptr %p200, align 4
  %any = extractelement <4 x i32> %x, i32 %tail
  ; CHECK-NOT: load
  %pair = add <2 x i32> %even, %half
  %e = extractelement <2 x i32> %pair, i32 0
  %f = extractelement <2 x i32> %pair, i32 1
  %s1 = add i32 %e, %f
  %s2 = add i32 %s1, %tail
  %s3 = add i32 %s2, %any
  %s4 = add i32 %s3, %last
  ret i32 %s4
}

define i32 @main() disable_sanitizer_instrumentation {
  store ptr @memory, ptr @origin
  %r = call i32 @lanes(ptr @memory)
  %ok = sub i32 %r, 1
  ret i32 %ok
}
