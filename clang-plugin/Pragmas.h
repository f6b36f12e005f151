//===- Pragmas.h - #pragma clang diagnostic ... "-Wrma-..." ---------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// clang knows no group of a plugin's warnings: to it, "-Wrma-no-epoch" is a
// mistake. These pragmas are read here, and clang is kept from warning of them.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_CLANG_PLUGIN_PRAGMAS_H
#define FENCEPOST_CLANG_PLUGIN_PRAGMAS_H

#include "Options.h"

#include "clang/Basic/SourceLocation.h"

#include <memory>
#include <optional>
#include <vector>

namespace clang {
class CompilerInstance;
class SourceManager;
} // namespace clang

namespace fencepost::plugin {

class Pragmas {
public:
  struct Entry {
    enum class Kind : unsigned char { Push, Pop, Set } kind;
    clang::SourceLocation place;
    std::optional<FindingId> id = std::nullopt; // of Set; none: all
    Setting setting = Setting::Off;
  };

  void add(const Entry &entry) { entries.push_back(entry); }

  /// What pragmas before that place say of the finding.
  std::optional<Setting> settingAt(FindingId id, clang::SourceLocation place,
                                   const clang::SourceManager &sources) const;

  /// Whether a pragma sets that finding, or all of them.
  bool mention(FindingId id) const {
    for (const Entry &entry : entries)
      if (entry.kind == Entry::Kind::Set && entry.id.value_or(id) == id)
        return true;
    return false;
  }

private:
  std::vector<Entry> entries; // in the order of the translation unit
};

/// Reads the pragmas of the source that is about to be compiled.
std::shared_ptr<const Pragmas> followPragmas(clang::CompilerInstance &compiler);

} // namespace fencepost::plugin

#endif // FENCEPOST_CLANG_PLUGIN_PRAGMAS_H
