//===- ProgramWords.h - the command line in a journal's header ------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_RUNTIME_ARCHIVE_PROGRAMWORDS_H
#define FENCEPOST_RUNTIME_ARCHIVE_PROGRAMWORDS_H

#include "runtime/archive/JournalReader.h"

#include <string_view>
#include <vector>

namespace fencepost::archive {

/// The program's name and its arguments; at least one word.
inline std::vector<std::string_view> programWords(const JournalHeader &header) {
  std::string_view left = fieldText(header.program);
  std::vector<std::string_view> words;
  while (!left.empty()) {
    std::string_view word = left.substr(0, left.find(' '));
    if (!word.empty())
      words.push_back(word);
    left.remove_prefix(word.size() < left.size() ? word.size() + 1 : word.size());
  }
  if (words.empty())
    words.push_back("");
  return words;
}

} // namespace fencepost::archive

#endif // FENCEPOST_RUNTIME_ARCHIVE_PROGRAMWORDS_H
