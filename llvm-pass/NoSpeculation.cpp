//===- NoSpeculation.cpp - keeps the optimizer from inventing loads -----===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm-pass/NoSpeculation.h"

#include "llvm-pass/Eligibility.h"

#include "llvm/IR/Module.h"

using namespace llvm;

namespace fencepost::pass {

static constexpr char kLent[] = "fencepost-no-speculation";

PreservedAnalyses ForbidSpeculation::run(Module &module, ModuleAnalysisManager &) {
  if (!isEligible(module))
    return PreservedAnalyses::all();
  // All definitions: functions that differ in the attribute are not inlined into each other.
  for (Function &function : module)
    if (!function.isDeclaration() && !function.hasFnAttribute(Attribute::SanitizeThread)) {
      function.addFnAttr(Attribute::SanitizeThread);
      function.addFnAttr(kLent);
    }
  return PreservedAnalyses::all();
}

PreservedAnalyses AllowSpeculation::run(Module &module, ModuleAnalysisManager &) {
  for (Function &function : module)
    if (function.hasFnAttribute(kLent)) {
      function.removeFnAttr(Attribute::SanitizeThread);
      function.removeFnAttr(kLent);
    }
  return PreservedAnalyses::all();
}

} // namespace fencepost::pass
