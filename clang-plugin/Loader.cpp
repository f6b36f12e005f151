//===- Loader.cpp - the part of the plugin any compiler can load -------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A plugin that was built for another clang fails while the dynamic linker
// binds it, with a mangled name for an explanation, or crashes later. So what
// -fplugin names is this small library: it needs nothing of clang, compares
// versions and only then loads the plugin proper.
//
//===----------------------------------------------------------------------===//

#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <string>
#include <unistd.h>

namespace {

constexpr unsigned kBuiltFor = FENCEPOST_LLVM;

[[noreturn]] void stop(const std::string &message) {
  std::string line = "fencepost: " + message + "\n";
  std::fputs(line.c_str(), stderr);
  std::fflush(stderr);
  // Not exit(): the compiler's own cleanup is not prepared to run from within its dlopen.
  _exit(EXIT_FAILURE);
}

/// Major version of the LLVM in this process; 0 where it does not say.
unsigned runningVersion() {
  using GetVersion = void (*)(unsigned *, unsigned *, unsigned *);
  auto getVersion = reinterpret_cast<GetVersion>(dlsym(RTLD_DEFAULT, "LLVMGetVersion"));
  unsigned major = 0, minor = 0, patch = 0;
  if (getVersion)
    getVersion(&major, &minor, &patch);
  return major;
}

std::string ownDirectory() {
  Dl_info info{};
  static const int anchor = 0;
  if (!dladdr(&anchor, &info) || !info.dli_fname)
    return {};
  std::string path = info.dli_fname;
  std::size_t slash = path.find_last_of('/');
  return slash == std::string::npos ? "." : path.substr(0, slash);
}

__attribute__((constructor)) void loadPlugin() {
  const std::string builtFor = std::to_string(kBuiltFor);
  unsigned running = runningVersion();
  if (running != 0 && running != kBuiltFor)
    stop("this plugin is for clang " + builtFor + ", the compiler is clang " +
         std::to_string(running) + ": use clang-" + builtFor + " or libFencepost-" +
         std::to_string(running) + ".so");

  std::string plugin = ownDirectory() + "/fencepost/libFencepostPlugin-" + builtFor + ".so";
  if (!dlopen(plugin.c_str(), RTLD_NOW | RTLD_LOCAL)) {
    const char *reason = dlerror();
    stop("cannot load the plugin for clang " + builtFor + ": " +
         (reason ? reason : "unknown reason") +
         ": reinstall Fencepost, or use a clang with shared libraries");
  }
}

} // namespace
