//===- Report.cpp - fencepost report --------------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "commands/Commands.h"
#include "commands/ReportingOptions.h"

#include <CLI/CLI.hpp>

namespace fencepost::driver {
namespace {

struct Options {
  std::string results;
  ReportingOptions reporting;
  std::string output;
};

} // namespace

void addReport(const Invocation &invocation) {
  CLI::App *command = addCommand(invocation.app, "report", "Renders results");
  auto options = std::make_shared<Options>();
  command
      ->add_option("RESULTS", options->results,
                   "What fencepost analyze wrote, or the trace's directory")
      ->type_name("")
      ->required();
  addReportingOptions(*command, options->reporting);
  command
      ->add_option("-o,--output", options->output,
                   "File to write; several formats go to FILE.<format>")
      ->type_name("FILE");
  command->callback([options, &action = invocation.action] {
    action = [options] {
      return Reporting(options->reporting).report(options->results, options->output);
    };
  });
}

} // namespace fencepost::driver
