//===- JournalDirectory.h - the journals of a run, as files ---------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_RUNTIME_ARCHIVE_JOURNALDIRECTORY_H
#define FENCEPOST_RUNTIME_ARCHIVE_JOURNALDIRECTORY_H

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace fencepost::archive {

std::string journalPath(const std::string &traceDir, uint32_t rank, uint32_t thread);

/// The threads that left a journal, in ascending order, for each rank that has any.
std::map<uint32_t, std::vector<uint32_t>> listJournals(const std::string &traceDir);
std::vector<uint32_t> listJournals(const std::string &traceDir, uint32_t rank);

/// Removes the files; a file that is not there is no error.
void removeJournals(const std::string &traceDir, uint32_t rank,
                    const std::vector<uint32_t> &threads);
/// Removes the directory when nothing is left in it.
void removeJournalDirectory(const std::string &traceDir);

} // namespace fencepost::archive

#endif // FENCEPOST_RUNTIME_ARCHIVE_JOURNALDIRECTORY_H
