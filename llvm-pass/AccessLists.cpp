//===- AccessLists.cpp - what is told together, as data -------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm-pass/AccessLists.h"

#include "llvm-pass/RuntimeAbi.h"
#include "model/Abi.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace fencepost::pass {

AccessLists::AccessLists(RuntimeAbi &abi)
    : abi(abi),
      placeholder(new GlobalVariable(abi.module, abi.int32, true, GlobalValue::ExternalLinkage,
                                     nullptr, "fencepost.lists.placeholder")) {}

Constant *AccessLists::list(ArrayRef<ListedAccess> accesses) {
  std::vector<uint32_t> added;
  for (const ListedAccess &access : accesses)
    added.insert(added.end(), {access.site, static_cast<uint32_t>(access.offset), access.access});
  added.back() |= kLastListed;
  auto [entry, isNew] = known.try_emplace(added, nullptr);
  if (isNew) {
    entry->second = ConstantExpr::getInBoundsGetElementPtr(
        abi.int32, placeholder, ArrayRef<Constant *>{ConstantInt::get(abi.int64, words.size())});
    words.insert(words.end(), added.begin(), added.end());
  }
  return entry->second;
}

void AccessLists::emit() {
  if (!words.empty()) {
    Constant *data = ConstantDataArray::get(abi.module.getContext(), words);
    placeholder->replaceAllUsesWith(new GlobalVariable(
        abi.module, data->getType(), true, GlobalValue::InternalLinkage, data, "fencepost.lists"));
  }
  placeholder->eraseFromParent();
}

} // namespace fencepost::pass
