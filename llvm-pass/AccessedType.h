//===- AccessedType.h - which type of the source an access is of ------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// As type-based alias analysis notes it: `double` of an object `double` (also an element of an
// array in a structure), `long` of an object `_ZTSSt6vector...`. Nothing is known without
// optimization.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_LLVM_PASS_ACCESSEDTYPE_H
#define FENCEPOST_LLVM_PASS_ACCESSEDTYPE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace llvm {
class Instruction;
class MDNode;
class Type;
} // namespace llvm

namespace fencepost::pass {

struct AccessedType {
  const llvm::MDNode *objectNode = nullptr; // null where nothing is said
  llvm::StringRef object;
  llvm::StringRef accessed; // empty where nothing is said

  explicit AccessedType(const llvm::Instruction &access);
  /// Of an access tag.
  explicit AccessedType(const llvm::MDNode *tag);

  /// Where it cannot say more: part of a union, or of bytes that are copied.
  bool isOfBytes() const { return accessed.empty() || accessed == "omnipotent char"; }
  bool isMember() const { return object != accessed; }
  /// The mangled name of the class begins with one of these.
  bool isIn(llvm::ArrayRef<llvm::StringRef> classes) const;
  /// The object is a pointer, or one is a member of it or of its members.
  bool holdsPointers() const;
};

/// Null for what is neither load nor store.
const llvm::Type *loadedOrStored(const llvm::Instruction &access);

} // namespace fencepost::pass

#endif // FENCEPOST_LLVM_PASS_ACCESSEDTYPE_H
