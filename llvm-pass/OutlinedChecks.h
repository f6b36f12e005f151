//===- OutlinedChecks.h - checks that take the place of a call ------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A check in line takes the compiler some twenty instructions and two blocks to generate code for.
// It pays where it is executed often, in the innermost loops; elsewhere a check is one call of the
// runtime, by the module's Entries (model/Abi.h), which leaves all registers to its caller.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_LLVM_PASS_OUTLINEDCHECKS_H
#define FENCEPOST_LLVM_PASS_OUTLINEDCHECKS_H

#include "llvm/ADT/ArrayRef.h"

#include <cstddef>
#include <cstdint>

namespace llvm {
class CallBase;
class CallInst;
class Constant;
class Function;
class GlobalVariable;
class Instruction;
class Type;
class Value;
} // namespace llvm

namespace fencepost::pass {

class RuntimeAbi;
struct ToldRange;

class OutlinedChecks {
public:
  OutlinedChecks(RuntimeAbi &abi, llvm::GlobalVariable *shadow, llvm::GlobalVariable *entries)
      : abi(abi), shadow(shadow), entries(entries) {}

  static bool isOne(const llvm::CallBase &call);

  /// The accesses of a check at an address, a multiple of 1 << shift. The pages of the first, and
  /// of the last, so many bytes behind, are still to be checked.
  void access(llvm::Instruction *before, llvm::Value *address, llvm::Constant *check,
              unsigned shift, int64_t last);
  /// The same of the first. Returns all ones, or 0 if checks have lost their places.
  llvm::Instruction *tracked(llvm::Instruction *before, llvm::Value *address, llvm::Constant *check,
                             unsigned shift);

  /// Not 0 where one of the bytes from the first to the last may be on a page that is tracked.
  llvm::Value *matters(llvm::Instruction *before, llvm::Value *first, llvm::Value *last);

  /// `bytes` bytes from an address on. Returns what `tracked` does.
  llvm::Instruction *range(llvm::Instruction *before, llvm::Value *site, llvm::Value *start,
                           llvm::Value *bytes);
  /// A range in line, where it goes on as the runtime expects. Returns the call where it does not.
  llvm::Instruction *rangeInLine(llvm::Instruction *before, llvm::Value *site, llvm::Value *start,
                                 llvm::Value *bytes);
  /// The same of a range of a loop.
  void range(llvm::Instruction *before, llvm::Constant *site, const ToldRange &range);

  /// An MPI call comes next.
  void mpiCall(llvm::Instruction *before, llvm::Constant *site);
  /// The program enters code of a library. Returns what `leave` takes.
  llvm::Value *enter(llvm::Instruction *before, llvm::Constant *site);
  void leave(llvm::Instruction *before, llvm::Value *entered);

  /// `bytes` bytes die, of the stack or elsewhere.
  void release(llvm::Instruction *before, llvm::Value *site, llvm::Value *start,
               llvm::Value *bytes);
  /// The same of what the call, an operator delete, is given with its size: takes the call's place.
  void releaseInstead(llvm::CallInst &call, llvm::Constant *site);
  /// What an allocator made dies, whose size is not known here.
  void releaseAllocation(llvm::Instruction *before, llvm::Constant *site, llvm::Value *start,
                         bool byNew);

  /// Once all are there: what the module calls before the runtime has told it its functions does
  /// nothing.
  void finish();

private:
  struct Entry;
  llvm::CallInst *call(llvm::Instruction *before, const Entry &entry,
                       llvm::ArrayRef<llvm::Value *> arguments);
  llvm::Function *nearAccess(unsigned shift);

  RuntimeAbi &abi;
  llvm::GlobalVariable *shadow;
  llvm::GlobalVariable *entries;
  bool isAsked = false; // whether an entry is whose answer counts
};

} // namespace fencepost::pass

#endif // FENCEPOST_LLVM_PASS_OUTLINEDCHECKS_H
