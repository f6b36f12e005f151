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

/// An archive named "traces" to write into a directory; null on failure. Collective callbacks are
/// the caller's to set.
OTF2_Archive *openArchive(const std::string &directory);

/// Removes an archive named "traces" from a directory; one that is not there is no error.
void removeArchive(const std::string &directory);

/// Moves it between directories of one file system, the anchor file last: where that is, the
/// archive is whole. False when it could not.
bool moveArchive(const std::string &from, const std::string &to);

} // namespace fencepost::archive

#endif // FENCEPOST_RUNTIME_ARCHIVE_OTF2ARCHIVE_H
