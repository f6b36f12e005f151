//===- RuntimeAbi.cpp - the runtime's functions as the pass calls them --===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm-pass/RuntimeAbi.h"

#include "llvm-pass/LLVMCompat.h"
#include "model/Abi.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace fencepost::pass {

RuntimeAbi::RuntimeAbi(llvm::Module &module)
    : module(module), pointer(PointerType::getUnqual(module.getContext())),
      int32(Type::getInt32Ty(module.getContext())), int64(Type::getInt64Ty(module.getContext())),
      site(StructType::get(pointer, int32, int32)), pageShadow(StructType::get(pointer, int64, pointer)),
      followedRange(StructType::get(int64, int64)),
      entries(ArrayType::get(pointer, kEntries)),
      moduleInfo(StructType::get(int32, int32, pointer, pointer, pointer, int32)),
      notedPlaces(StructType::get(int64, int64, pointer)),
      check(StructType::get(pointer, pointer, pointer, int64, int64)) {}

Function *RuntimeAbi::declare(StringRef name, FunctionType *type) {
  if (Function *known = module.getFunction(name))
    return known;
  auto *function = Function::Create(type, GlobalValue::ExternalWeakLinkage, name, module);
  function->setDoesNotThrow();
  return function;
}

/// Most functions take a site (or the module), most an address, then integers.
///
/// The attributes keep a later link-time optimization from seeing more in a call than there is:
/// it touches nothing of the program, least of all what the address points to.
Function *RuntimeAbi::declare(StringRef name, unsigned integers, bool takesAddress) {
  SmallVector<Type *, 7> parameters(takesAddress ? 2 : 1, pointer);
  parameters.append(integers, int64);
  auto *type = FunctionType::get(Type::getVoidTy(module.getContext()), parameters, false);
  Function *function = declare(name, type);
  if (takesAddress) {
    function->setMemoryEffects(MemoryEffects::inaccessibleOrArgMemOnly());
    function->addParamAttr(1, Attribute::ReadNone);
    setDoesNotCapture(*function, 1);
  }
  return function;
}

Function *RuntimeAbi::registerModule() { return declare("__fencepost_register", 0, false); }

Function *RuntimeAbi::access(SiteKind kind) {
  Function *function =
      declare(kind == SiteKind::Load ? "__fencepost_load" : "__fencepost_store", 1, true);
  function->addFnAttr(Attribute::Cold);
  return function;
}

Function *RuntimeAbi::libraryCall() {
  auto *type = FunctionType::get(Type::getVoidTy(module.getContext()),
                                 {pointer, pointer, int64, int64}, true);
  return declare("__fencepost_library_call", type);
}

Function *RuntimeAbi::beforeRealloc() {
  return declare("__fencepost_before_realloc", FunctionType::get(int64, {pointer}, false));
}

Function *RuntimeAbi::afterRealloc() {
  auto *type = FunctionType::get(Type::getVoidTy(module.getContext()),
                                 {pointer, pointer, int64, pointer, int64}, false);
  return declare("__fencepost_after_realloc", type);
}

void RuntimeAbi::callAccess(Instruction *before, SiteKind kind, Constant *site, Value *pointer,
                            Value *bytes, const DebugLoc &location) {
  IRBuilder<> builder(before);
  builder.SetCurrentDebugLocation(location);
  builder.CreateCall(access(kind), {site, pointer, bytes});
}

CallInst *RuntimeAbi::callIf(Value *condition, Function *callee, ArrayRef<Value *> arguments,
                             Instruction *before) {
  IRBuilder<> builder(SplitBlockAndInsertIfThen(condition, before->getIterator(), false));
  builder.SetCurrentDebugLocation(before->getDebugLoc());
  return builder.CreateCall(callee, arguments);
}

void RuntimeAbi::callIfLinked(Function *callee, ArrayRef<Value *> arguments, Instruction *before) {
  callIf(IRBuilder<>(before).CreateIsNotNull(callee), callee, arguments, before);
}

} // namespace fencepost::pass
