//===- Command.cpp - what all commands have in common ---------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "commands/Commands.h"

#include <CLI/CLI.hpp>

namespace fencepost::driver {

CLI::App *addCommand(CLI::App &app, const std::string &name, const std::string &description) {
  CLI::App *command = app.add_subcommand(name, description);
  command->set_version_flag("--version", "fencepost " FENCEPOST_VERSION);
  return command;
}

} // namespace fencepost::driver
