//===- Otf2Archive.cpp - opens an archive, replaces an old one ------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/archive/Otf2Archive.h"

#include "model/Chunks.h"

#include <cstdio>
#include <filesystem>

namespace fencepost::archive {

namespace {

// The anchor file, without which the rest is no archive, is the first to go and the last to come.
constexpr const char *kAnchor = "/traces.otf2";
constexpr const char *kParts[] = {"/traces.def", "/traces"};

// Without a post-flush callback no BufferFlush events are written: these are not the program's.
constexpr OTF2_FlushCallbacks kFlushCallbacks = {[](void *, OTF2_FileType, OTF2_LocationRef, void *,
                                                    bool) -> OTF2_FlushType { return OTF2_FLUSH; },
                                                 nullptr};

} // namespace

OTF2_Archive *openArchive(const std::string &directory, uint32_t ranks) {
  OTF2_Archive *archive =
      OTF2_Archive_Open(directory.c_str(), "traces", OTF2_FILEMODE_WRITE, kEventChunk,
                        definitionChunk(ranks), OTF2_SUBSTRATE_POSIX, OTF2_COMPRESSION_NONE);
  if (!archive)
    return nullptr;
  if (OTF2_Archive_SetFlushCallbacks(archive, &kFlushCallbacks, nullptr) == OTF2_SUCCESS &&
      OTF2_Archive_SetCreator(archive, "Fencepost " FENCEPOST_VERSION) == OTF2_SUCCESS)
    return archive;
  OTF2_Archive_Close(archive);
  return nullptr;
}

bool closeArchive(OTF2_Archive *archive, const std::string &directory, bool writesAnchor) {
  bool closed = OTF2_Archive_Close(archive) == OTF2_SUCCESS;
  std::error_code error;
  return closed && (!writesAnchor || std::filesystem::is_regular_file(directory + kAnchor, error));
}

void removeArchive(const std::string &directory) {
  std::error_code ignored;
  std::filesystem::remove(directory + kAnchor, ignored);
  for (const char *part : kParts)
    std::filesystem::remove_all(directory + part, ignored);
}

bool moveArchive(const std::string &from, const std::string &to) {
  for (const char *part : kParts)
    if (std::rename((from + part).c_str(), (to + part).c_str()) != 0)
      return false;
  return std::rename((from + kAnchor).c_str(), (to + kAnchor).c_str()) == 0;
}

} // namespace fencepost::archive
