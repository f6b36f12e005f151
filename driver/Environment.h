//===- Environment.h - the variables of a process to start ----------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_DRIVER_ENVIRONMENT_H
#define FENCEPOST_DRIVER_ENVIRONMENT_H

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace fencepost::driver {

class Environment {
public:
  /// That of this process.
  static Environment inherited();

  void set(std::string_view name, std::string_view value);
  bool has(std::string_view name) const;
  void eraseStartingWith(std::string_view prefix);

  /// "NAME=value" each, as execve takes them.
  std::vector<std::string> entries() const;

private:
  std::map<std::string, std::string, std::less<>> variables;
};

/// Value of a variable of this process, or "" when it is not set.
std::string environmentValue(const char *name);

} // namespace fencepost::driver

#endif // FENCEPOST_DRIVER_ENVIRONMENT_H
