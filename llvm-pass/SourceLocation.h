//===- SourceLocation.h - where an instruction comes from ---------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_LLVM_PASS_SOURCELOCATION_H
#define FENCEPOST_LLVM_PASS_SOURCELOCATION_H

#include <string>

namespace llvm {
class Instruction;
} // namespace llvm

namespace fencepost::pass {

/// The location fields of a site's record (model/Site.h).
struct SourceLocation {
  std::string file;
  std::string directory;
  unsigned line = 0;
  unsigned column = 0;
  std::string function;
  std::string inlinedAt;
  std::string systemFunction; // of the system that was called there, if what it does was inlined
};

/// Reads the debug location of the instruction. Where it has none, or line 0 (the optimizer merged
/// or moved it), the nearest known line of the same function stands in, without a column.
SourceLocation sourceLocation(const llvm::Instruction &instruction);

} // namespace fencepost::pass

#endif // FENCEPOST_LLVM_PASS_SOURCELOCATION_H
