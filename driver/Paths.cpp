//===- Paths.cpp - where the parts of an installation are -----------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Paths.h"

#include "Environment.h"
#include "Error.h"

#include <unistd.h>

namespace fencepost::driver {

namespace fs = std::filesystem;

fs::path installPrefix() {
  std::error_code error;
  fs::path self = fs::read_symlink("/proc/self/exe", error);
  if (error)
    fail("cannot find the installation: /proc/self/exe: {}", error.message());
  return self.parent_path().parent_path();
}

fs::path internalTool(std::string_view name) {
  fs::path tool = installPrefix() / "lib" / "fencepost" / "bin" / name;
  if (!isExecutable(tool))
    fail("{} is missing: install Fencepost again", tool.string());
  return tool;
}

fs::path findInPath(std::string_view name) {
  if (name.find('/') != std::string_view::npos)
    return isExecutable(name) ? fs::path(name) : fs::path();
  std::string path = environmentValue("PATH");
  for (std::size_t begin = 0; begin <= path.size();) {
    std::size_t end = std::min(path.find(':', begin), path.size());
    fs::path candidate = fs::path(path.substr(begin, end - begin)) / name;
    if (isExecutable(candidate))
      return candidate;
    begin = end + 1;
  }
  return {};
}

bool isExecutable(const fs::path &file) {
  std::error_code error;
  return fs::is_regular_file(file, error) && access(file.c_str(), X_OK) == 0;
}

} // namespace fencepost::driver
