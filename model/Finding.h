//===- Finding.h - ids, levels and titles of findings -----------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_MODEL_FINDING_H
#define FENCEPOST_MODEL_FINDING_H

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace fencepost {

enum class Level : uint8_t { Note, Warning, Error };

constexpr std::string_view levelName(Level level) {
  constexpr std::string_view names[] = {"note", "warning", "error"};
  return names[static_cast<std::size_t>(level)];
}

enum class FindingId : uint8_t {
#define FINDING(enumerator, id, level, title) enumerator,
#include "model/findings.def"
  Count
};

struct FindingInfo {
  std::string_view id;
  Level level;
  std::string_view title;
};

inline constexpr std::array<FindingInfo, static_cast<std::size_t>(FindingId::Count)> kFindings{{
#define FINDING(enumerator, id, level, title) {id, Level::level, title},
#include "model/findings.def"
}};

constexpr const FindingInfo &findingInfo(FindingId id) {
  return kFindings[static_cast<std::size_t>(id)];
}

/// Finds a finding by its id ("rma-local-race").
constexpr std::optional<FindingId> findFinding(std::string_view id) {
  for (std::size_t i = 0; i < kFindings.size(); ++i)
    if (kFindings[i].id == id)
      return static_cast<FindingId>(i);
  return std::nullopt;
}

/// The comment that silences findings on its line and the next: `// fencepost-ignore: id, id`.
inline constexpr std::string_view kIgnoreComment = "fencepost-ignore:";

} // namespace fencepost

#endif // FENCEPOST_MODEL_FINDING_H
