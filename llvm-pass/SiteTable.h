//===- SiteTable.h - the sites of a module and their records ------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_LLVM_PASS_SITETABLE_H
#define FENCEPOST_LLVM_PASS_SITETABLE_H

#include "model/Site.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace llvm {
class Constant;
class GlobalVariable;
class Instruction;
} // namespace llvm

namespace fencepost {
struct SourceFacts;
}

namespace fencepost::pass {

class RuntimeAbi;

/// What the source calls things around an instruction. May give null.
using FactsOf = llvm::function_ref<const SourceFacts *(const llvm::Instruction &)>;

/// Collects the sites of a module while it is instrumented, then emits them.
///
/// Instructions with equal records (copies that unrolling made) share a site.
class SiteTable {
public:
  /// `factsOf` is called as long as there may be new sites.
  SiteTable(RuntimeAbi &abi, FactsOf factsOf);

  /// Address of the instruction's site. `call` is the record's field of that name.
  llvm::Constant *site(SiteKind kind, llvm::StringRef call, const llvm::Instruction &instruction);

  /// The site's index in the table.
  uint32_t number(const llvm::Constant *site) const { return numbers.lookup(site); }

  /// The table.
  llvm::Constant *table() const;

  bool empty() const { return offsets.empty(); }

  /// Emits the table and its records. Returns the Module struct for the constructor.
  llvm::GlobalVariable *emit(llvm::GlobalVariable *shadow, llvm::GlobalVariable *entries);

private:
  RuntimeAbi &abi;
  FactsOf factsOf;
  llvm::StringMap<uint64_t> indices;
  llvm::DenseMap<const llvm::Constant *, uint32_t> numbers;
  std::vector<uint64_t> offsets; // of each site's record in `records`
  std::string records;
  llvm::GlobalVariable *placeholder; // stands for the table until its size is known
};

} // namespace fencepost::pass

#endif // FENCEPOST_LLVM_PASS_SITETABLE_H
