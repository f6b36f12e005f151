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

/// What the access is said to be of: the name of the object's type, or null.
static const MDString *typeName(const MDNode &tag, unsigned operand) {
  const auto *type =
      tag.getNumOperands() >= 3 ? dyn_cast<MDNode>(tag.getOperand(operand)) : nullptr;
  return type && type->getNumOperands() ? dyn_cast<MDString>(type->getOperand(0)) : nullptr;
}

/// Whether a container of the standard library is accessed where it points to its elements and says
/// how many they are: a transfer of that would mean nothing to another process. The elements are
/// another matter, and nodes, which an allocator may place in a window, and the characters that a
/// string holds itself.
static bool isContainer(const Instruction &access) {
  static constexpr StringRef kContainers[] = {
      "NSt7__cxx1112basic_string", "NSt12_Vector_base",
      "NSt13_Bvector_base",        "NSt11_Deque_base",
      "St15_Rb_tree_header",       "St10_Hashtable",
      "St12__shared_ptr",          "St14__shared_count",
      "St14_Function_base",        "St8functionI",
      "NSt3__16vectorI",           "NSt3__16__treeI",
      "NSt3__112__hash_tableI",    "NSt3__110shared_ptrI",
  };
  const MDNode *tag = access.getMetadata(LLVMContext::MD_tbaa);
  if (!tag)
    return false;
  const MDString *object = typeName(*tag, 0), *accessed = typeName(*tag, 1);
  StringRef name = object ? object->getString() : "";
  return accessed && accessed->getString() != "omnipotent char" && name.consume_front("_ZTS") &&
         any_of(kContainers, [&](StringRef one) { return name.starts_with(one); });
}

/// Whether it is the size of a string's memory that is loaded, on its way to be released: a number
/// in a union with characters, which is all that the access says of itself.
static bool isReleasedSize(const Instruction &access) {
  const MDNode *tag = access.getMetadata(LLVMContext::MD_tbaa);
  const MDString *accessed = tag ? typeName(*tag, 1) : nullptr;
  if (!accessed || accessed->getString() != "omnipotent char")
    return false;
  const auto *size = access.hasOneUse() ? dyn_cast<BinaryOperator>(*access.user_begin()) : nullptr;
  return isa<LoadInst>(access) && size && size->getOpcode() == Instruction::Add &&
         isa<ConstantInt>(size->getOperand(1)) && all_of(size->uses(), [](const Use &use) {
           const auto *call = dyn_cast<CallBase>(use.getUser());
           const auto *callee = call ? call->getCalledFunction() : nullptr;
           return callee && callee->getName() == "_ZdlPvm" && use.getOperandNo() == 1;
         });
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
  return (every || !(isContainer(access) || isReleasedSize(access))) && matters(address);
}

} // namespace fencepost::pass
