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

std::optional<std::vector<Exchange::Numbers>> gathered(Exchange &exchange, const std::string &call,
                                                       int64_t processes) {
  std::vector<Exchange::Numbers> all;
  bool areKnown = true;
  for (int64_t each = 0; each < processes; ++each) {
    const Exchange::Numbers *numbers = exchange.of(call, each); // each is to be missed
    areKnown &= numbers != nullptr;
    if (numbers)
      all.push_back(*numbers);
  }
  return areKnown ? std::optional(std::move(all)) : std::nullopt;
}

} // namespace fencepost::plugin::trial
