//===- Releases.cpp - where memory of the program dies ------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm-pass/Releases.h"

#include "llvm-pass/OutlinedChecks.h"
#include "llvm-pass/Relevance.h"
#include "llvm-pass/RuntimeAbi.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace fencepost::pass {

static AllocaInst *variableOf(const IntrinsicInst &lifetime) {
  return dyn_cast<AllocaInst>(lifetime.getArgOperand(lifetime.arg_size() - 1)->stripPointerCasts());
}

/// A call that takes over the frame: what it is given lives elsewhere.
static Instruction *beforeTailCall(ReturnInst &end) {
  for (Instruction *at = end.getPrevNode(); at; at = at->getPrevNode()) {
    if (auto *call = dyn_cast<CallInst>(at); call && !isa<IntrinsicInst>(call))
      return call->isTailCall() ? static_cast<Instruction *>(call) : &end;
    if (!isa<IntrinsicInst>(at) && !isa<BitCastInst>(at))
      break;
  }
  return &end;
}

/// Blocks that an exception goes through on its way to a caller: the frame that it leaves is not
/// told, whether a cleanup of it runs or not.
static DenseSet<const BasicBlock *> unwindingBlocks(Function &function) {
  DenseSet<const BasicBlock *> unwinding;
  for (const BasicBlock *block : post_order(&function))
    if (isa<ResumeInst>(block->getTerminator()) ||
        (succ_size(block) > 0 && all_of(successors(block), [&](const BasicBlock *next) {
           return unwinding.contains(next);
         })))
      unwinding.insert(block);
  return unwinding;
}

std::vector<ScopeEnd> findScopeEnds(Function &function, Relevance &relevance) {
  std::vector<AllocaInst *> variables;
  for (Instruction &instruction : function.getEntryBlock())
    if (auto *alloca = dyn_cast<AllocaInst>(&instruction);
        alloca && !alloca->isSwiftError() && !alloca->getAllocatedType()->isScalableTy() &&
        relevance.endMatters(*alloca))
      variables.push_back(alloca);
  std::vector<ScopeEnd> ends;
  if (variables.empty())
    return ends;
  DenseSet<const AllocaInst *> matter(variables.begin(), variables.end()), scoped;
  const DenseSet<const BasicBlock *> unwinding = unwindingBlocks(function);
  const Instruction *last = nullptr;
  for (BasicBlock &block : function)
    for (Instruction &instruction : block)
      if (auto *intrinsic = dyn_cast<IntrinsicInst>(&instruction);
          intrinsic && intrinsic->getIntrinsicID() == Intrinsic::lifetime_end)
        if (AllocaInst *variable = variableOf(*intrinsic); variable && matter.contains(variable)) {
          scoped.insert(variable);
          if (unwinding.contains(&block))
            continue;
          // Those that follow each other end together.
          if (last && last == intrinsic->getPrevNode())
            ends.back().variables.push_back(variable);
          else
            ends.push_back({intrinsic, {variable}});
          last = intrinsic;
        }
  erase_if(variables, [&](const AllocaInst *variable) { return scoped.contains(variable); });
  if (!variables.empty())
    for (BasicBlock &block : function)
      if (auto *end = dyn_cast<ReturnInst>(block.getTerminator()))
        ends.push_back({beforeTailCall(*end), variables});
  return ends;
}

/// Bytes of the variable; an array may have a length that is known at run time only.
static Value *sizeOf(IRBuilder<> &builder, const AllocaInst &variable, RuntimeAbi &abi) {
  const DataLayout &layout = variable.getModule()->getDataLayout();
  Value *count = builder.CreateZExtOrTrunc(const_cast<Value *>(variable.getArraySize()), abi.int64);
  return builder.CreateMul(count,
                           builder.getInt64(layout.getTypeAllocSize(variable.getAllocatedType())));
}

void emitScopeEnd(const ScopeEnd &end, Constant *site, OutlinedChecks &outlined, RuntimeAbi &abi) {
  for (AllocaInst *variable : end.variables) {
    IRBuilder<> builder(end.before);
    outlined.release(end.before, site, variable, sizeOf(builder, *variable, abi));
  }
}

static void emitReallocation(CallBase &call, unsigned length, Constant *site, RuntimeAbi &abi) {
  if (call.isMustTailCall())
    return;
  Value *pointer = call.getArgOperand(0);
  IRBuilder<> builder(&call);
  Function *asks = abi.beforeRealloc();
  Instruction *asked = RuntimeAbi::callIf(builder.CreateIsNotNull(asks), asks, {pointer}, &call);
  builder.SetInsertPoint(call.getParent(), call.getParent()->begin());
  PHINode *oldBytes = builder.CreatePHI(abi.int64, 2);
  for (BasicBlock *from : predecessors(call.getParent()))
    oldBytes->addIncoming(
        from == asked->getParent() ? asked : static_cast<Value *>(builder.getInt64(0)), from);
  Instruction *after = behind(call);
  builder.SetInsertPoint(after);
  CallInst *tells =
      RuntimeAbi::callIf(builder.CreateIsNotNull(oldBytes), abi.afterRealloc(),
                         {site, pointer, oldBytes, &call, call.getArgOperand(length)}, after);
  tells->setDebugLoc(call.getDebugLoc());
}

void emitRelease(const LibraryCallSite &release, Constant *site, OutlinedChecks &outlined,
                 RuntimeAbi &abi) {
  CallBase &call = *release.call;
  const LibraryAccess &access = *release.function->find(LibraryAccess::Releases);
  Value *pointer = call.getArgOperand(access.argument);
  switch (access.extent) {
  case Extent::Bytes:
    if (auto *plain = dyn_cast<CallInst>(&call);
        plain && call.arg_size() == 2 && call.getType()->isVoidTy() && !call.hasOperandBundles() &&
        !call.isMustTailCall())
      return outlined.releaseInstead(*plain, site);
    return outlined.release(&call, site, pointer, call.getArgOperand(access.a));
  case Extent::Reallocation:
    return emitReallocation(call, access.a, site, abi);
  default:
    return outlined.releaseAllocation(&call, site, pointer,
                                      StringRef(release.function->name).starts_with("delete"));
  }
}

} // namespace fencepost::pass
