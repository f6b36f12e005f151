//===- Accesses.h - the accesses and calls of a function that get a site --===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_LLVM_PASS_ACCESSES_H
#define FENCEPOST_LLVM_PASS_ACCESSES_H

#include "llvm-pass/Releases.h"
#include "model/PassEntry.h"
#include "model/Site.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Alignment.h"
#include "llvm/Support/TypeSize.h"

#include <string>
#include <vector>

namespace llvm {
class CallBase;
class Function;
class Instruction;
class Loop;
class Value;
} // namespace llvm

namespace fencepost::pass {

class LoopAccesses;
class Relevance;
struct ToldRange;

/// Plain loads and stores at constant distances from one pointer, told together: nothing between
/// them synchronizes, and the first is never executed without the others. Those of more than one
/// are no longer than what a page check speaks for.
struct CheckedAccesses {
  struct Access {
    llvm::Instruction *instruction;
    SiteKind kind;
    int64_t offset; // from the pointer, in bytes
    llvm::TypeSize bytes;
    llvm::Align alignment; // of its address
  };
  llvm::Value *pointer;
  llvm::SmallVector<Access, 2> accesses;
  bool always; // without a check
  llvm::Loop *innermost; // it is in, with no other and no slow call in it; or null
};

/// What a memory intrinsic reads and writes: `bytes` (an integer of any width) each.
struct RangeAccess {
  llvm::Instruction *instruction;
  llvm::Value *reads, *writes; // from where on; null where that does not matter
  llvm::Value *bytes;
};

/// A vector access that leaves out lanes whose mask bit is 0.
struct MaskedAccess {
  enum class Shape {
    Contiguous, // `pointer` is the address of lane 0
    Scattered,  // `pointer` is a vector of addresses
    Compressed, // the active lanes stand one after the other at `pointer`
  };
  llvm::Instruction *instruction;
  SiteKind kind;
  Shape shape;
  llvm::Value *pointer;
  llvm::Value *mask;
  unsigned lanes;
  uint64_t laneBytes;
};

/// How many bytes a range left by a loop has, if it is one access that a check speaks for: what an
/// inner loop of few turns makes, each time elsewhere. Those are among `checked`, too.
std::optional<uint64_t> checkedBytes(const ToldRange &range);

/// What a function gets, each list in the order of the function's instructions.
struct Accesses {
  std::vector<CheckedAccesses> checked;
  std::vector<RangeAccess> ranges;
  std::vector<MaskedAccess> masked;
  std::vector<llvm::CallBase *> calls; // MPI functions
  std::vector<llvm::CallBase *> left;  // ranges of loops (ToldRanges.h)
  std::vector<LibraryCallSite> libraryCalls;
  std::vector<LibraryCallSite> releases;
  std::vector<ScopeEnd> scopeEnds;
};

/// What became of the loads and stores of the optimized code (DESIGN 5a and b).
struct AccessCounts {
  unsigned all = 0;
  unsigned irrelevant = 0; // neither window memory nor a buffer, as the code shows
  unsigned repeated = 0;   // told already
  unsigned inLoops = 0;    // told for all iterations in front of the loop
  unsigned checked = 0;    // told by themselves, behind a page check
};

/// In one line.
std::string describe(const AccessCounts &counts);

/// Neither volatile nor atomic, nor put there by other instrumentation, nor of a value that the
/// whole program agrees on.
bool isPlainAccess(const llvm::Instruction &access);

/// Finds them, but for those that `loops` takes. Changes nothing, but that a loop may
/// get a preheader.
Accesses findAccesses(llvm::Function &function, Relevance &relevance, LoopAccesses &loops,
                      InstrumentedAccesses which, AccessCounts &counts);

} // namespace fencepost::pass

#endif // FENCEPOST_LLVM_PASS_ACCESSES_H
