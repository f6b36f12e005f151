//===- Zsh.cpp - completion for zsh ---------------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "completion/Completion.h"

#include <fmt/format.h>

namespace fencepost::driver {
namespace {

/// For use within '...' and the brackets of _arguments.
std::string escaped(const std::string &text) {
  std::string result;
  for (char c : text)
    if (c == '\'')
      result += "'\\''";
    else if (c == '[' || c == ']' || c == ':' || c == '\\')
      result += {'\\', c};
    else
      result += c;
  return result;
}

} // namespace

std::string zshCompletion(const std::vector<CompletedCommand> &commands) {
  std::string names;
  std::string cases;
  for (const CompletedCommand &command : commands) {
    names += fmt::format("    '{}:{}'\n", command.name, escaped(command.description));
    cases += fmt::format("    {})\n      _arguments \\\n", command.name);
    for (const CompletedOption &option : command.options)
      for (const std::string &name : option.names)
        cases += fmt::format("        '{}[{}]{}' \\\n", name, escaped(option.description),
                             option.takesValue ? ":value:_files" : "");
    cases += "        '*:file:_files'\n      ;;\n";
  }
  return "#compdef fencepost\n"
         "_fencepost() {\n"
         "  local -a commands\n"
         "  commands=(\n" +
         names +
         "  )\n"
         "  if (( CURRENT == 2 )); then\n"
         "    _describe command commands\n"
         "    return\n"
         "  fi\n"
         "  local command=$words[2]\n"
         "  shift words\n"
         "  (( CURRENT-- ))\n"
         "  case $command in\n" +
         cases +
         "  esac\n"
         "}\n"
         "_fencepost \"$@\"\n";
}

} // namespace fencepost::driver
