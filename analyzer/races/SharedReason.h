//===- SharedReason.h - why ordered ranks do not see each other's accesses ===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_RACES_SHARED_REASON_H
#define FENCEPOST_ANALYZER_RACES_SHARED_REASON_H

#include "analyzer/races/Reason.h"

namespace fencepost::analyzer::races {

/// Two ranks' accesses to a shared window, one over before the other starts.
Reason explainUnseen(const Definitions &definitions, const Memory &memory, const Accessor &earlier,
                     const Accessor &later);

} // namespace fencepost::analyzer::races

#endif // FENCEPOST_ANALYZER_RACES_SHARED_REASON_H
