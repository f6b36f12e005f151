//===- Otf2Archive.h - opens an archive, replaces an old one --------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_RUNTIME_ARCHIVE_OTF2ARCHIVE_H
#define FENCEPOST_RUNTIME_ARCHIVE_OTF2ARCHIVE_H

#include <otf2/otf2.h>
#include <string>

namespace fencepost::archive {

/// An archive of so many ranks, named "traces", to write into a directory; null on failure.
/// Collective callbacks are the caller's to set.
OTF2_Archive *openArchive(const std::string &directory, uint32_t ranks);

/// Closes it. Where this process writes the anchor file, looks whether it is there: OTF2 reports
/// that it could not write it (Otf2Errors) and returns success all the same.
bool closeArchive(OTF2_Archive *archive, const std::string &directory, bool writesAnchor);

/// Removes an archive named "traces" from a directory; one that is not there is no error.
void removeArchive(const std::string &directory);

/// Moves it between directories of one file system, the anchor file last: where that is, the
/// archive is whole. False when it could not.
bool moveArchive(const std::string &from, const std::string &to);

} // namespace fencepost::archive

#endif // FENCEPOST_RUNTIME_ARCHIVE_OTF2ARCHIVE_H
