//===- Completion.cpp - fencepost completion ------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "completion/Completion.h"

#include "Error.h"
#include "commands/Commands.h"

#include <CLI/CLI.hpp>

namespace fencepost::driver {

void addCompletion(const Invocation &invocation) {
  CLI::App *command =
      addCommand(invocation.app, "completion", "Prints a completion script for a shell");
  auto shell = std::make_shared<std::string>();
  command->add_option("SHELL", *shell, "bash, zsh or fish")
      ->required()
      ->check(CLI::IsMember({"bash", "zsh", "fish"}));
  command->callback([shell, &app = invocation.app, &action = invocation.action] {
    action = [shell, &app] {
      auto commands = completedCommands(app);
      fmt::print("{}", *shell == "bash"  ? bashCompletion(commands)
                       : *shell == "zsh" ? zshCompletion(commands)
                                         : fishCompletion(commands));
      return kClean;
    };
  });
}

} // namespace fencepost::driver
