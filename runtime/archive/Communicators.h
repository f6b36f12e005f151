//===- Communicators.h - who is in a communicator -------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_RUNTIME_ARCHIVE_COMMUNICATORS_H
#define FENCEPOST_RUNTIME_ARCHIVE_COMMUNICATORS_H

#include "runtime/archive/DefinitionSet.h"

namespace fencepost::archive {

/// World ranks of the members of each communicator of the set, by local rank; none for self.
///
/// A member whose process left nothing is unknown. Rank 0 is in the key; for the rest, a
/// communicator of its parent's size whose known members sit where they sit in the parent is
/// taken for a duplicate of it. What is still unknown is kNoId.
std::vector<Ranks> assembleCommunicators(const DefinitionSet &set);

} // namespace fencepost::archive

#endif // FENCEPOST_RUNTIME_ARCHIVE_COMMUNICATORS_H
