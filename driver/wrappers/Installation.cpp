//===- Installation.cpp - where Fencepost's parts and clang are ---------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/wrappers/Installation.h"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <string_view>
#include <unistd.h>

namespace fencepost::driver {

namespace fs = std::filesystem;

void fail(const std::string &message) {
  std::fprintf(stderr, "fencepost: error: %s\n", message.c_str());
  std::exit(1);
}

/// <prefix>/lib of <prefix>/bin/fencepost-cc.
static fs::path libraryDirectory() {
  std::error_code error;
  fs::path self = fs::read_symlink("/proc/self/exe", error);
  if (error)
    fail("cannot read /proc/self/exe: " + error.message());
  return self.parent_path().parent_path() / "lib";
}

static std::string existing(const fs::path &path) {
  std::error_code error;
  if (!fs::exists(path, error))
    fail("the installation is not complete: " + path.string() +
         " is missing; build and install "
         "Fencepost again");
  return path.string();
}

std::string pluginPath() {
  return existing(libraryDirectory() / "libFencepost-" FENCEPOST_LLVM ".so");
}

std::string passPluginPath() {
  return existing(libraryDirectory() / "libFencepostPass-" FENCEPOST_LLVM ".so");
}

std::string runtimeDirectory(const std::string &flavour) {
  fs::path directory = libraryDirectory() / "fencepost" / flavour;
  std::error_code error;
  if (!fs::exists(directory / "libfencepost-rt.so", error))
    fail("no runtime for the MPI library of this link (" + flavour + "): " + directory.string() +
         "/libfencepost-rt.so is missing; build Fencepost with this MPI library installed");
  return directory.string();
}

static bool isExecutable(const std::string &path) {
  std::error_code error;
  return fs::is_regular_file(path, error) && access(path.c_str(), X_OK) == 0;
}

/// Looks a name without a slash up in PATH. Empty where there is none.
static std::string findProgram(const std::string &name) {
  if (name.find('/') != std::string::npos)
    return isExecutable(name) ? name : "";
  const char *path = std::getenv("PATH");
  std::istringstream directories(path ? path : "");
  for (std::string directory; std::getline(directories, directory, ':');)
    if (std::string candidate = directory + "/" + name; isExecutable(candidate))
      return candidate;
  return "";
}

/// First line of what `program -dumpversion` prints.
static std::string versionOf(const std::string &program) {
  std::string quoted = "'";
  for (char c : program)
    quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  std::array<char, 128> line{};
  std::FILE *pipe = popen((quoted + "' -dumpversion 2>/dev/null").c_str(), "r");
  if (!pipe)
    return "";
  if (!std::fgets(line.data(), line.size(), pipe))
    line[0] = '\0';
  pclose(pipe);
  std::string_view text(line.data());
  return std::string(text.substr(0, text.find('\n')));
}

std::string clangPath() {
  const char *chosen = std::getenv("FENCEPOST_CLANG");
  if (!chosen || !*chosen) {
    if (isExecutable(FENCEPOST_CLANG))
      return FENCEPOST_CLANG;
    if (std::string found = findProgram("clang-" FENCEPOST_LLVM); !found.empty())
      return found;
    fail("clang " FENCEPOST_LLVM " is not at " FENCEPOST_CLANG
         " any more; install clang-" FENCEPOST_LLVM " or set FENCEPOST_CLANG to it");
  }
  std::string path = findProgram(chosen);
  if (path.empty())
    fail(std::string("FENCEPOST_CLANG is '") + chosen +
         "', which is no program; set it to clang " FENCEPOST_LLVM);
  std::string version = versionOf(path);
  if (version.substr(0, version.find('.')) != FENCEPOST_LLVM)
    fail(std::string("FENCEPOST_CLANG is '") + chosen + "' of version " +
         (version.empty() ? "unknown" : version) +
         ", but this Fencepost is for clang " FENCEPOST_LLVM);
  return path;
}

} // namespace fencepost::driver
