//===- trial/Exchange.cpp - what processes on trial tell each other ------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "trial/Exchange.h"

#include "llvm/ADT/STLExtras.h"

namespace fencepost::plugin::trial {

void Exchange::give(const std::string &call, int64_t rank, Numbers numbers) {
  if (llvm::any_of(numbers, [](const auto &each) { return each.has_value(); }))
    given[{call, rank}] = std::move(numbers);
}

const Exchange::Numbers *Exchange::of(const std::string &call, int64_t rank) {
  auto found = given.find({call, rank});
  if (found != given.end())
    return &found->second;
  missed.insert({call, rank});
  return nullptr;
}

bool Exchange::hasNews() {
  const bool isAny = llvm::any_of(missed, [&](const auto &each) { return given.count(each); });
  missed.clear();
  return isAny;
}

} // namespace fencepost::plugin::trial
