//===- Entries.x86-64.S - what instrumented code calls for its accesses ---===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The Entries (model/Abi.h) that leave registers to their callers, which no other compiler than
// clang can generate. What is done often is done here, by the stack and %r11 alone, and
// returns; the rest saves what a function may change and calls that of Entries.cpp.
//
//===----------------------------------------------------------------------===//

#if defined(__x86_64__) && defined(__ELF__)

#define PAGE_SHIFT 12
#define PAGES fencepost_page_shadow(%rip)
#define MASK fencepost_page_shadow+8(%rip)
#define FOLLOWED fencepost_page_shadow+16(%rip)
#define TOLD fencepost_places_told(%rip)

        .text

.macro entry name
        .globl  \name
        .hidden \name
        .type   \name, @function
        .p2align 4
\name:
        .cfi_startproc
.endm

.macro end name
        .cfi_endproc
        .size   \name, . - \name
.endm

// %rax is on the stack, to be used.
.macro take_rax
        pushq   %rax
        .cfi_adjust_cfa_offset 8
.endm

.macro leave_rax
        popq    %rax
        .cfi_remember_state
        .cfi_adjust_cfa_offset -8
        retq
        .cfi_restore_state
.endm

// Calls a function of Entries.cpp. Then %rax is all ones, or 0 if checks lost their places in it.
.macro run target, saving
        pushq   TOLD
        .cfi_adjust_cfa_offset 8
        leaq    \target(%rip), %r11
        callq   \saving
        popq    %rax
        .cfi_adjust_cfa_offset -8
        xorq    TOLD, %rax
        cmpq    $1, %rax
        sbbq    %rax, %rax
        retq
.endm

// Leaves to a function of Entries.cpp instead.
.macro go target, saving
        popq    %rax
        .cfi_adjust_cfa_offset -8
        leaq    \target(%rip), %r11
        jmp     \saving
.endm

// These three change %rax and %r11.

// Notes the check %rsi at the address %rdi, or goes to \unknown.
.macro note shift, unknown
        movq    (%rsi), %r11
        movq    %rdi, %rax
        subq    (%r11), %rax
.if \shift
        rorq    $\shift, %rax
.endif
        cmpq    8(%r11), %rax
        jae     \unknown
        movq    16(%r11), %r11
        movb    $1, (%r11,%rax)
.endm

// Goes to \tracked if the page of an address is.
.macro page tracked, address:vararg
        leaq    \address, %rax
        shrq    $PAGE_SHIFT, %rax
        andq    MASK, %rax
        movq    PAGES, %r11
        cmpb    $0, (%r11,%rax)
        jne     \tracked
.endm

// The same of the last page of so many bytes, or if there may be others between and any is.
.macro pages tracked, bytes, last:vararg
        page    \tracked, \last
        cmpq    $1 << PAGE_SHIFT, \bytes
        jb      9f
        cmpq    $0, MASK
        jne     \tracked
9:
.endm

// `spread`: the last access is %rdx bytes behind.
.macro access name, level, shift
entry fencepost_\name\()_\level\()_\shift
        take_rax
        note    \shift, 1f
        leave_rax
1:      page    2f, (%rdi)
.ifc \name, spread
        pages   2f, %rdx, (%rdi,%rdx)
.endif
        leave_rax
2:      go      fencepost_checked_\shift, saving_\level
end fencepost_\name\()_\level\()_\shift
.endm

.macro tracked level, shift
entry fencepost_tracked_\level\()_\shift
        note    \shift, 1f
        movq    $-1, %rax
        retq
1:      page    2f, (%rdi)
        movq    $-1, %rax
        retq
2:      run     fencepost_checked_\shift, saving_\level
end fencepost_tracked_\level\()_\shift
.endm

// %rdx bytes from %rsi on, of the site %rdi.
.macro range level
entry fencepost_range_\level
        movl    12(%rdi), %eax
        shlq    $4, %rax
        addq    FOLLOWED, %rax
        leaq    (%rsi,%rdx), %r11
        cmpq    %rsi, (%rax)
        jne     1f
        cmpq    %r11, 8(%rax)
        jb      1f
        movq    %r11, (%rax)
        movq    $-1, %rax
        retq
