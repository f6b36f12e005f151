//===- MpiLibrary.cpp - which MPI library a link uses -------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/wrappers/MpiLibrary.h"

#include <filesystem>
#include <string_view>

namespace fencepost::driver {

namespace fs = std::filesystem;

/// "mpi" of -lmpi, -l:libmpi.so.40 and /some/where/libmpi.so; empty for what is no library.
static std::string_view libraryName(std::string_view argument) {
  if (argument.starts_with("-l") && !argument.starts_with("-l:"))
    return argument.substr(2);
  std::string_view file = argument;
  if (file.starts_with("-l:"))
    file.remove_prefix(3);
  else if (file.starts_with('-'))
    return {};
  file.remove_prefix(file.find_last_of('/') + 1);
  std::size_t end = file.find(".so");
  if (end == std::string_view::npos && file.ends_with(".a"))
    end = file.size() - 2;
  if (!file.starts_with("lib") || end == std::string_view::npos)
    return {};
  return file.substr(3, end - 3);
}

/// Language bindings are named with or before the library itself.
bool namesMpiLibrary(const std::string &argument) {
  std::string_view name = libraryName(argument);
  return name == "mpi" || name == "mpich" || name.starts_with("mpi_") || name == "mpi++" ||
         name == "mpicxx" || name == "mpichcxx" || name == "mpifort" || name == "mpichfort";
}

static std::optional<std::string> flavourOfFile(const fs::path &path) {
  std::error_code error;
  std::string file = fs::canonical(path, error).string();
  if (error)
    return std::nullopt;
  bool isMpich =
      file.find("mpich") != std::string::npos || file.find(".so.12") != std::string::npos;
  return isMpich ? "mpich" : "openmpi";
}

/// The flavour of what the linker finds for -lmpi: in the -L directories, then in the usual ones.
static std::optional<std::string> searchFlavour(const Arguments &arguments) {
  std::vector<std::string> directories;
  for (std::size_t i = 0; i < arguments.size(); ++i)
    if (arguments[i] == "-L" && i + 1 < arguments.size())
      directories.push_back(arguments[i + 1]);
    else if (arguments[i].starts_with("-L"))
      directories.push_back(arguments[i].substr(2));
  for (const char *usual : {"/usr/local/lib", "/lib/" FENCEPOST_ARCHITECTURE,
                            "/usr/lib/" FENCEPOST_ARCHITECTURE, "/usr/lib64", "/usr/lib"})
    directories.push_back(usual);
  for (const std::string &directory : directories)
    for (const char *file : {"libmpi.so", "libmpi.a"})
      if (auto flavour = flavourOfFile(fs::path(directory) / file))
        return flavour;
  return std::nullopt;
}

std::optional<MpiLibrary> findMpiLibrary(const Arguments &arguments) {
  std::optional<std::size_t> first;
  std::string flavour;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    bool split = arguments[i] == "-l" && i + 1 < arguments.size();
    std::string argument = split ? "-l" + arguments[i + 1] : arguments[i];
    if (!namesMpiLibrary(argument))
      continue;
    if (!first)
      first = i;
    if (libraryName(argument).starts_with("mpich"))
      flavour = "mpich";
    else if (flavour.empty() && !argument.starts_with('-'))
      flavour = flavourOfFile(argument).value_or("");
  }
  if (!first)
    return std::nullopt;
  if (flavour.empty())
    flavour = searchFlavour(arguments).value_or("openmpi");
  return MpiLibrary{flavour, *first};
}

} // namespace fencepost::driver
