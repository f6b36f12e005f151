//===- Escape.cpp - where the address of an object can go ---------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm-pass/Escape.h"

#include "llvm-pass/LibraryCalls.h"
#include "llvm-pass/MpiCalls.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace fencepost::pass {

/// Bounds the time spent on an object; with more uses it counts as escaping.
static constexpr unsigned kMaxUses = 500;

/// Whether a function of the library only accesses memory through that argument. Of those that
/// return a pointer it may be into what the first one points to; what is sorted goes to the
/// program's function, and what is converted to a number is stored where it ends.
static bool isAccessedOnly(const CallBase &call, const Use &use) {
  const LibraryCall *function = call.isArgOperand(&use) ? libraryCall(call) : nullptr;
  if (!function || function->releases())
    return false;
  for (const LibraryAccess &access : *function)
    if (access.extent == Extent::Sorted || access.extent == Extent::Number)
      return false;
  return true;
}

/// Whether the user is the pointer again, or a pointer into the same object.
static bool isDerivedPointer(const Use &use) {
  const User &user = *use.getUser();
  if (const auto *call = dyn_cast<CallBase>(&user))
    return call->getIntrinsicID() == Intrinsic::threadlocal_address ||
           isIntrinsicReturningPointerAliasingArgumentWithoutCapturing(call, false) ||
           (call->getType()->isPointerTy() && isAccessedOnly(*call, use) &&
            call->getArgOperandNo(&use) == 0);
  return isa<GEPOperator>(user) || isa<BitCastOperator>(user) || isa<PHINode>(user) ||
         isa<SelectInst>(user);
}

bool keepsNoCopy(const CallBase &call, const Use &use) {
  if (!call.isDataOperand(&use))
    return false;
  return call.doesNotCapture(call.getDataOperandNo(&use)) || isAccessedOnly(call, use) ||
         (call.isArgOperand(&use) && isMpiResultArgument(call, call.getArgOperandNo(&use)));
}

/// Whether the use only accesses the object.
static bool keepsNoCopy(const Use &use) {
  const User *user = use.getUser();
  if (isa<LoadInst>(user) || isa<ICmpInst>(user))
    return true;
  if (isa<StoreInst>(user))
    return use.getOperandNo() == StoreInst::getPointerOperandIndex();
  if (isa<AtomicRMWInst>(user))
    return use.getOperandNo() == AtomicRMWInst::getPointerOperandIndex();
  if (isa<AtomicCmpXchgInst>(user))
    return use.getOperandNo() == AtomicCmpXchgInst::getPointerOperandIndex();
  if (const auto *intrinsic = dyn_cast<IntrinsicInst>(user))
    if (isa<AnyMemIntrinsic>(intrinsic) || intrinsic->isLifetimeStartOrEnd())
      return true;
  const auto *call = dyn_cast<CallBase>(user);
  return call && keepsNoCopy(*call, use);
}

bool mayReachMpi(const Value &object) {
  SmallVector<const Value *, 16> pending{&object};
  SmallPtrSet<const Value *, 16> seen;
  unsigned uses = 0;
  while (!pending.empty())
    for (const Use &use : pending.pop_back_val()->uses()) {
      if (++uses > kMaxUses)
        return true;
      if (!isDerivedPointer(use)) {
        if (!keepsNoCopy(use))
          return true;
      } else if (seen.insert(use.getUser()).second) {
        pending.push_back(use.getUser());
      }
    }
  return false;
}

} // namespace fencepost::pass
