//===- GlobalDefinitions.h - what one process writes for all --------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_RUNTIME_ARCHIVE_GLOBALDEFINITIONS_H
#define FENCEPOST_RUNTIME_ARCHIVE_GLOBALDEFINITIONS_H

#include "runtime/archive/DefinitionSet.h"
#include "runtime/archive/RankTrace.h"

#include <otf2/otf2.h>
#include <vector>

namespace fencepost::archive {

/// Writes the global definitions of docs/trace-format.md. `ranks` is in the order of ranks. Adds
/// texts and groups to `unified`.
bool writeGlobalDefinitions(OTF2_Archive *archive, const RunFacts &run,
                            const std::vector<RankSummary> &ranks, DefinitionSet &unified);

/// Sets the archive's properties. `finalized`: every rank reached MPI_Finalize, whatever its
/// journal says.
bool setProperties(OTF2_Archive *archive, const RunFacts &run,
                   const std::vector<RankSummary> &ranks, bool finalized);

} // namespace fencepost::archive

#endif // FENCEPOST_RUNTIME_ARCHIVE_GLOBALDEFINITIONS_H
