//===- Shadow.h - which pages of the address space matter -----------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A byte for each page, in a reservation that costs nothing until touched. Code
// of the instrumented program reads it inline (model/Abi.h).
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_RUNTIME_ACCESS_SHADOW_H
#define FENCEPOST_RUNTIME_ACCESS_SHADOW_H

#include "model/Abi.h"
#include "runtime/access/StridedRange.h"

namespace fencepost::runtime {

inline constexpr uint8_t kWindowPage = 1; // holds window memory
inline constexpr uint8_t kBufferPage = 2; // holds a buffer of an operation in flight

/// As pageShadow(), which has to be called first, for the code of Entries.x86-64.S.
extern "C" PageShadow fencepost_page_shadow;

/// The shadow; {a zero byte, 0} when accesses are not recorded. Reserved the first time.
PageShadow pageShadow();

/// The marks of the page of an address.
uint8_t pageMarks(uint64_t address);

/// Sets or clears kWindowPage for pages [first, last] (page numbers).
void markWindowPages(uint64_t first, uint64_t last, bool set);

/// Counts a buffer on its pages in or out. Callers lock.
void countBufferPages(const StridedRange &range, bool in);

/// Clears all marks: every page check fails from here on.
void clearShadow();

} // namespace fencepost::runtime

#endif // FENCEPOST_RUNTIME_ACCESS_SHADOW_H
