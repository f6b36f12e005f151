//===- Eligibility.h - what is not instrumented -------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_LLVM_PASS_ELIGIBILITY_H
#define FENCEPOST_LLVM_PASS_ELIGIBILITY_H

#include "llvm/ADT/SmallPtrSet.h"

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace fencepost::pass {

/// False for a module that is instrumented already (markInstrumented) or is not for a 64-bit host.
bool isEligible(const llvm::Module &module);

void markInstrumented(llvm::Module &module);

/// The functions of a module that stay as they are: declarations, what cannot be instrumented, and
/// what the user excluded by __attribute__((annotate("fencepost-ignore"))),
/// __attribute__((disable_sanitizer_instrumentation)) or the IR attribute "fencepost-ignore".
class IgnoredFunctions {
public:
  explicit IgnoredFunctions(const llvm::Module &module);

  bool contains(const llvm::Function &function) const;

private:
  llvm::SmallPtrSet<const llvm::Function *, 4> annotated;
};

} // namespace fencepost::pass

#endif // FENCEPOST_LLVM_PASS_ELIGIBILITY_H
