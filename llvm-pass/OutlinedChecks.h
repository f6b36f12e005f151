//===- OutlinedChecks.h - checks that take the place of a call ------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A check in line takes the compiler some twenty instructions and two blocks to generate code for.
// It pays where it is executed often, in the innermost loops; elsewhere a check is one call of a
// function of the module, which leaves nearly all registers to its caller. What is done there
// seldom is another such function, so that the first has to save but the few registers that it uses
// itself.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_LLVM_PASS_OUTLINEDCHECKS_H
#define FENCEPOST_LLVM_PASS_OUTLINEDCHECKS_H

#include "model/Site.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"

namespace llvm {
class CallInst;
class Constant;
class Function;
class GlobalVariable;
class Instruction;
class Type;
class Value;
} // namespace llvm

namespace fencepost::pass {

class CheckTable;
class PageCheck;
class RuntimeAbi;
struct ToldRange;

/// So many accesses, that many bytes apart (of any sign).
/// Makes these functions in a module on first use, and their calls.
class OutlinedChecks {
public:
  OutlinedChecks(RuntimeAbi &abi, llvm::GlobalVariable *shadow, llvm::Constant *sites,
                 CheckTable &checks)
      : abi(abi), shadow(shadow), sites(sites), checks(checks) {}

  /// Which registers such a function leaves as they are.
  enum class Keeps {
    Most, // all but those of floating point, as what calls the runtime straight away
    All,
  };
  /// Null is none.
  static bool isOne(const llvm::Function *function);

  /// The accesses of a check at an address, a multiple of 1 << shift. The pages at these distances
  /// from it are still to be checked.
  void access(llvm::Instruction *before, llvm::Value *address, llvm::Constant *check,
              unsigned shift, llvm::ArrayRef<int64_t> distances);
  /// The same where one of the pages is tracked and the check has no block for the address.
  void tell(llvm::Instruction *before, llvm::Value *address, llvm::Value *check, unsigned shift);
  /// The same where the check may have it by now. Returns whether the runtime was called.
  llvm::Value *again(llvm::Instruction *before, llvm::Value *address, llvm::Constant *check,
                     unsigned shift);

  /// `bytes` bytes from an address on.
  void range(llvm::Instruction *before, llvm::Value *site, llvm::Value *start, llvm::Value *bytes);
  /// Of the first that one transfer reads, of the second that it writes.
  void transfer(llvm::Instruction *before, llvm::Constant *reads, llvm::Value *from,
                llvm::Constant *writes, llvm::Value *to, llvm::Value *bytes);
  /// A range in line, where it goes on as the runtime expects. Returns the end of a block that
  /// runs where it does not.
  llvm::Instruction *rangeInLine(llvm::Instruction *before, llvm::Value *site, llvm::Value *start,
                                 llvm::Value *bytes);
  /// The same of a range of a loop.
  void range(llvm::Instruction *before, llvm::Constant *site, const ToldRange &range);

  /// An MPI call comes next.
  void mpiCall(llvm::Instruction *before, llvm::Constant *site);
  /// `bytes` bytes die, of the stack or elsewhere.
  void release(llvm::Instruction *before, llvm::Value *site, llvm::Value *start,
               llvm::Value *bytes);
  /// The same of what the call, an operator delete, is given with its size: takes the call's place.
  void releaseInstead(llvm::CallInst &call, llvm::Constant *site);
  /// What an allocator made dies, whose size is not known here.
  void releaseAllocation(llvm::Instruction *before, llvm::Constant *site, llvm::Value *start,
                         bool byNew);

private:
  using Body = llvm::function_ref<void(llvm::Function &function, llvm::Instruction *end)>;
  llvm::Value *call(llvm::Instruction *before, llvm::StringRef name,
                    llvm::ArrayRef<llvm::Value *> arguments, Body body, Keeps keeps = Keeps::Most,
                    bool isAsked = false);
  llvm::Instruction *follow(llvm::Instruction *end, llvm::Value *site, llvm::Value *start,
                            llvm::Value *bytes);
  void tellAny(llvm::Instruction *before, llvm::Value *address, llvm::Value *check, unsigned shift);
  void strided(llvm::Instruction *before, llvm::Constant *site, const ToldRange &range);

  RuntimeAbi &abi;
  llvm::GlobalVariable *shadow;
  llvm::Constant *sites;
  CheckTable &checks;
};

} // namespace fencepost::pass

#endif // FENCEPOST_LLVM_PASS_OUTLINEDCHECKS_H
