//===- Commands.h - the commands of fencepost -----------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each command adds its CLI11 subcommand; when the user chose it, its callback
// sets the action that main then runs.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_DRIVER_COMMANDS_COMMANDS_H
#define FENCEPOST_DRIVER_COMMANDS_COMMANDS_H

#include <functional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace fencepost::driver {

/// What a command does; returns the exit status.
using Action = std::function<int()>;

struct Invocation {
  CLI::App &app;
  Action &action;
  const std::vector<std::string> &afterDashes; // the words after "--"
};

void addRun(const Invocation &invocation);
void addAnalyze(const Invocation &invocation);
void addReport(const Invocation &invocation);
void addSites(const Invocation &invocation);
void addCompletion(const Invocation &invocation);

inline constexpr void (*kCommands[])(const Invocation &) = {addRun, addAnalyze, addReport, addSites,
                                                            addCompletion};

/// Adds a subcommand with --help and --version.
CLI::App *addCommand(CLI::App &app, const std::string &name, const std::string &description);

} // namespace fencepost::driver

#endif // FENCEPOST_DRIVER_COMMANDS_COMMANDS_H
