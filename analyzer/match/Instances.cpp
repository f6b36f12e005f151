//===- Instances.cpp - which records are of the same instance -------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/match/Instances.h"

namespace fencepost::analyzer {

uint32_t Runs::number(const Key &run) {
  if (table.size() < 2 * (runs.size() + 1))
    grow();
  for (std::size_t at = hashKey(run);; ++at) {
    uint32_t &found = table[at & (table.size() - 1)];
    if (!found) {
      runs.push_back({run});
      return (found = static_cast<uint32_t>(runs.size())) - 1;
    }
    if (runs[found - 1].key == run)
      return found - 1;
  }
}

void Runs::grow() {
  table.assign(table.empty() ? 1024 : 2 * table.size(), 0);
  for (uint32_t i = 0; i < runs.size(); ++i) {
    std::size_t at = hashKey(runs[i].key);
    while (table[at & (table.size() - 1)])
      ++at;
    table[at & (table.size() - 1)] = i + 1;
  }
}

} // namespace fencepost::analyzer
