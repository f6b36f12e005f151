//===- AccessLists.h - what is told together, as data ---------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_LLVM_PASS_ACCESSLISTS_H
#define FENCEPOST_LLVM_PASS_ACCESSLISTS_H

#include "llvm/ADT/ArrayRef.h"

#include <cstdint>
#include <map>
#include <vector>

namespace llvm {
class Constant;
class GlobalVariable;
} // namespace llvm

namespace fencepost {
struct ListedAccess;
}

namespace fencepost::pass {

class RuntimeAbi;

/// Collects the lists of a module (model/Abi.h) while it is instrumented, then emits them. Equal
/// ones are one.
class AccessLists {
public:
  explicit AccessLists(RuntimeAbi &abi);

  /// Address of the list; marks the last access itself.
  llvm::Constant *list(llvm::ArrayRef<ListedAccess> accesses);

  void emit();

private:
  RuntimeAbi &abi;
  std::vector<uint32_t> words;
  std::map<std::vector<uint32_t>, llvm::Constant *> known;
  llvm::GlobalVariable *placeholder; // stands for the lists until their size is known
};

} // namespace fencepost::pass

#endif // FENCEPOST_LLVM_PASS_ACCESSLISTS_H
