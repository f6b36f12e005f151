//===- Results.cpp - findings, severities and notes ----------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/results/Results.h"

namespace fencepost::analyzer {

void Results::add(FoundInstance instance) { findings.push_back(std::move(instance)); }

void Results::add(Metric metric, uint32_t context, uint32_t rank, uint64_t value) {
  if (value)
    severities[{metric, context, rank}] += value;
}

} // namespace fencepost::analyzer
