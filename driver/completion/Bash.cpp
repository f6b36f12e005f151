//===- Bash.cpp - completion for bash -------------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "completion/Completion.h"

#include <fmt/format.h>

namespace fencepost::driver {

std::string bashCompletion(const std::vector<CompletedCommand> &commands) {
  std::string names;
  std::string cases;
  for (const CompletedCommand &command : commands) {
    names += (names.empty() ? "" : " ") + command.name;
    std::string options;
    for (const CompletedOption &option : command.options)
      options += fmt::format("{}{}", options.empty() ? "" : " ", fmt::join(option.names, " "));
    cases += fmt::format("    {}) options=\"{}\" ;;\n", command.name, options);
  }
  return "# bash completion for fencepost\n"
         "_fencepost() {\n"
         "  local word=\"${COMP_WORDS[COMP_CWORD]}\" options=\"\"\n"
         "  COMPREPLY=()\n"
         "  if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
         "    COMPREPLY=($(compgen -W \"" +
         names +
         " --help --version\" -- \"$word\"))\n"
         "    return\n"
         "  fi\n"
         "  case \"${COMP_WORDS[1]}\" in\n" +
         cases +
         "  esac\n"
         "  if [[ \"$word\" == -* ]]; then\n"
         "    COMPREPLY=($(compgen -W \"$options\" -- \"$word\"))\n"
         "  fi\n"
         "}\n"
         "complete -o default -F _fencepost fencepost\n";
}

} // namespace fencepost::driver
