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

/// World ranks by local rank, of both groups of an inter-communicator; else the second is empty.
using CommGroups = std::array<Ranks, 2>;

/// The members of each communicator of the set; none for self. `recorded[r]` says whether world
/// rank r left a journal.
///
/// A member that did not say so is unknown. Rank 0 is in the key; a communicator of its parent's
/// size whose known members sit where they sit in the parent is taken for a duplicate of it. What
/// is then still unknown is filled, in ascending order, with members of the parent that are not in
/// yet, those without a journal first: readers want valid, distinct ranks.
std::vector<CommGroups> assembleCommunicators(const DefinitionSet &set,
                                              const std::vector<bool> &recorded);

} // namespace fencepost::archive

#endif // FENCEPOST_RUNTIME_ARCHIVE_COMMUNICATORS_H
