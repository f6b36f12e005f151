//===- EmptyValues.h - options whose value is empty -----------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_COMMANDLINE_EMPTYVALUES_H
#define FENCEPOST_COMMANDLINE_EMPTYVALUES_H

#include <CLI/CLI.hpp>

#include <string>
#include <vector>

namespace fencepost {

/// For every option and argument but flags, before all else that is checked of it.
inline void refuseEmptyValues(CLI::App &command) {
  for (CLI::Option *option : command.get_options())
    if (option->get_items_expected_max() > 0)
      option->transform(CLI::Validator(
          [](std::string &value) { return value.empty() ? "a value is missing" : ""; }, ""));
}

/// "--option=" is that option with an empty value, where CLI11 takes the next word for the value.
/// `first`: the word behind the command's name.
inline void splitEmptyValues(const CLI::App &command, std::vector<std::string> &words,
                             std::size_t first) {
  for (std::size_t i = first; i < words.size(); ++i) {
    if (!words[i].starts_with('-') && command.get_prefix_command())
      return; // the program and its options
    std::size_t equals = words[i].find('=');
    const CLI::Option *option = command.get_option_no_throw(words[i].substr(0, equals));
    if (!words[i].starts_with('-') || !option || option->get_items_expected_min() == 0)
      continue;
    if (equals + 1 == words[i].size()) {
      words[i].pop_back();
      words.insert(words.begin() + static_cast<std::ptrdiff_t>(i) + 1, "");
    }
    if (equals == std::string::npos || words[i].size() == equals)
      ++i; // its value
  }
}

} // namespace fencepost

#endif // FENCEPOST_COMMANDLINE_EMPTYVALUES_H
