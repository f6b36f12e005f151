//===- Installation.h - where Fencepost's parts and clang are -----------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_DRIVER_WRAPPERS_INSTALLATION_H
#define FENCEPOST_DRIVER_WRAPPERS_INSTALLATION_H

#include <string>

namespace fencepost::driver {

/// Parts of the tree that this program is installed in, or built in.
std::string pluginPath();     // for -fplugin
std::string passPluginPath(); // for -fpass-plugin
std::string runtimeDirectory(const std::string &flavour);

/// The clang that the plugins are for: FENCEPOST_CLANG from the environment (a path, or a name
/// looked up in PATH), else the one found when Fencepost was configured. Exits with one line on
/// stderr when there is none, or when FENCEPOST_CLANG is of another version.
std::string clangPath();

/// Writes "fencepost: error: <message>" and exits.
[[noreturn]] void fail(const std::string &message);

} // namespace fencepost::driver

#endif // FENCEPOST_DRIVER_WRAPPERS_INSTALLATION_H
