//===- ToldRanges.h - ranges that stand for accesses of loops ----------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the vectorizer and the unroller leave of a loop is several loops, some of which run as
// often as only the run knows. Ranges are therefore told before them: a call stands in front of
// the loop as a mark of the range, and the accesses are marked as told, until the rest
// of the function is instrumented.
//
// An access is marked by an access group (!llvm.access.group), which means nothing to LLVM
// unless a loop speaks of it, and which all passes keep: what is made of several accesses is in
// the groups that all of them were in.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_LLVM_PASS_TOLDRANGES_H
#define FENCEPOST_LLVM_PASS_TOLDRANGES_H

#include "model/Site.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Alignment.h"

namespace llvm {
class CallBase;
class Instruction;
class Module;
class Value;
} // namespace llvm

namespace fencepost::pass {

struct Stride {
  llvm::Value *bytes;
  llvm::Value *count;
};

/// `bytes` bytes at `start`, all that again as each stride says; nothing where `bytes` is 0.
struct ToldRange {
  SiteKind kind;
  llvm::Value *start;
  llvm::Align alignment; // of it
  llvm::Value *bytes;
  llvm::SmallVector<Stride, 2> strides;
};

/// Leaves a call that stands for the range, with the place in the source of `access`.
void leaveRange(llvm::Instruction *before, const ToldRange &range,
                const llvm::Instruction &access);
bool isLeftRange(const llvm::CallBase &call);
/// Of such a call.
ToldRange leftRange(const llvm::CallBase &call);

void markTold(llvm::Instruction &access);
bool isTold(const llvm::Instruction &access);
/// Once all of a module is instrumented.
void forgetTold(llvm::Module &module);

} // namespace fencepost::pass

#endif // FENCEPOST_LLVM_PASS_TOLDRANGES_H
