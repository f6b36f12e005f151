//===- IntoLibraries.h - where the program enters code of libraries -------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What std::sort does to window memory is nothing that its author could mend: it is told at the line
// of the program that calls std::sort. Where it is inlined there, its debug locations say so
// (SourceLocation.h). Elsewhere the program says before such a call where it is.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_LLVM_PASS_INTOLIBRARIES_H
#define FENCEPOST_LLVM_PASS_INTOLIBRARIES_H

#include "llvm/ADT/ArrayRef.h"

#include <vector>

namespace llvm {
class CallBase;
class Function;
} // namespace llvm

namespace fencepost::pass {

class OutlinedChecks;
class SiteTable;

/// The calls in `functions` by which code of the program enters code of a library in this module
/// that accesses memory, itself or in what it calls of libraries. `accessing`: the functions that
/// have sites of accesses.
std::vector<llvm::CallBase *> callsIntoLibraries(llvm::ArrayRef<llvm::Function *> functions,
                                                 llvm::ArrayRef<llvm::Function *> accessing);

/// Tells the runtime before the call, and behind it that it is over. Where the call throws, the
/// runtime hears of the next one.
void tellEntering(llvm::CallBase &call, SiteTable &sites, OutlinedChecks &outlined);

} // namespace fencepost::pass

#endif // FENCEPOST_LLVM_PASS_INTOLIBRARIES_H
