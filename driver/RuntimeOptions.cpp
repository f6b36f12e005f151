//===- RuntimeOptions.cpp - the value of FENCEPOST_OPTIONS ----------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RuntimeOptions.h"

#include "Error.h"

#include <algorithm>

namespace fencepost::driver {

RuntimeOptions::RuntimeOptions(std::string_view text) {
  while (!text.empty()) {
    std::string_view entry = text.substr(0, text.find(':'));
    text.remove_prefix(std::min(entry.size() + 1, text.size()));
    std::string_view key = entry.substr(0, entry.find('='));
    if (!entry.empty())
      entries.emplace_back(key, entry.substr(std::min(key.size() + 1, entry.size())));
  }
}

void RuntimeOptions::set(std::string_view key, std::string_view value) {
  if (value.find(':') != std::string_view::npos)
    fail("{}={}: a ':' cannot be part of a run-time option: use another name", key, value);
  std::erase_if(entries, [&](const auto &entry) { return entry.first == key; });
  entries.emplace_back(key, value);
}

std::string RuntimeOptions::value(std::string_view key) const {
  for (const auto &[name, value] : entries)
    if (name == key)
      return value;
  return "";
}

std::string RuntimeOptions::text() const {
  std::string result;
  for (const auto &[name, value] : entries)
    result += (result.empty() ? "" : ":") + name + "=" + value;
  return result;
}

} // namespace fencepost::driver
