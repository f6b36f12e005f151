//===- Site.h - a place in the source that the instrumentation names --------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass makes one Site for each call and access it instruments and passes
// its address to the runtime. What the site says stands in a record: one
// NUL-terminated text in the section kSiteSection, its fields separated by
// tabs, so that `fencepost sites` can read the records of an object file as
// they are, without relocation. The runtime parses a record when it first
// meets the site.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_MODEL_SITE_H
#define FENCEPOST_MODEL_SITE_H

#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace fencepost {

/// ELF section of the records.
inline constexpr char kSiteSection[] = "fencepost_sites";

/// First field of every record; changes when the fields do.
inline constexpr std::string_view kSiteRecordVersion = "fp1";

enum class SiteKind : char { Call = 'C', Load = 'L', Store = 'S', Release = 'R', Library = 'U' };

/// `call` of a load or store that is atomic in the source language.
inline constexpr std::string_view kAtomicAccess = "atomic";

/// The fields of a record, in order. Views into the record's text.
struct SiteRecord {
  SiteKind kind = SiteKind::Call;
  std::string_view call; // MPI function, or the library function of an access ("memcpy"), or ""
  std::string_view file; // as the compiler was given it
  std::string_view directory;  // where the compiler ran
  uint32_t line = 0;           // 0 where unknown
  uint32_t column = 0;         // 1-based, 0 where unknown
  std::string_view function;   // source name of the enclosing function
  std::string_view window;     // what the source calls the window, or ""
  std::string_view expression; // what the source calls the buffer or the accessed object, or ""
  std::string_view inlinedAt;  // "caller:line" innermost first, separated by ';', when inlined
};

/// Splits a record's text. Returns nothing when it is not one of this version.
inline std::optional<SiteRecord> parseSiteRecord(std::string_view text) {
  constexpr std::size_t kFields = 11;
  std::array<std::string_view, kFields> fields;
  for (std::size_t i = 0; i < kFields; ++i) {
    std::size_t end = text.find('\t');
    if ((end == std::string_view::npos) != (i + 1 == kFields))
      return std::nullopt;
    fields[i] = text.substr(0, end);
    if (end != std::string_view::npos)
      text.remove_prefix(end + 1);
  }
  if (fields[0] != kSiteRecordVersion || fields[1].size() != 1)
    return std::nullopt;
  auto number = [](std::string_view digits) {
    uint32_t value = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), value);
    return value;
  };
  return SiteRecord{static_cast<SiteKind>(fields[1][0]),
                    fields[2],
                    fields[3],
                    fields[4],
                    number(fields[5]),
                    number(fields[6]),
                    fields[7],
                    fields[8],
                    fields[9],
                    fields[10]};
}

} // namespace fencepost

#endif // FENCEPOST_MODEL_SITE_H
