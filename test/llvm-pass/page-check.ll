; The shape of the page check: a call, and in an innermost loop the same in line. What is left is called by the module's entries. One for a load and
; a store through the same pointer.
; RUN: %opt -load-pass-plugin=%pass -passes=fencepost,verify -S %s | %FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; CHECK: @fencepost.zeros = internal constant { i64, i64, ptr } zeroinitializer
; CHECK: @fencepost.shadow = internal global { ptr, i64, ptr } { ptr @fencepost.zeros, i64 0, ptr @fencepost.zeros }
; CHECK: @fencepost.entries = internal global [{{[0-9]+}} x ptr] [ptr @fencepost.nothing, {{.*}}]
; CHECK: @fencepost.records = internal constant {{.*}} section "fencepost_sites", align 1
; CHECK: @llvm.compiler.used = {{.*}}@fencepost.records
; CHECK: @fencepost.module = internal constant { i32, i32, ptr, ptr, ptr, i32 } { i32 10, i32 [[SITES:[0-9]+]], ptr @fencepost.sites, ptr @fencepost.shadow, ptr @fencepost.entries, i32 1 }
; CHECK: @llvm.global_ctors = {{.*}} { i32 100, ptr @fencepost.register, ptr null }

; The effects that were inferred before are gone.
; CHECK: Function Attrs: nounwind
; CHECK-NEXT: define void @increment(ptr %p)
define void @increment(ptr %p) nounwind nosync memory(argmem: readwrite) {
  ; CHECK-NEXT: call preserve_allcc void @fencepost.access.8(ptr %p, ptr @fencepost.check)
  ; CHECK-NEXT: load double
  ; CHECK-NEXT: fadd
  ; CHECK-NEXT: store double
  ; CHECK-NEXT: ret void
  %old = load double, ptr %p
  %new = fadd double %old, 1.0
  store double %new, ptr %p
  ret void
}

; A repetition of an access within a segment is not told again; behind a call it is.
; CHECK-LABEL: @repeated(
; CHECK-COUNT-2: call {{.*}}void @fencepost.access.4(
; CHECK-NOT: @fencepost.access
; CHECK-LABEL: @never(
declare void @unknown()
define i32 @repeated(ptr %p) {
  %a = load i32, ptr %p
  %b = load i32, ptr %p
  call void @unknown()
  %c = load i32, ptr %p
  %d = load i32, ptr %p
  %ab = add i32 %a, %b
  %cd = add i32 %c, %d
  %sum = add i32 %ab, %cd
  ret i32 %sum
}

; Nothing to check, no prologue.
; CHECK-NEXT: %x = alloca i32
; CHECK-NEXT: store i32 %n, ptr %x
; CHECK-NEXT: load i32, ptr %x
; CHECK-NEXT: ret i32
define i32 @never(i32 %n) {
  %x = alloca i32
  store i32 %n, ptr %x
  %y = load i32, ptr %x
  ret i32 %y
}

; CHECK-LABEL: @loop(
; CHECK-NEXT: entry:
; The allocas of the entry block stay in it, in front of the first split.
; CHECK-NEXT: alloca i32
; CHECK-NEXT: alloca i64
; CHECK-NEXT: %fencepost.pages = load ptr, ptr @fencepost.shadow, {{.*}}!nosanitize
; CHECK-NEXT: %fencepost.mask = load i64, ptr getelementptr {{.*}}@fencepost.shadow, {{.*}}!nosanitize
; CHECK: loop:
; Behind the check's places (checks.ll):
; CHECK: [[ADDRESS:%.*]] = ptrtoint ptr %q to i64
; CHECK: sub i64 [[ADDRESS]],
; CHECK: [[ADDRESS:%.*]] = ptrtoint ptr %q to i64
; CHECK-NEXT: [[PAGE:%.*]] = lshr i64 [[ADDRESS]], 12
; CHECK-NEXT: [[INDEX:%.*]] = and i64 [[PAGE]], %fencepost.mask
; CHECK-NEXT: [[CELL:%.*]] = getelementptr i8, ptr %fencepost.pages, i64 [[INDEX]]
; CHECK-NEXT: [[BYTE:%.*]] = load i8, ptr [[CELL]]
; CHECK-NEXT: [[TRACKED:%.*]] = icmp ne i8 [[BYTE]], 0
; CHECK-NEXT: br i1 [[TRACKED]], label %[[COLD:.*]], label %[[HOT:.*]], !prof
; CHECK: [[COLD]]:
; CHECK-NEXT: load ptr, {{.*}}@fencepost.entries, {{.*}}!nosanitize
; CHECK-NEXT: call preserve_allcc i64 %fencepost.tracked.4{{[0-9]*}}(ptr %q, ptr @fencepost.check
; CHECK-NEXT: br label %[[HOT]]
; CHECK: [[HOT]]:
; CHECK: store i32
declare void @llvm.lifetime.start.p0(i64, ptr)
declare void @llvm.lifetime.end.p0(i64, ptr)
declare void @use(ptr, ptr)
define void @loop(ptr %p, i64 %n) {
entry:
  %a = alloca i32
  %v = load i32, ptr %p
  %b = alloca i64
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  call void @llvm.lifetime.start.p0(i64 8, ptr %b)
  %at = getelementptr i64, ptr %p, i64 %i
  %index = load i64, ptr %at
  %q = getelementptr i32, ptr %p, i64 %index
  store i32 %v, ptr %q
  call void @llvm.lifetime.end.p0(i64 8, ptr %b)
  %next = add i64 %i, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %exit, label %loop
exit:
  call void @use(ptr %a, ptr %b)
  ret void
}

; What a check does most often is text, near to its callers and not generated.
; CHECK: Function Attrs: naked noinline nounwind
; CHECK-NEXT: define internal preserve_allcc void @fencepost.access.8(ptr %0, ptr %1)
; CHECK-NEXT: call void asm sideeffect "{{.*}}rorq $$3, %r11{{.*}}shrq $$12, %r11{{.*}}jmpq *${1:P}+24(%rip){{.*}}", "i,i"(ptr @fencepost.shadow, ptr @fencepost.entries)
; CHECK-NEXT: unreachable

; Without the runtime the entries do nothing.
; CHECK-LABEL: define internal void @fencepost.nothing()
; CHECK-NEXT: ret void

; CHECK-LABEL: define internal void @fencepost.register()
; CHECK-NEXT: [[LINKED:%.*]] = icmp ne ptr @__fencepost_register, null
; CHECK-NEXT: br i1 [[LINKED]]
; CHECK: call void @__fencepost_register(ptr @fencepost.module)

; CHECK: !{i32 7, !"fencepost", i32 1}
