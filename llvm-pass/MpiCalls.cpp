//===- MpiCalls.cpp - which calls get a site ----------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm-pass/MpiCalls.h"

#include "model/Calls.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace fencepost::pass {

/// Name of the MPI function, or empty. The operand, not getCalledFunction: a call in C may disagree
/// with the declaration's type.
static StringRef mpiFunction(const CallBase &call) {
  const auto *callee = dyn_cast<Function>(call.getCalledOperand()->stripPointerCastsAndAliases());
  if (!callee || callee->hasLocalLinkage() || !callee->getName().starts_with("MPI_"))
    return {};
  return callee->getName();
}

StringRef mpiFunctionWithSite(const CallBase &call) {
  StringRef name = mpiFunction(call);
  return name.empty() || findCall(name) || !isLocalCall(name) ? name : StringRef();
}

bool callsOneSided(const Module &module) {
  return any_of(kCalls, [&](const CallInfo &call) {
    const bool isOne = call.has(Role::Window) || call.has(Role::NewWindow);
    const Function *function = isOne ? module.getFunction(call.name) : nullptr;
    return function && function->isDeclaration();
  });
}

static bool isMemory(Role role) {
  switch (role) {
  case Role::Base:
  case Role::OriginBuffer:
  case Role::ResultBuffer:
  case Role::CompareBuffer:
  case Role::SendBuffer:
  case Role::RecvBuffer:
  case Role::RootBuffer:
    return true;
  default:
    return false;
  }
}

bool isMpiResultArgument(const CallBase &call, unsigned argument) {
  StringRef name = mpiFunction(call);
  if (name.empty())
    return false;
  if (std::optional<Call> known = findCall(name))
    return argument < callInfo(*known).arguments && !isMemory(callInfo(*known).roles[argument]);
  // An address that was asked for may come back as a displacement from MPI_BOTTOM, and a buffer
  // for buffered sends or a caller's attribute stays with MPI.
  if (name.contains_insensitive("address") || name.contains_insensitive("attach") ||
      name.contains_insensitive("attr"))
    return false;
  return isLocalCall(name);
}

} // namespace fencepost::pass
