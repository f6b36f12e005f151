//===- Fish.cpp - completion for fish -------------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "completion/Completion.h"

#include <fmt/format.h>

namespace fencepost::driver {
namespace {

std::string quoted(const std::string &text) {
  std::string result = "'";
  for (char c : text) {
    if (c == '\'' || c == '\\')
      result += '\\';
    result += c;
  }
  return result + "'";
}

} // namespace

std::string fishCompletion(const std::vector<CompletedCommand> &commands) {
  std::string text = "# fish completion for fencepost\n";
  for (const CompletedCommand &command : commands) {
    text += fmt::format("complete -c fencepost -n __fish_use_subcommand -f -a {} -d {}\n",
                        command.name, quoted(command.description));
    for (const CompletedOption &option : command.options) {
      text +=
          fmt::format("complete -c fencepost -n '__fish_seen_subcommand_from {}'", command.name);
      for (const std::string &name : option.names)
        text += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
      text += fmt::format("{} -d {}\n", option.takesValue ? " -r" : "", quoted(option.description));
    }
  }
  return text;
}

} // namespace fencepost::driver
