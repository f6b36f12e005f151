//===- Completion.h - completion scripts for shells -----------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_DRIVER_COMPLETION_COMPLETION_H
#define FENCEPOST_DRIVER_COMPLETION_COMPLETION_H

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace fencepost::driver {

struct CompletedOption {
  std::vector<std::string> names; // with their dashes
  std::string description;
  bool takesValue = false;
};

struct CompletedCommand {
  std::string name;
  std::string description;
  std::vector<CompletedOption> options;
};

/// What there is to complete, as the commands declared it.
std::vector<CompletedCommand> completedCommands(const CLI::App &app);

std::string bashCompletion(const std::vector<CompletedCommand> &commands);
std::string zshCompletion(const std::vector<CompletedCommand> &commands);
std::string fishCompletion(const std::vector<CompletedCommand> &commands);

} // namespace fencepost::driver

#endif // FENCEPOST_DRIVER_COMPLETION_COMPLETION_H
