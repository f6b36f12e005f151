//===- CommandLine.h - what a compiler invocation asks for --------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_DRIVER_WRAPPERS_COMMANDLINE_H
#define FENCEPOST_DRIVER_WRAPPERS_COMMANDLINE_H

#include <string>
#include <vector>

namespace fencepost::driver {

/// The options of a compiler, as the user gave them.
using Arguments = std::vector<std::string>;

/// Contents of a response file ("@file"), split as clang splits it; response files within are
/// expanded too. A file that cannot be read gives the argument itself: clang says what is wrong.
Arguments expandResponseFile(const std::string &argument);

/// Replaces each response file by its contents where one of these needs a change
/// (`needsChange`); keeps the others, whose length may be more than an exec takes.
template <typename Predicate>
Arguments expandWhere(const Arguments &arguments, Predicate needsChange) {
  Arguments result;
  for (const std::string &argument : arguments) {
    Arguments contents;
    if (argument.starts_with('@'))
      contents = expandResponseFile(argument);
    bool replace = false;
    for (const std::string &inner : contents)
      replace = replace || needsChange(inner);
    if (replace)
      result.insert(result.end(), contents.begin(), contents.end());
    else
      result.push_back(argument);
  }
  return result;
}

/// All arguments, with the contents of response files in their places.
Arguments expandAll(const Arguments &arguments);

/// Whether the invocation ends with a link, given its fully expanded arguments.
bool links(const Arguments &expanded);

/// Whether the passes run in a compiler process that sees no source: LLVM IR is an input, or
/// -save-temps writes the bitcode in between to a file. `-fplugin` does not reach those.
bool optimizesIr(const Arguments &expanded);

/// Whether compilations leave instrumentation to the link: full LTO does it over the program.
bool leavesToLink(const Arguments &expanded);

/// The linker that `-fuse-ld=` names; empty where none is named.
std::string namedLinker(const Arguments &expanded);

} // namespace fencepost::driver

#endif // FENCEPOST_DRIVER_WRAPPERS_COMMANDLINE_H
