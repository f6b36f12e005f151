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

.macro access shift
entry fencepost_access_\shift
        pushq   %rax
        .cfi_adjust_cfa_offset 8
        note    \shift, 1f
        popq    %rax
        .cfi_remember_state
        .cfi_adjust_cfa_offset -8
        retq
1:      .cfi_restore_state
        page    2f, (%rdi)
        popq    %rax
        .cfi_remember_state
        .cfi_adjust_cfa_offset -8
        retq
2:      .cfi_restore_state
        popq    %rax
        .cfi_adjust_cfa_offset -8
        leaq    fencepost_checked_\shift(%rip), %r11
        jmp     saving
end fencepost_access_\shift

// The last access is %rdx bytes behind.
entry fencepost_spread_\shift
        pushq   %rax
        .cfi_adjust_cfa_offset 8
        note    \shift, 1f
        popq    %rax
        .cfi_remember_state
        .cfi_adjust_cfa_offset -8
        retq
1:      .cfi_restore_state
        page    2f, (%rdi)
        pages   2f, %rdx, (%rdi,%rdx)
        popq    %rax
        .cfi_remember_state
        .cfi_adjust_cfa_offset -8
        retq
2:      .cfi_restore_state
        popq    %rax
        .cfi_adjust_cfa_offset -8
        leaq    fencepost_checked_\shift(%rip), %r11
        jmp     saving
end fencepost_spread_\shift

entry fencepost_tracked_\shift
        note    \shift, 1f
        movq    $-1, %rax
        retq
1:      leaq    fencepost_checked_\shift(%rip), %r11
        callq   saving
        xorl    %eax, %eax
        retq
end fencepost_tracked_\shift

// To the memory at %rcx, for the start %rdx.
entry fencepost_kept_\shift
        callq   fencepost_tracked_\shift
        pushq   %rax
        .cfi_adjust_cfa_offset 8
        movq    (%rsi), %r11
        movq    16(%r11), %rax
        movq    %rax, 16(%rcx)
        movq    8(%r11), %rax
        movq    %rax, 8(%rcx)
        movq    %rdx, %rax
        subq    (%r11), %rax
.if \shift
        testb   $(1 << \shift) - 1, %al
        je      1f
        movq    $0, 8(%rcx)
1:      sarq    $\shift, %rax
.endif
        movq    %rax, (%rcx)
        popq    %rax
        .cfi_adjust_cfa_offset -8
        retq
end fencepost_kept_\shift
.endm

        access  0
        access  1
        access  2
        access  3

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

// %rdx bytes from %rsi on, of the site %rdi.
entry fencepost_range
        pushq   %rax
        .cfi_adjust_cfa_offset 8
        movl    12(%rdi), %eax
        shlq    $4, %rax
        addq    FOLLOWED, %rax
        leaq    (%rsi,%rdx), %r11
        cmpq    %rsi, (%rax)
        jne     1f
        cmpq    %r11, 8(%rax)
        jb      1f
        movq    %r11, (%rax)
        popq    %rax
        .cfi_remember_state
        .cfi_adjust_cfa_offset -8
        retq
1:      .cfi_restore_state
        page    2f, (%rsi)
        pages   2f, %rdx, -1(%rsi,%rdx)
        popq    %rax
        .cfi_remember_state
        .cfi_adjust_cfa_offset -8
        retq
2:      .cfi_restore_state
        popq    %rax
        .cfi_adjust_cfa_offset -8
        leaq    fencepost_tell_range(%rip), %r11
        jmp     saving
end fencepost_range

// Before they die.
entry fencepost_release
        pushq   %rax
        .cfi_adjust_cfa_offset 8
        page    2f, (%rsi)
        pages   2f, %rdx, -1(%rsi,%rdx)
        popq    %rax
        .cfi_remember_state
        .cfi_adjust_cfa_offset -8
        retq
2:      .cfi_restore_state
        popq    %rax
        .cfi_adjust_cfa_offset -8
        leaq    fencepost_tell_release(%rip), %r11
        jmp     saving_general
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

// Of vectors as much as the processor has and is in use: what is restored to parts that were not
// would make them so, and slow what follows.
#define STATE $0xe6 // xmm, upper ymm, mask registers, upper zmm, zmm16 and up
#define STATE_BYTES 2688

        .type   saving, @function
        .p2align 4
saving:
        .cfi_startproc
        push_general
        cmpb    $0, fencepost_vectors(%rip)
        je      1f
        leaq    -STATE_BYTES(%rsp), %rsp
        andq    $-64, %rsp
        xorl    %edx, %edx
        movq    %rdx, 512(%rsp)
        movq    %rdx, 520(%rsp)
        movq    %rdx, 528(%rsp)
        movq    %rdx, 536(%rsp)
        movq    %rdx, 544(%rsp)
        movq    %rdx, 552(%rsp)
        movq    %rdx, 560(%rsp)
        movq    %rdx, 568(%rsp)
        movl    STATE, %eax
        cmpb    $1, fencepost_vectors(%rip)
        je      2f
        xsavec  (%rsp)
        jmp     3f
2:      xsave   (%rsp)
3:      vzeroupper
        movq    -24(%rbp), %rdx
        callq   *%r11
        xorl    %edx, %edx
        movl    STATE, %eax
        xrstor  (%rsp)
        .cfi_remember_state
        pop_general
1:      .cfi_restore_state
        subq    $256, %rsp
        andq    $-16, %rsp
        .irp    number, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
        movaps  %xmm\number, 16*\number(%rsp)
        .endr
        callq   *%r11
        .irp    number, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
        movaps  16*\number(%rsp), %xmm\number
        .endr
        pop_general
        .cfi_endproc
        .size   saving, . - saving

        .section .note.GNU-stack, "", @progbits
#endif
