//===- Annotations.cpp - what functions of a module are annotated with -----===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm-pass/Annotations.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace fencepost::pass {

static constexpr char kAnnotations[] = "llvm.global.annotations";

/// An array of {function or variable, text, file, line, arguments}; or null.
static const ConstantArray *entriesOf(const Module &module) {
  const GlobalVariable *global = module.getNamedGlobal(kAnnotations);
  return global ? dyn_cast<ConstantArray>(global->getInitializer()) : nullptr;
}

static StringRef stringAt(const Value *pointer) {
  const auto *global = dyn_cast<GlobalVariable>(pointer->stripPointerCasts());
  const auto *string = global && global->hasInitializer()
                           ? dyn_cast<ConstantDataSequential>(global->getInitializer())
                           : nullptr;
  return string && string->isCString() ? string->getAsCString() : StringRef();
}

static StringRef textOf(const Value *entry) {
  return stringAt(cast<ConstantStruct>(entry)->getOperand(1));
}

SmallVector<Annotation, 0> annotationsOf(const Module &module) {
  SmallVector<Annotation, 0> annotations;
  const ConstantArray *entries = entriesOf(module);
  if (!entries)
    return annotations;
  for (const Use &entry : entries->operands()) {
    const auto *fields = cast<ConstantStruct>(entry);
    const auto *line = dyn_cast<ConstantInt>(fields->getOperand(3));
    if (auto *function = dyn_cast<Function>(fields->getOperand(0)->stripPointerCasts()))
      annotations.push_back({function, textOf(fields), stringAt(fields->getOperand(2)),
                             line ? static_cast<unsigned>(line->getZExtValue()) : 0});
  }
  return annotations;
}

void dropAnnotations(Module &module, function_ref<bool(StringRef)> drops) {
  const ConstantArray *entries = entriesOf(module);
  if (!entries)
    return;
  SmallVector<Constant *, 0> rest;
  for (const Use &entry : entries->operands())
    if (!drops(textOf(entry)))
      rest.push_back(cast<Constant>(entry));
  if (rest.size() == entries->getNumOperands())
    return;
  GlobalVariable *global = module.getNamedGlobal(kAnnotations);
  if (!rest.empty()) {
    auto *type = ArrayType::get(rest.front()->getType(), rest.size());
    auto *shorter = new GlobalVariable(module, type, global->isConstant(), global->getLinkage(),
                                       ConstantArray::get(type, rest));
    shorter->copyAttributesFrom(global);
    shorter->takeName(global);
  }
  global->eraseFromParent();
}

} // namespace fencepost::pass
