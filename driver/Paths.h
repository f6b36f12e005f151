//===- Paths.h - where the parts of an installation are -------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_DRIVER_PATHS_H
#define FENCEPOST_DRIVER_PATHS_H

#include <filesystem>
#include <string_view>

namespace fencepost::driver {

/// The directory that holds bin/ and lib/, of an installation or of a build.
std::filesystem::path installPrefix();

/// A program of ours that users do not call themselves (lib/fencepost/bin). Throws when it is
/// not there.
std::filesystem::path internalTool(std::string_view name);

/// Where a command name leads, as a shell looks it up; empty when nowhere.
std::filesystem::path findInPath(std::string_view name);

bool isExecutable(const std::filesystem::path &file);

} // namespace fencepost::driver

#endif // FENCEPOST_DRIVER_PATHS_H
