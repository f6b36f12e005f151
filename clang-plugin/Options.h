//===- Options.h - what -fplugin-arg-fencepost-... sets ----------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_CLANG_PLUGIN_OPTIONS_H
#define FENCEPOST_CLANG_PLUGIN_OPTIONS_H

#include "model/Finding.h"
#include "model/PassEntry.h"

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

namespace fencepost::plugin {

/// How a finding is reported while compiling.
enum class Setting : unsigned char { Off, Warning, Error };

class Options {
public:
  Options();

  /// Applies "rma-local-race=off", "all=error", "stats", "lto" or "accesses=every"; later ones win.
  /// Returns an empty text, or what is wrong with the argument in one line.
  std::string apply(std::string_view argument);

  const PassOptions &pass() const { return passOptions; }

  Setting setting(FindingId id) const { return settings[static_cast<std::size_t>(id)]; }

private:
  PassOptions passOptions;
  std::array<Setting, static_cast<std::size_t>(FindingId::Count)> settings;
};

} // namespace fencepost::plugin

#endif // FENCEPOST_CLANG_PLUGIN_OPTIONS_H
