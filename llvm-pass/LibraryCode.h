//===- LibraryCode.h - what libraries keep to themselves ------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The headers of C++ libraries bring code into every file, and most of its accesses are of what
// only the library itself deals with: where a container has its elements and how many they are,
// the characters of a std::string, the nodes of a std::map, the state of a formatter. What a
// program passes to MPI are elements. In files that call no one-sided function, and there are many
// in a program, all else of it is left alone: to instrument it takes the compiler more time than
// what the file's own accesses do.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_LLVM_PASS_LIBRARYCODE_H
#define FENCEPOST_LLVM_PASS_LIBRARYCODE_H

#include "llvm-pass/MpiKnowledge.h"

#include "llvm/ADT/DenseMap.h"

namespace llvm {
class AllocaInst;
class DIFile;
class DILocation;
class Instruction;
} // namespace llvm

namespace fencepost::pass {

class LibraryCode {
public:
  explicit LibraryCode(const llvm::Module &module)
      : withRma(mpiKnowledgeOf(module) == MpiKnowledge::Rma) {}

  /// Of a load, store or call that accesses memory.
  bool keepsToItself(const llvm::Instruction &access);
  /// Whether the variable is an object that holds no elements itself.
  bool keepsToItself(const llvm::AllocaInst &variable);

private:
  /// Whose code it is; of the standard library where not the program's or another library's.
  enum class Origin {
    Program,
    Internals,  // strings, streams and nodes
    Containers, // where elements are, and how many
    Standard,   // all else
    Other,
  };
  Origin originOf(const llvm::DILocation &location);
  bool servesInternals(const llvm::DILocation &location);

  bool withRma;
  llvm::DenseMap<const llvm::DIFile *, Origin> origins;
};

} // namespace fencepost::pass

#endif // FENCEPOST_LLVM_PASS_LIBRARYCODE_H
