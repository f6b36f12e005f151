//===- ThreadDefinitions.h - the paradigms of threads and their groups ----===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_RUNTIME_ARCHIVE_THREADDEFINITIONS_H
#define FENCEPOST_RUNTIME_ARCHIVE_THREADDEFINITIONS_H

#include "runtime/archive/DefinitionSet.h"
#include "runtime/archive/RankTrace.h"

#include <functional>
#include <otf2/otf2.h>

namespace fencepost::archive {

/// Writes a text and returns its id.
using WriteText = std::function<OTF2_StringRef(std::string_view)>;

/// Writes what the thread records of the run refer to, nothing when there are none. After the
/// groups and communicators of MPI.
bool writeThreadDefinitions(OTF2_GlobalDefWriter *writer, const std::vector<RankSummary> &ranks,
                            const DefinitionSet &set, const WriteText &text);

} // namespace fencepost::archive

#endif // FENCEPOST_RUNTIME_ARCHIVE_THREADDEFINITIONS_H
