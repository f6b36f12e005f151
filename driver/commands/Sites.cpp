//===- Sites.cpp - fencepost sites ----------------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Error.h"
#include "commands/Commands.h"
#include "results/Load.h"
#include "sites/ListSites.h"
#include "sites/ReadSites.h"

#include <CLI/CLI.hpp>

#include <optional>

#include <unistd.h>

namespace fencepost::driver {
namespace {

struct Options {
  std::vector<std::string> files;
  std::string format = "text";
  std::string results;
  bool accesses = false;
};

int run(const Options &options) {
  std::vector<SitesOfFile> all;
  for (const std::string &file : options.files)
    all.push_back({file, readSiteRecords(file)});
  std::optional<SiteUses> run;
  if (!options.results.empty())
    run.emplace(resultsFile(options.results));
  const SiteUses *uses = run ? &*run : nullptr;
  std::string text = options.format == "json"
                         ? sitesAsJson(all, uses)
                         : sitesAsText(all, uses, options.accesses, styleFor(STDOUT_FILENO));
  fmt::print("{}", text);
  return kClean;
}

} // namespace

void addSites(const Invocation &invocation) {
  CLI::App *command = addCommand(invocation.app, "sites",
                                 "Lists windows, epochs and operations that the compiler found");
  auto options = std::make_shared<Options>();
  command->add_option("FILE", options->files, "Object files, archives, libraries or a program")
      ->type_name("")
      ->required();
  command->add_option("--format", options->format, "How to list them")
      ->check(CLI::IsMember({"text", "json"}))
      ->type_name("FORMAT")
      ->capture_default_str();
  command->add_flag("--accesses", options->accesses, "List instrumented loads and stores too");
  command
      ->add_option("--results", options->results,
                   "What fencepost analyze wrote, or the trace's directory: tells how often each "
                   "call was made and what was found there")
      ->type_name("RESULTS");
  command->callback(
      [options, &action = invocation.action] { action = [options] { return run(*options); }; });
}

} // namespace fencepost::driver
