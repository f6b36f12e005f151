//===- Bookkeeping.cpp - what a file that knows nothing of MPI keeps to itself -===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm-pass/Bookkeeping.h"

#include "llvm-pass/AccessedType.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace fencepost::pass {

/// Of what a copy of a structure says of it (offset, size and access tag of each member): whether
/// there are pointers and no data. An array is a member larger than any integer.
static bool areWithoutData(const MDNode &members) {
  constexpr uint64_t kLargestInteger = 8;
  bool withPointers = false;
  for (unsigned i = 0; i + 2 < members.getNumOperands(); i += 3) {
    const auto *size = mdconst::dyn_extract<ConstantInt>(members.getOperand(i + 1));
    const AccessedType type(dyn_cast_or_null<MDNode>(members.getOperand(i + 2).get()));
    if (type.holdsPointers())
      withPointers = true;
    else if (!size || size->getZExtValue() > kLargestInteger ||
             is_contained({"float", "double", "long double"}, type.accessed))
      return false;
  }
  return withPointers;
}

bool Bookkeeping::keepsToItself(const Instruction &access) {
  if (known == MpiKnowledge::Rma)
    return false;
  const Type *accessed = loadedOrStored(access);
  if (accessed && accessed->isPtrOrPtrVectorTy())
    return true;
  if (known != MpiKnowledge::Nothing)
    return false;
  if (const auto *copy = dyn_cast<AnyMemTransferInst>(&access)) {
    const MDNode *members = copy->getMetadata(LLVMContext::MD_tbaa_struct);
    return members && areWithoutData(*members);
  }
  const AccessedType type(access);
  if (!accessed || !accessed->isIntOrIntVectorTy() || !type.isMember() || !type.objectNode)
    return false;
  auto [object, isNew] = objects.try_emplace(type.objectNode, false);
  if (isNew)
    object->second = type.holdsPointers();
  return object->second;
}

namespace {
struct Parts {
  bool pointers = false;
  bool data = false;
};
} // namespace

static void addParts(const Type &type, Parts &parts) {
  if (const auto *structure = dyn_cast<StructType>(&type)) {
    for (const Type *element : structure->elements())
      addParts(*element, parts);
  } else if (const auto *array = dyn_cast<ArrayType>(&type)) {
    const Type &element = *array->getElementType();
    if (element.isIntegerTy()) // bytes may be a union of anything
      parts.data = true;
    else
      addParts(element, parts);
  } else if (type.isPtrOrPtrVectorTy()) {
    parts.pointers = true;
  } else if (!type.isIntegerTy()) {
    parts.data = true;
  }
}

bool Bookkeeping::keepsToItself(const AllocaInst &variable) {
  if (known != MpiKnowledge::Nothing)
    return false;
  Parts parts;
  addParts(*variable.getAllocatedType(), parts);
  return parts.pointers && !parts.data;
}

} // namespace fencepost::pass
