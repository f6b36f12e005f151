//===- Bookkeeping.h - what a file that knows nothing of MPI keeps to itself --===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Much of what C and C++ programs access are pointers, and the numbers beside them that say how
// much there is behind them. Pointers mean nothing to another process, and are left alone in a file
// that calls no one-sided function. So are, in one that knows nothing of MPI, integers in an object
// that holds pointers: who transfers one of those alone deals with MPI there. Its part in a race
// are the elements of the arrays that it is given.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_LLVM_PASS_BOOKKEEPING_H
#define FENCEPOST_LLVM_PASS_BOOKKEEPING_H

#include "llvm-pass/MpiKnowledge.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/Support/TypeSize.h"

namespace llvm {
class AllocaInst;
class Instruction;
class MDNode;
class Module;
} // namespace llvm

namespace fencepost::pass {

class Bookkeeping {
public:
  explicit Bookkeeping(const llvm::Module &module) : known(mpiKnowledgeOf(module)) {}

  /// Of a load, store or copy: a pointer, or an integer in an object that holds pointers.
  bool keepsToItself(const llvm::Instruction &access);
  /// Whether the variable is an object of pointers and such integers alone.
  bool keepsToItself(const llvm::AllocaInst &variable);
  /// Whether checks of that many bytes may be made in the loops that need them: loops over
  /// characters are about text where nothing is known of MPI.
  bool mayBeInLine(llvm::TypeSize bytes) const {
    return known != MpiKnowledge::Nothing || bytes.isScalable() ||
           bytes.getFixedValue() > kCharacter;
  }

private:
  static constexpr unsigned kCharacter = 2; // bytes of the largest
  MpiKnowledge known;
  llvm::DenseMap<const llvm::MDNode *, bool> objects; // hold pointers
};

} // namespace fencepost::pass

#endif // FENCEPOST_LLVM_PASS_BOOKKEEPING_H
