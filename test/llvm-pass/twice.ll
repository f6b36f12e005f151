; A module is instrumented once, however many plugins are loaded.
; RUN: %opt -load-pass-plugin=%pass -passes=fencepost -S %s -o %t.once.ll
; RUN: %opt -load-pass-plugin=%pass -passes=fencepost,fencepost -S %s -o %t.both.ll
; RUN: %opt -load-pass-plugin=%pass -passes=fencepost -S %t.once.ll -o %t.again.ll
; RUN: diff %t.once.ll %t.both.ll
; RUN: grep -c 'call .*@fencepost.access[.]4(' %t.once.ll | %FileCheck %s
; RUN: grep -c 'call .*@fencepost.access[.]4(' %t.again.ll | %FileCheck %s
; CHECK: {{^1$}}

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

define i32 @f(ptr %p) {
  %v = load i32, ptr %p
  ret i32 %v
}
