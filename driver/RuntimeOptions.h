//===- RuntimeOptions.h - the value of FENCEPOST_OPTIONS ------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_DRIVER_RUNTIMEOPTIONS_H
#define FENCEPOST_DRIVER_RUNTIMEOPTIONS_H

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace fencepost::driver {

/// "key=value:key=value", as the runtime reads it.
class RuntimeOptions {
public:
  explicit RuntimeOptions(std::string_view text);

  /// Replaces what was there. Throws Error when the value has a ':', which cannot be written.
  void set(std::string_view key, std::string_view value);
  /// "" when it is not there.
  std::string value(std::string_view key) const;
  std::string text() const;

private:
  std::vector<std::pair<std::string, std::string>> entries;
};

} // namespace fencepost::driver

#endif // FENCEPOST_DRIVER_RUNTIMEOPTIONS_H
