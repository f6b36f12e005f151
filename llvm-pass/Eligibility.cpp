//===- Eligibility.cpp - what is not instrumented -----------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm-pass/Eligibility.h"

#include "llvm-pass/Annotations.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/EHPersonalities.h"
#include "llvm/IR/Module.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;

namespace fencepost::pass {

static constexpr char kModuleFlag[] = "fencepost";
static constexpr char kIgnore[] = "fencepost-ignore";

bool isEligible(const Module &module) {
  Triple triple(module.getTargetTriple());
  return !module.getModuleFlag(kModuleFlag) && module.getDataLayout().getPointerSize() == 8 &&
         !triple.isNVPTX() && !triple.isAMDGPU() && !triple.isSPIRV();
}

void markInstrumented(Module &module) { module.setModuleFlag(Module::Max, kModuleFlag, 1U); }

IgnoredFunctions::IgnoredFunctions(const Module &module) {
  for (const Annotation &annotation : annotationsOf(module))
    if (annotation.text == kIgnore)
      annotated.insert(annotation.function);
}

bool IgnoredFunctions::contains(const Function &function) const {
  return function.isDeclarationForLinker() || function.hasFnAttribute(Attribute::Naked) ||
         function.hasFnAttribute(Attribute::DisableSanitizerInstrumentation) ||
         function.hasFnAttribute(kIgnore) || function.isPresplitCoroutine() ||
         (function.hasPersonalityFn() &&
          isScopedEHPersonality(classifyEHPersonality(function.getPersonalityFn()))) ||
         annotated.contains(&function);
}

} // namespace fencepost::pass
