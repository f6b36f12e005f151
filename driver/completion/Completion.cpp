//===- Completion.cpp - what there is to complete -------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "completion/Completion.h"

#include <CLI/CLI.hpp>

namespace fencepost::driver {

std::vector<CompletedCommand> completedCommands(const CLI::App &app) {
  std::vector<CompletedCommand> result;
  for (const CLI::App *command : app.get_subcommands(nullptr)) {
    CompletedCommand completed{command->get_name(), command->get_description(), {}};
    for (const CLI::Option *option : command->get_options()) {
      if (!option->nonpositional())
        continue;
      CompletedOption entry;
      for (const std::string &name : option->get_snames())
        entry.names.push_back("-" + name);
      for (const std::string &name : option->get_lnames())
        entry.names.push_back("--" + name);
      entry.description = option->get_description();
      entry.takesValue = option->get_items_expected_max() > 0;
      completed.options.push_back(std::move(entry));
    }
    result.push_back(std::move(completed));
  }
  return result;
}

} // namespace fencepost::driver
