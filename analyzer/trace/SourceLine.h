//===- SourceLine.h - a line of the source, as the user names it ------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_TRACE_SOURCELINE_H
#define FENCEPOST_ANALYZER_TRACE_SOURCELINE_H

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace fencepost::analyzer {

struct Definitions;

struct SourceLine {
  std::string file; // its path may be cut at the front
  uint32_t line = 0;

  /// Whether that line of the file is meant; a file without a leading slash is in the directory.
  bool is(std::string_view directory, std::string_view file, uint32_t line) const;
};

/// Of "FILE:LINE", or "FILE:LINE:COLUMN" as reports have it; nothing where it is something else.
std::optional<SourceLine> parseSourceLine(std::string_view text);

/// Where MPI was called instead, to end a message that says that none of it was called at `line`:
/// "; in solver.c MPI is called at lines 12 and 40", or of a file without calls, "; MPI is called in
/// halo.c and solver.c". Empty where no line is known.
std::string callsElsewhere(const Definitions &definitions, const SourceLine &line);

/// Likewise of a function: "; MPI is called in exchange and main", all functions of the call paths.
/// Empty where the function is one of them, or one of MPI that was called.
std::string callersElsewhere(const Definitions &definitions, const std::string &function);

} // namespace fencepost::analyzer

#endif // FENCEPOST_ANALYZER_TRACE_SOURCELINE_H
