//===- WarningOptions.h - -Wrma options ---------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_DRIVER_WRAPPERS_WARNINGOPTIONS_H
#define FENCEPOST_DRIVER_WRAPPERS_WARNINGOPTIONS_H

#include <optional>
#include <string>
#include <string_view>

namespace fencepost::driver {

/// Whether the option is one of -Wrma, -Wno-rma, -Werror=rma, -Wno-error=rma, or such a one for a
/// single finding (-Wrma-local-race).
bool isRmaWarning(std::string_view option);

/// The plugin's option for it. Nothing where it names no finding.
std::optional<std::string> pluginOption(std::string_view option);

/// "-Wrma, -Wrma-local-race, ...": what a user may have meant.
std::string knownRmaWarnings();

} // namespace fencepost::driver

#endif // FENCEPOST_DRIVER_WRAPPERS_WARNINGOPTIONS_H
