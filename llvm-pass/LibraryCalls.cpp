//===- LibraryCalls.cpp - calls of functions that are not instrumented --===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm-pass/LibraryCalls.h"

#include "llvm-pass/OutlinedChecks.h"
#include "llvm-pass/Relevance.h"
#include "llvm-pass/RuntimeAbi.h"
#include "model/Abi.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace fencepost::pass {

static const LibraryCall *findRow(StringRef symbol) {
  static const StringMap<const LibraryCall *> rows = [] {
    StringMap<const LibraryCall *> map;
    for (const LibraryCall &call : kLibraryCalls)
      map[call.symbol] = &call;
    return map;
  }();
  return rows.lookup(symbol);
}

/// What va_arg of the runtime can take: integers, floating point and pointers as C passes them.
static bool isPassable(const CallBase &call, unsigned argument) {
  Type *type = call.getArgOperand(argument)->getType();
  return !call.isByValArgument(argument) && (type->isPointerTy() || type->isFloatingPointTy() ||
                                             type->isIntegerTy(32) || type->isIntegerTy(64));
}

/// Whether the call passes what the row speaks of.
static bool fits(const CallBase &call, const LibraryCall &function) {
  if (call.arg_size() < function.arguments)
    return false;
  for (unsigned i = 0; i < function.arguments; ++i)
    if (!isPassable(call, i))
      return false;
  for (const LibraryAccess &access : function)
    if (!call.getArgOperand(access.argument)->getType()->isPointerTy())
      return false;
  if (function.format())
    for (unsigned i = function.arguments; i < call.arg_size(); ++i)
      if (!isPassable(call, i))
        return false;
  Type *returned = call.getType();
  return returned->isVoidTy() || returned->isPointerTy() || returned->isFloatingPointTy() ||
         (returned->isIntegerTy() && returned->getIntegerBitWidth() <= 64);
}

const LibraryCall *libraryCall(const CallBase &call) {
  const auto *callee = dyn_cast<Function>(call.getCalledOperand()->stripPointerCastsAndAliases());
  if (!callee || !callee->isDeclarationForLinker())
    return nullptr;
  const LibraryCall *row = findRow(callee->getName());
  return row && fits(call, *row) ? row : nullptr;
}

SmallVector<unsigned, 4> relevantPointers(const CallBase &call, const LibraryCall &function,
                                          Relevance &relevance) {
  SmallVector<unsigned, 4> pointers;
  if (call.isMustTailCall() || call.doesNotReturn() || isa<CallBrInst>(call))
    return pointers;
  auto add = [&](unsigned argument, bool matters = false) {
    Value *pointer = call.getArgOperand(argument);
    if (pointer->getType()->isPointerTy() && !is_contained(pointers, argument) &&
        (matters || relevance.matters(call, pointer)))
      pointers.push_back(argument);
  };
  for (const LibraryAccess &access : function)
    add(access.argument, access.extent == Extent::ReturnedLine);
  if (function.format())
    for (unsigned i = function.arguments; i < call.arg_size(); ++i)
      add(i);
  return pointers;
}

Instruction *behind(CallBase &call) {
  if (auto *invoke = dyn_cast<InvokeInst>(&call))
    return SplitEdge(invoke->getParent(), invoke->getNormalDest())->getTerminator();
  return call.getNextNode();
}

/// The line behind a pointer to its pointer, if there is one; else what is at `any`.
static Value *lineOf(IRBuilder<> &builder, CallBase &call, Value *pointer, Value *any,
                     RuntimeAbi &abi) {
  Value *failed = builder.CreateICmpSLT(&call, ConstantInt::get(call.getType(), 0));
  LoadInst *line = builder.CreateLoad(abi.pointer, builder.CreateSelect(failed, any, pointer));
  line->setMetadata(LLVMContext::MD_nosanitize, MDNode::get(call.getContext(), {}));
  return line;
}

/// As 64 bits; what is no integer or pointer is of no interest.
static Value *widened(IRBuilder<> &builder, Value *value, RuntimeAbi &abi) {
  if (value->getType()->isPointerTy())
    return builder.CreatePtrToInt(value, abi.int64);
  if (value->getType()->isIntegerTy())
    return builder.CreateSExtOrTrunc(value, abi.int64);
  return builder.getInt64(0);
}

/// Bytes of an access as far as arguments and the result say them; else null.
static Value *lengthOf(IRBuilder<> &builder, const LibraryCallSite &site,
                       const LibraryAccess &access, RuntimeAbi &abi) {
  auto argument = [&](unsigned i) { return widened(builder, site.call->getArgOperand(i), abi); };
  Value *unit = builder.getInt64(site.function->unit);
  switch (access.extent) {
  case Extent::Bytes:
  case Extent::ReturnedIn:
    return builder.CreateMul(argument(access.a), unit);
  case Extent::Sorted:
    return builder.CreateMul(argument(access.a), argument(access.b));
  case Extent::ReturnedItems:
    return builder.CreateMul(widened(builder, site.call, abi), argument(access.a));
  case Extent::ReturnedAndEnd:
    return builder.CreateMul(
        builder.CreateAdd(widened(builder, site.call, abi), builder.getInt64(1)), unit);
  default:
    return nullptr;
  }
}

/// To the last byte where the length is known; else a page's length, which most strings do not
/// exceed.
static std::pair<Value *, Value *> endsOf(IRBuilder<> &builder, const LibraryCallSite &site,
                                          unsigned pointer, Value *any, RuntimeAbi &abi) {
  Value *first = site.call->getArgOperand(pointer);
  Value *bytes = nullptr;
  for (const LibraryAccess &access : *site.function) {
    if (access.argument != pointer)
      continue;
    if (access.extent == Extent::ReturnedLine)
      first = lineOf(builder, *site.call, first, any, abi);
    if (!bytes)
      bytes = lengthOf(builder, site, access, abi);
  }
  if (!bytes)
    bytes = builder.getInt64(uint64_t(1) << kPageShift);
  Value *last = builder.CreateSub(bytes, builder.getInt64(1));
  return {first, builder.CreatePtrAdd(first, last)};
}

void emitLibraryCall(const LibraryCallSite &site, Constant *reads, Constant *writes,
                     OutlinedChecks &outlined, RuntimeAbi &abi) {
  CallBase &call = *site.call;
  Instruction *before = behind(call);
  IRBuilder<> builder(before);
  Value *matters = nullptr;
  for (unsigned pointer : site.pointers) {
    const auto [first, last] = endsOf(builder, site, pointer, writes, abi);
    Value *one = outlined.matters(before, first, last);
    matters = matters ? builder.CreateOr(matters, one) : one;
  }
  builder.SetInsertPoint(SplitBlockAndInsertIfThen(
      builder.CreateIsNotNull(matters), before->getIterator(), false,
      MDBuilder(builder.getContext()).createUnlikelyBranchWeights()));
  builder.SetCurrentDebugLocation(call.getDebugLoc());
  uint64_t row = site.function - kLibraryCalls.data();
  SmallVector<Value *, 8> arguments{reads, writes, builder.getInt64(row),
                                    widened(builder, &call, abi)};
  for (unsigned i = 0; i < site.function->arguments; ++i)
    arguments.push_back(widened(builder, call.getArgOperand(i), abi));
  if (site.function->format())
    arguments.append(call.arg_begin() + site.function->arguments, call.arg_end());
  builder.CreateCall(abi.libraryCall(), arguments);
}

} // namespace fencepost::pass
