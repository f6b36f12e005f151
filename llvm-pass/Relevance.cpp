//===- Relevance.cpp - which memory can neither be window nor RMA buffer --===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm-pass/Relevance.h"

#include "llvm-pass/Escape.h"
#include "llvm-pass/ModuleObjects.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace fencepost::pass {

/// Counters of profiling and other instrumentation.
static bool isCompilerOwned(const GlobalVariable &global) {
  StringRef name = global.getName();
  return name.starts_with("llvm.") || name.starts_with("__llvm_") || name.starts_with("__prof") ||
         name.starts_with("__sancov") || global.getSection().contains("__llvm_prf");
}

bool Relevance::judge(const Value *object) const {
  if (const auto *global = dyn_cast<GlobalVariable>(object))
    return !global->isConstant() && !isCompilerOwned(*global) &&
           (!global->hasLocalLinkage() || mayReachMpi(*global));
  if (isa<Function>(object) || isa<ConstantPointerNull>(object) || isa<UndefValue>(object))
    return false;
  const auto *argument = dyn_cast<Argument>(object);
  if (isa<AllocaInst>(object) || isNoAliasCall(object) || (argument && argument->hasByValAttr()))
    return mayReachMpi(*object);
  // What a virtual table holds is constant.
  if (const auto *load = dyn_cast<LoadInst>(object))
    if (const MDNode *tag = load->getMetadata(LLVMContext::MD_tbaa))
      return !tag->isTBAAVtableAccess();
  return true;
}

bool Relevance::objectMatters(const Value *object) {
  auto known = judged.find(object);
  if (known != judged.end())
    return known->second;
  bool answer = judge(object);
  judged[object] = answer;
  return answer;
}

bool Relevance::matters(const Value *address) {
  auto *type = cast<PointerType>(address->getType()->getScalarType());
  if (type->getAddressSpace() != 0 || layout.isNonIntegralPointerType(type) ||
      address->isSwiftError())
    return false;
  if (every)
    return true;
  SmallVector<const Value *, 4> objects;
  getUnderlyingObjects(address, objects, nullptr, /*MaxLookup=*/32);
  for (const Value *object : objects) {
    const auto *threadLocal = dyn_cast<IntrinsicInst>(object);
    if (threadLocal && threadLocal->getIntrinsicID() == Intrinsic::threadlocal_address)
      object = threadLocal->getArgOperand(0);
    if (objectMatters(object))
      return !this->objects || !this->objects->isOwn(*address);
  }
  return false;
}

bool Relevance::matters(const Instruction &access, const Value *address) {
  return !isKept(access) && matters(address);
}

bool Relevance::endMatters(const AllocaInst &variable) {
  const bool isKept = code.keepsToItself(variable) || bookkeeping.keepsToItself(variable);
  return (every || !isKept) && matters(&variable);
}

} // namespace fencepost::pass
