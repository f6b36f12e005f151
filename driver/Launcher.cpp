//===- Launcher.cpp - starts a program of ours on several processes -------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Launcher.h"

#include "Error.h"
#include "Paths.h"

#include <algorithm>
#include <filesystem>
#include <sstream>

#include <sched.h>

namespace fencepost::driver {
namespace {

constexpr std::string_view kFlavour = FENCEPOST_MPI_FLAVOUR;

std::vector<std::string> words(const std::string &text) {
  std::istringstream stream(text);
  std::vector<std::string> result;
  for (std::string word; stream >> word;)
    result.push_back(word);
  return result;
}

/// The launcher found when Fencepost was configured, or one of that name.
std::string configuredLauncher() {
  std::filesystem::path launcher = FENCEPOST_MPIRUN;
  if (isExecutable(launcher))
    return launcher.string();
  for (const std::string &name : {launcher.filename().string(), std::string("mpirun")})
    if (!findInPath(name).empty())
      return name;
  fail("{} is missing: install the MPI library again, or name its launcher in FENCEPOST_MPIRUN",
       launcher.string());
}

/// A process that some launcher started must not pass for a rank of it.
void forgetLauncher(Environment &environment) {
  bool launched = environment.has("OMPI_COMM_WORLD_SIZE") || environment.has("PMIX_RANK");
  for (std::string_view prefix : {"PMIX_", "PMI_", "PMI2_", "HYDI_"})
    environment.eraseStartingWith(prefix);
  if (launched)
    environment.eraseStartingWith("OMPI_");
}

/// Alone, a process starts in a twentieth of a second instead of half of one: Open MPI needs neither
/// a daemon beside it nor a transport.
void startAlone(Environment &environment) {
  environment.set("OMPI_MCA_ess_singleton_isolated", "1");
  environment.set("OMPI_MCA_pml", "ob1");
}

} // namespace

Command serialCommand(std::vector<std::string> program) {
  Command command;
  command.arguments = std::move(program);
  forgetLauncher(command.environment);
  return command;
}

Command parallelCommand(std::vector<std::string> program, unsigned processes) {
  Command command = serialCommand(std::move(program));
  command.environment.set("OMPI_ALLOW_RUN_AS_ROOT", "1");
  command.environment.set("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1");

  std::string chosen = environmentValue("FENCEPOST_MPIRUN");
  if (chosen.empty() && processes == 1) {
    startAlone(command.environment);
    return command;
  }
  std::vector<std::string> launcher;
  if (!chosen.empty()) {
    launcher = words(chosen);
    if (launcher.empty())
      fail("FENCEPOST_MPIRUN names no command");
  } else {
    launcher = {configuredLauncher()};
    // Several analyses at once must not all be bound to the first cores.
    if (kFlavour == "openmpi")
      launcher.insert(launcher.end(), {"--oversubscribe", "--bind-to", "none"});
  }
  launcher.insert(launcher.end(), {"-n", std::to_string(processes)});
  command.arguments.insert(command.arguments.begin(), launcher.begin(), launcher.end());
  return command;
}

unsigned availableCores() {
  cpu_set_t cores;
  if (sched_getaffinity(0, sizeof cores, &cores) != 0)
    return 1;
  return static_cast<unsigned>(std::max(CPU_COUNT(&cores), 1));
}

} // namespace fencepost::driver
