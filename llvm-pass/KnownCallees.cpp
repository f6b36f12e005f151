//===- KnownCallees.cpp - what calls through pointers come to -------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm-pass/KnownCallees.h"

#include "llvm-pass/ModuleObjects.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace fencepost::pass {

static bool isVirtual(const CallBase &call) {
  const auto *slot = dyn_cast<LoadInst>(call.getCalledOperand());
  const auto *table =
      slot ? dyn_cast<LoadInst>(slot->getPointerOperand()->stripInBoundsOffsets()) : nullptr;
  const MDNode *tag = table ? table->getMetadata(LLVMContext::MD_tbaa) : nullptr;
  return tag && tag->isTBAAVtableAccess();
}

/// Of the functions of a virtual table those of other types are not the one that was overridden.
static SmallVector<Function *, 8> calleesOf(const CallBase &call, ModuleObjects &objects) {
  SmallVector<Function *, 8> callees;
  const bool isOfType = isVirtual(call);
  for (Function *callee : objects.callees(call))
    if (!isOfType || callee->getFunctionType() == call.getFunctionType())
      callees.push_back(callee);
  return callees;
}

static bool describe(CallBase &call, ArrayRef<Function *> callees) {
  bool changed = false;
  for (Attribute::AttrKind kind : {Attribute::NoSync, Attribute::NoUnwind, Attribute::WillReturn}) {
    const auto has = [&](const Function *callee) { return callee->hasFnAttribute(kind); };
    if (call.hasFnAttr(kind) || !all_of(callees, has))
      continue;
    call.addFnAttr(kind);
    changed = true;
  }
  return changed;
}

/// One that does not throw needs no way out of a loop for that.
static bool makeCalls(ArrayRef<CallBase *> described) {
  bool changed = false;
  for (CallBase *call : described)
    if (auto *invoke = dyn_cast<InvokeInst>(call); invoke && invoke->doesNotThrow()) {
      changeToCall(invoke);
      changed = true;
    }
  return changed;
}

bool describeKnownCallees(Module &module, ModuleObjects &objects,
                          FunctionAnalysisManager &manager) {
  bool changed = false;
  for (Function &function : module) {
    if (function.isDeclarationForLinker())
      continue;
    SmallVector<CallBase *, 8> described;
    for (Instruction &instruction : instructions(function)) {
      auto *call = dyn_cast<CallBase>(&instruction);
      if (!call || !call->isIndirectCall())
        continue;
      const auto callees = calleesOf(*call, objects);
      if (!callees.empty() && describe(*call, callees))
        described.push_back(call);
    }
    if (described.empty())
      continue;
    if (makeCalls(described)) {
      removeUnreachableBlocks(function);
      changed = true;
    }
    // How often a loop runs may be known now.
    manager.invalidate(function, PreservedAnalyses::none());
  }
  return changed;
}

void forgetKnownCallees(Module &module) {
  for (Function &function : module)
    for (Instruction &instruction : instructions(function))
      if (auto *call = dyn_cast<CallBase>(&instruction); call && call->isIndirectCall())
        call->removeFnAttr(Attribute::NoSync);
}

} // namespace fencepost::pass