1:      page    2f, (%rsi)
        pages   2f, %rdx, -1(%rsi,%rdx)
        movq    $-1, %rax
        retq
2:      run     fencepost_tell_range, saving_\level
end fencepost_range_\level
.endm

.macro accesses level
        .irp    shift, 0, 1, 2, 3
        access  access, \level, \shift
        access  spread, \level, \shift
        tracked \level, \shift
        .endr
        range   \level
.endm

        accesses 0
        accesses 1

// From %rdi to %rsi, or the other way around.
entry fencepost_matters
        page    1f, (%rdi)
        page    1f, (%rsi)
        movq    %rsi, %rax
        subq    %rdi, %rax
        addq    $1 << PAGE_SHIFT, %rax
        cmpq    $2 << PAGE_SHIFT, %rax
        ja      2f
        xorl    %eax, %eax
        retq
1:      movl    $1, %eax
        retq
2:      movq    MASK, %rax // 0 where none is ever tracked
        retq
end fencepost_matters

// Before they die.
entry fencepost_release
        take_rax
        page    2f, (%rsi)
        pages   2f, %rdx, -1(%rsi,%rdx)
        leave_rax
2:      go      fencepost_tell_release, saving_general
end fencepost_release

.macro always name
entry fencepost_\name
        leaq    fencepost_tell_\name(%rip), %r11
        jmp     saving_general
end fencepost_\name
.endm

        always  call
        always  free
        always  delete

.macro push_general
        pushq   %rbp
        .cfi_def_cfa_offset 16
        .cfi_offset %rbp, -16
        movq    %rsp, %rbp
        .cfi_def_cfa_register %rbp
        pushq   %rax
        pushq   %rcx
        pushq   %rdx
        pushq   %rsi
        pushq   %rdi
        pushq   %r8
        pushq   %r9
        pushq   %r10
.endm

.macro pop_general
        leaq    -64(%rbp), %rsp
        popq    %r10
        popq    %r9
        popq    %r8
        popq    %rdi
        popq    %rsi
        popq    %rdx
        popq    %rcx
        popq    %rax
        popq    %rbp
        .cfi_def_cfa %rsp, 8
        retq
.endm

        .type   saving_general, @function
        .p2align 4
saving_general:
        .cfi_startproc
        push_general
        andq    $-16, %rsp
        callq   *%r11
        pop_general
        .cfi_endproc
        .size   saving_general, . - saving_general

// What saves vectors, too: xmm (level 0) or ymm (1). Of zmm, LLVM's preserve_all leaves as they are
// no more.

.macro saves level
        .type   saving_\level, @function
        .p2align 4
saving_\level:
        .cfi_startproc
        push_general
.endm

.macro saved level
        pop_general
        .cfi_endproc
        .size   saving_\level, . - saving_\level
.endm

#define ALL_XMM 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15

.macro call_saving_xmm
        subq    $256, %rsp
        andq    $-16, %rsp
        .irp    number, ALL_XMM
        movaps  %xmm\number, 16*\number(%rsp)
        .endr
        callq   *%r11
        .irp    number, ALL_XMM
        movaps  16*\number(%rsp), %xmm\number
        .endr
.endm

.macro call_saving_ymm
        subq    $512, %rsp
        andq    $-32, %rsp
        .irp    number, ALL_XMM
        vmovaps %ymm\number, 32*\number(%rsp)
        .endr
        vzeroupper
        callq   *%r11
        .irp    number, ALL_XMM
        vmovaps 32*\number(%rsp), %ymm\number
        .endr
.endm

saves 0
        call_saving_xmm
saved 0

// Upper halves that are not in use are left so: restored, if only to zeros, they would slow what
// follows on some processors.
saves 1
        cmpb    $0, fencepost_has_xgetbv1(%rip)
        je      1f
        movl    $1, %ecx
        xgetbv
        testb   $4, %al
        movq    -16(%rbp), %rcx
        movq    -24(%rbp), %rdx
        jne     1f
        call_saving_xmm
        jmp     2f
1:      call_saving_ymm
2:
saved 1

        .section .note.GNU-stack, "", @progbits
#endif
