//===- Archive.h - turns a run's journals into its OTF2 archive ------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The end of a run that reached MPI_Finalize. A run that did not is completed
// by fencepost-complete, from the same journals with the same code.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_RUNTIME_ARCHIVE_ARCHIVE_H
#define FENCEPOST_RUNTIME_ARCHIVE_ARCHIVE_H

#include <mpi.h>

namespace fencepost::archive {

/// Writes `traceDir`/traces.otf2 from `traceDir`/journal/<rank>.<thread> and removes the journals.
///
/// Collective over `world`, in which every process has the rank that its journals name; called
/// between the program's last MPI call and PMPI_Finalize, when no thread of the process records
/// any more (the journals may still be mapped). Uses PMPI_* only and a duplicate of `world`.
///
/// When any rank fails (disk full, no permission), one rank says so in one line on stderr, the
/// journals stay, and every rank gets false.
bool writeArchive(const char *traceDir, MPI_Comm world);

} // namespace fencepost::archive

#endif // FENCEPOST_RUNTIME_ARCHIVE_ARCHIVE_H
