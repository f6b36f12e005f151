//===- Otf2.h - the OTF2 library, quietly --------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Handles that close themselves, and the library's own messages kept from the
// terminal: what goes wrong is told once, by us.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_TRACE_OTF2_H
#define FENCEPOST_ANALYZER_TRACE_OTF2_H

#include <otf2/otf2.h>

#include <memory>
#include <string>

namespace fencepost::analyzer {

struct CloseReader {
  void operator()(OTF2_Reader *reader) const { OTF2_Reader_Close(reader); }
};
using ReaderHandle = std::unique_ptr<OTF2_Reader, CloseReader>;

/// From now on the library says nothing on the terminal.
void silenceOtf2();

/// Path of the archive's anchor file, for a directory or the file itself. Throws TraceError when
/// there is none.
std::string findAnchor(const std::string &path);

/// Opens the archive with that anchor file. Throws TraceError.
ReaderHandle openArchive(const std::string &anchor);

/// Path of a file of one location beside the anchor file: "<archive>/<location>.evt".
std::string locationFile(const std::string &anchor, uint64_t location, const char *suffix);

} // namespace fencepost::analyzer

#endif // FENCEPOST_ANALYZER_TRACE_OTF2_H
