//===- Conflict.h - which pairs of accesses are a finding -----------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// RMA-RULES 4: the conflict and its exemptions, for two accesses to the memory
// of one rank that happens-before does not order.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_RACES_CONFLICT_H
#define FENCEPOST_ANALYZER_RACES_CONFLICT_H

#include "analyzer/races/Access.h"
#include "analyzer/trace/Definitions.h"
#include "model/Finding.h"

#include <optional>

namespace fencepost::analyzer::races {

/// The finding that the two would be if they overlap and are not ordered.
std::optional<FindingId> conflict(const Memory &memory, const Access &a, const Access &b,
                                  const Definitions &definitions);

/// Whether one is over before the other starts.
bool ordered(const Memory &memory, const Accessor &a, const Accessor &b);

} // namespace fencepost::analyzer::races

#endif // FENCEPOST_ANALYZER_RACES_CONFLICT_H
