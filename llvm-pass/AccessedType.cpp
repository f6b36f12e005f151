//===- AccessedType.cpp - which type of the source an access is of ----------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm-pass/AccessedType.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Metadata.h"

using namespace llvm;

namespace fencepost::pass {

static const MDNode *nodeAt(const MDNode &node, unsigned operand) {
  return dyn_cast_or_null<MDNode>(node.getOperand(operand).get());
}

static StringRef nameOf(const MDNode *type) {
  const auto *name =
      type && type->getNumOperands() ? dyn_cast<MDString>(type->getOperand(0)) : nullptr;
  return name ? name->getString() : StringRef();
}

AccessedType::AccessedType(const MDNode *tag) {
  if (!tag || tag->getNumOperands() < 3)
    return;
  objectNode = nodeAt(*tag, 0);
  object = nameOf(objectNode);
  accessed = nameOf(nodeAt(*tag, 1));
}

AccessedType::AccessedType(const Instruction &access)
    : AccessedType(access.getMetadata(LLVMContext::MD_tbaa)) {}

bool AccessedType::isIn(ArrayRef<StringRef> classes) const {
  StringRef name = object;
  return name.consume_front("_ZTS") &&
         any_of(classes, [&](StringRef one) { return name.starts_with(one); });
}

/// A scalar is {name, parent, 0}, a structure {name, member, offset, member, offset...}.
static bool holdsPointersIn(const MDNode &type) {
  const StringRef name = nameOf(&type);
  if (name == "any pointer" || name == "vtable pointer")
    return true;
  for (unsigned i = 1; i < type.getNumOperands(); i += 2)
    if (const MDNode *part = nodeAt(type, i); part && holdsPointersIn(*part))
      return true;
  return false;
}

bool AccessedType::holdsPointers() const { return objectNode && holdsPointersIn(*objectNode); }

const Type *loadedOrStored(const Instruction &access) {
  return isa<LoadInst, StoreInst>(access) ? getLoadStoreType(const_cast<Instruction *>(&access))
                                          : nullptr;
}

} // namespace fencepost::pass
