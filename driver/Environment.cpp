//===- Environment.cpp - the variables of a process to start --------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Environment.h"

#include <cstdlib>

#include <unistd.h>

namespace fencepost::driver {

Environment Environment::inherited() {
  Environment result;
  for (char **entry = environ; entry && *entry; ++entry) {
    std::string_view text = *entry;
    if (std::size_t equals = text.find('='); equals != std::string_view::npos)
      result.set(text.substr(0, equals), text.substr(equals + 1));
  }
  return result;
}

void Environment::set(std::string_view name, std::string_view value) {
  variables[std::string(name)] = value;
}

bool Environment::has(std::string_view name) const {
  return variables.find(name) != variables.end();
}

void Environment::eraseStartingWith(std::string_view prefix) {
  std::erase_if(variables, [&](const auto &entry) { return entry.first.starts_with(prefix); });
}

std::vector<std::string> Environment::entries() const {
  std::vector<std::string> result;
  for (const auto &[name, value] : variables)
    result.push_back(name + "=" + value);
  return result;
}

std::string environmentValue(const char *name) {
  const char *value = std::getenv(name);
  return value ? value : "";
}

} // namespace fencepost::driver
