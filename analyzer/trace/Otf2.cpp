//===- Otf2.cpp - the OTF2 library, quietly ------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/trace/Otf2.h"

#include "analyzer/trace/Reader.h"

#include <filesystem>
#include <fstream>

namespace fencepost::analyzer {

namespace fs = std::filesystem;

void silenceOtf2() {
  OTF2_Error_RegisterCallback([](void *, const char *, uint64_t, const char *, OTF2_ErrorCode code,
                                 const char *, va_list) { return code; },
                              nullptr);
}

std::string findAnchor(const std::string &path) {
  std::error_code error;
  if (!fs::exists(path, error))
    throw TraceError(path + ": no such trace: give the archive's directory or its .otf2 file");
  if (!fs::is_directory(path, error))
    return path;
  fs::path usual = fs::path(path) / "traces.otf2";
  if (fs::exists(usual, error))
    return usual.string();
  std::string anchor;
  for (const fs::directory_entry &entry : fs::directory_iterator(path, error))
    if (entry.path().extension() == ".otf2") {
      if (!anchor.empty())
        throw TraceError(path + ": holds several .otf2 files: name the one to analyze");
      anchor = entry.path().string();
    }
  if (!anchor.empty())
    return anchor;
  if (fs::exists(fs::path(path) / "journal", error))
    throw TraceError(path + ": the run did not finish its trace: `fencepost analyze " + path +
                     "` completes it first");
  throw TraceError(path + ": not an OTF2 archive: it holds no .otf2 file");
}

ReaderHandle openArchive(const std::string &anchor) {
  if (!std::ifstream(anchor))
    throw TraceError(anchor + ": cannot be read: check its permissions");
  ReaderHandle reader(OTF2_Reader_Open(anchor.c_str()));
  if (!reader)
    throw TraceError(anchor + ": not an OTF2 archive: give the archive's directory or its .otf2 "
                              "file");
  OTF2_Reader_SetSerialCollectiveCallbacks(reader.get());
  return reader;
}

std::string locationFile(const std::string &anchor, uint64_t location, const char *suffix) {
  return fs::path(anchor).replace_extension() / (std::to_string(location) + suffix);
}

} // namespace fencepost::analyzer
