//===- main.cpp - fencepost-cc and fencepost-c++ ------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs clang with the plugin, and with the runtime where an MPI program is
// linked. Which of the two it is depends on the name it is called by.
//
//===----------------------------------------------------------------------===//

#include "driver/wrappers/CommandLine.h"
#include "driver/wrappers/Installation.h"
#include "driver/wrappers/MpiLibrary.h"
#include "driver/wrappers/WarningOptions.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string_view>
#include <unistd.h>

using namespace fencepost::driver;

static Arguments translateWarnings(const Arguments &given) {
  Arguments result;
  for (const std::string &argument : expandWhere(given, isRmaWarning)) {
    if (!isRmaWarning(argument)) {
      result.push_back(argument);
      continue;
    }
    auto option = pluginOption(argument);
    if (!option)
      fail("unknown warning option '" + argument + "'; known are: " + knownRmaWarnings());
    result.push_back(*option);
  }
  return result;
}

/// The runtime goes in front of the MPI library, whose functions it wraps. --no-as-needed: a
/// program may refer to it by nothing but the pass's weak references.
static void addRuntime(Arguments &arguments) {
  Arguments expanded = expandWhere(arguments, namesMpiLibrary);
  auto mpi = findMpiLibrary(expanded);
  if (!mpi || std::ranges::find(expanded, "-lfencepost-rt") != expanded.end())
    return;
  std::string directory = runtimeDirectory(mpi->flavour);
  arguments = std::move(expanded);
  Arguments runtime{"-L" + directory, "-Wl,-rpath," + directory, "-Wl,--push-state,--no-as-needed",
                    "-lfencepost-rt", "-Wl,--pop-state"};
  arguments.insert(arguments.begin() + mpi->position, runtime.begin(), runtime.end());
}

/// The pass in the linker, for what compilations left to it.
static void addLinkTimePass(Arguments &command, const Arguments &expanded) {
  const std::string linker = namedLinker(expanded);
  if (linker.empty())
    command.push_back("-fuse-ld=lld");
  else if (linker.find("lld") == std::string::npos)
    fail("-fplugin-arg-fencepost-lto needs LLVM's linker: use -fuse-ld=lld, not -fuse-ld=" +
         linker);
  command.push_back("-Wl,--load-pass-plugin=" + passPluginPath());
}

int main(int argc, char **argv) {
  std::string_view name = argv[0];
  name.remove_prefix(name.find_last_of('/') + 1);
  std::string clang = clangPath();

  Arguments given = translateWarnings(Arguments(argv + 1, argv + argc));
  Arguments expanded = expandAll(given);
  Arguments command{clang};
  if (name.find("++") != std::string_view::npos)
    command.push_back("--driver-mode=g++");
  command.push_back("-fplugin=" + pluginPath());
  if (optimizesIr(expanded))
    command.push_back("-fpass-plugin=" + passPluginPath());
  if (links(expanded)) {
    if (leavesToLink(expanded))
      addLinkTimePass(command, expanded);
    addRuntime(given);
  }
  command.insert(command.end(), given.begin(), given.end());

  std::vector<char *> pointers;
  for (std::string &argument : command)
    pointers.push_back(argument.data());
  pointers.push_back(nullptr);
  execv(clang.c_str(), pointers.data());
  fail("cannot run " + clang + ": " + std::strerror(errno));
}
