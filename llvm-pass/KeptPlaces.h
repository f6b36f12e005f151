//===- KeptPlaces.h - places of checks that loops keep in registers ----------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A mark is a store to an address that is known late, and loads behind it of what the
// check notes wait for it where the processor takes the two for one. In a loop that
// calls nothing else than the runtime for its accesses, what the checks in its innermost
// loops note stays as it is but for those calls: it is loaded in front of the loop, and
// again where a check fails behind one. So is the place of where an array begins, to
// which an index is added. What a loop accesses at one address is told once, and then known to be.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_LLVM_PASS_KEPTPLACES_H
#define FENCEPOST_LLVM_PASS_KEPTPLACES_H

#include "llvm-pass/CheckTable.h"
#include "llvm-pass/IndexedAddress.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"

#include <optional>
#include <utility>
#include <vector>

namespace llvm {
class AllocaInst;
class Function;
class Loop;
} // namespace llvm

namespace fencepost::pass {

class LoopAccesses;
struct CheckedAccesses;

class KeptPlaces {
public:
  KeptPlaces(llvm::Function &function, CheckTable &checks) : function(function), checks(checks) {}

  /// To be called for each check of a loop, those of innermost ones first, of the address `low`
  /// bytes from its pointer, while the function is otherwise unchanged. A loop may get a
  /// preheader.
  void find(const CheckedAccesses &checked, llvm::Loop &loop, int64_t low, unsigned shift,
            LoopAccesses &loopAccesses);

  /// Where the address of the check stays as it is in a loop, once is enough. Splits the block
  /// before the instruction, and returns the end of a block that runs the first time; else null.
  llvm::Instruction *once(llvm::Instruction *before, const CheckedAccesses &checked);

  /// What a loop keeps of one check.
  struct Place {
    llvm::Loop *loop;
    std::size_t slots;
  };
  /// As CheckTable::emit, and what is kept of the check, if anything.
  std::pair<llvm::Instruction *, std::optional<Place>> emit(llvm::Instruction *before,
                                                            const CheckedAccesses &checked,
                                                            llvm::Loop *loop, llvm::Value *address,
                                                            llvm::Constant *check, unsigned shift);

  /// Whether the loop, or one around it, keeps any. It may be null.
  bool keeps(llvm::Loop *loop) { return keeping(loop); }

  /// In the loop, or in none, the runtime is called for an access: `unchanged` is all ones, or 0 if
  /// checks have lost their places. `again` may be another place then.
  void changed(llvm::Instruction *unchanged, llvm::Loop *loop,
               std::optional<Place> again = std::nullopt) {
    changed({unchanged->getNextNode(), unchanged, again}, loop);
  }
  /// In front of the instruction the runtime is called, which does not say.
  void changedBefore(llvm::Instruction *before, llvm::Loop *loop,
                     std::optional<Place> again = std::nullopt) {
    changed({before, nullptr, again}, loop);
  }

  /// Once all checks are there.
  void finish();

private:
  struct Slots {
    llvm::Constant *check;
    unsigned shift;
    std::optional<IndexedAddress> from; // else the place of the start is the check's own
    llvm::AllocaInst *start, *places, *marks;
  };
  struct Change {
    llvm::Instruction *before;
    llvm::Value *unchanged;     // null: 0
    std::optional<Place> again; // what is right then
  };
  struct Kept {
    llvm::Instruction *front; // end of the preheader
    llvm::SmallVector<Slots, 4> slots;
    llvm::SmallVector<Change, 4> changes;
  };
  struct Moving {
    llvm::Loop *loop; // that keeps what stays of it
    IndexedAddress address;
  };
  Kept *keptBy(llvm::Loop *loop);
  llvm::Loop *keeping(llvm::Loop *loop);
  llvm::Loop *outermost(llvm::Loop *loop);
  std::optional<std::size_t> slotsOf(llvm::Loop &loop, llvm::Constant *check, unsigned shift,
                                     const Moving *moving);
  void changed(const Change &change, llvm::Loop *loop);
  void reload(llvm::Instruction *before, const Slots &slots);
  llvm::AllocaInst *make(llvm::Type *type);
  void forget(const Change &change, const Slots &slots);

  llvm::Function &function;
  CheckTable &checks;
  std::vector<llvm::AllocaInst *> made; // of what a loop has told, too
  llvm::MapVector<llvm::Loop *, std::optional<Kept>> loops;
  llvm::DenseMap<const CheckedAccesses *, Moving> indexed;
};

} // namespace fencepost::pass

#endif // FENCEPOST_LLVM_PASS_KEPTPLACES_H
