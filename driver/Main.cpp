//===- Main.cpp - the fencepost command -----------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Error.h"
#include "commands/Commands.h"

#include "commandline/EmptyValues.h"

#include <algorithm>

using namespace fencepost::driver;

namespace {

void say(std::string_view line) { fmt::print(stderr, "fencepost: error: {}\n", line); }

int usageError(const CLI::App &app, const CLI::ParseError &error) {
  std::string name = "fencepost";
  for (const CLI::App *command : app.get_subcommands())
    name += " " + command->get_name();
  std::string what = error.what();
  std::replace(what.begin(), what.end(), '\n', ' ');
  say(fmt::format("{} (see {} --help)", what, name));
  return kUnusable;
}

/// An option is for CLI11 to judge.
bool isCommand(const CLI::App &app, const std::string &word) {
  auto isNamed = [&](const CLI::App *command) { return command->get_name() == word; };
  auto commands = app.get_subcommands(nullptr);
  return word.starts_with('-') || std::any_of(commands.begin(), commands.end(), isNamed);
}

/// Words after "--" belong to the program that `run` starts, not to us.
std::vector<std::string> takeAfterDashes(std::vector<std::string> &words) {
  auto dashes = std::find(words.begin(), words.end(), "--");
  if (dashes == words.end())
    return {};
  std::vector<std::string> rest(dashes + 1, words.end());
  words.erase(dashes, words.end());
  return rest;
}

} // namespace

int main(int argc, char **argv) {
  std::vector<std::string> words(argv + 1, argv + argc);
  CLI::App app("Checks MPI one-sided communication: races, wait states, unneeded synchronization",
               "fencepost");
  try {
    bool isRun = !words.empty() && words.front() == "run";
    std::vector<std::string> rest = isRun ? takeAfterDashes(words) : std::vector<std::string>();
    app.set_version_flag("--version", "fencepost " FENCEPOST_VERSION);
    app.require_subcommand(0, 1);
    Action action;
    for (auto add : kCommands)
      add({app, action, rest});
    if (!words.empty() && !isCommand(app, words.front()))
      fail("unknown command '{}' (see fencepost --help)", words.front());
    for (CLI::App *command : app.get_subcommands(nullptr)) {
      fencepost::refuseEmptyValues(*command);
      if (!words.empty() && command->get_name() == words.front())
        fencepost::splitEmptyValues(*command, words, 1);
    }
    try {
      std::reverse(words.begin(), words.end()); // as CLI11 wants them
      app.parse(words);
    } catch (const CLI::Success &help) {
      return app.exit(help);
    } catch (const CLI::ParseError &error) {
      return usageError(app, error);
    }
    if (!action)
      fail("no command given (see fencepost --help)");
    return action();
  } catch (const std::exception &error) {
    say(error.what());
    return kUnusable;
  }
}
