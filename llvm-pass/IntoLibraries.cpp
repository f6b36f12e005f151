//===- IntoLibraries.cpp - where the program enters code of libraries -----===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm-pass/IntoLibraries.h"

#include "llvm-pass/OutlinedChecks.h"
#include "llvm-pass/SiteTable.h"
#include "model/SystemFiles.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace fencepost::pass {

static bool isOfLibrary(const Function &function) {
  const DISubprogram *subprogram = function.getSubprogram();
  return subprogram && isSystemFile(subprogram->getFilename());
}

/// Whether the code of the program makes the call, which may have been inlined into a library's.
static bool isMadeByProgram(const CallBase &call) {
  const DILocation *at = call.getDebugLoc();
  while (at && isSystemFile(at->getFilename()))
    at = at->getInlinedAt();
  return at && at->getLine();
}

/// Behind the call, where that is a place of its own.
static bool isFollowed(const CallBase &call) {
  return isa<InvokeInst>(call) || (isa<CallInst>(call) && !call.isMustTailCall());
}

std::vector<CallBase *> callsIntoLibraries(ArrayRef<Function *> functions,
                                           ArrayRef<Function *> accessing) {
  SetVector<const Function *> entered;
  for (const Function *function : accessing)
    if (isOfLibrary(*function))
      entered.insert(function);
  for (std::size_t i = 0; i < entered.size(); ++i)
    for (const User *user : entered[i]->users())
      if (const auto *call = dyn_cast<CallBase>(user))
        if (isOfLibrary(*call->getFunction()))
          entered.insert(call->getFunction());
  std::vector<CallBase *> calls;
  if (entered.empty())
    return calls;
  for (Function *function : functions)
    for (Instruction &instruction : instructions(*function)) {
      auto *call = dyn_cast<CallBase>(&instruction);
      if (call && entered.contains(call->getCalledFunction()) && isFollowed(*call) &&
          isMadeByProgram(*call))
        calls.push_back(call);
    }
  return calls;
}

static Instruction *behind(CallBase &call) {
  auto *invoke = dyn_cast<InvokeInst>(&call);
  if (!invoke)
    return call.getNextNode();
  BasicBlock *next = invoke->getNormalDest();
  if (!next->getSinglePredecessor())
    next = SplitEdge(invoke->getParent(), next);
  return &*next->getFirstInsertionPt();
}

void tellEntering(CallBase &call, SiteTable &sites, OutlinedChecks &outlined) {
  StringRef name = call.getCalledFunction()->getSubprogram()->getName();
  Constant *site = sites.site(SiteKind::Library, name, call);
  Value *before = outlined.enter(&call, site);
  outlined.leave(behind(call), before);
}

} // namespace fencepost::pass
