//===- Options.cpp - what -fplugin-arg-fencepost-... sets --------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Options.h"

#include <optional>

namespace fencepost::plugin {

namespace {

std::optional<Setting> parseSetting(std::string_view value) {
  if (value == "off")
    return Setting::Off;
  if (value == "warning")
    return Setting::Warning;
  if (value == "error")
    return Setting::Error;
  return std::nullopt;
}

std::string knownIds() {
  std::string names = "all";
  for (const FindingInfo &finding : kFindings) {
    names += ", ";
    names += finding.id;
  }
  return names;
}

} // namespace

Options::Options() {
  // Performance notes are for the run-time report; the compiler gives them on request.
  for (std::size_t i = 0; i < settings.size(); ++i)
    settings[i] = kFindings[i].level == Level::Note ? Setting::Off : Setting::Warning;
}

std::string Options::apply(std::string_view argument) {
  if (argument == "stats") {
    passOptions.stats = true;
    return {};
  }
  if (argument == "lto") {
    passOptions.atLink = true;
    return {};
  }
  if (argument == "accesses=every") {
    passOptions.accesses = InstrumentedAccesses::Every;
    return {};
  }
  std::size_t equals = argument.find('=');
  std::string_view id = argument.substr(0, equals);
  std::string_view value =
      equals == std::string_view::npos ? std::string_view() : argument.substr(equals + 1);

  std::optional<FindingId> finding = findFinding(id);
  if (!finding && id != "all")
    return "unknown finding '" + std::string(id) + "' in '-fplugin-arg-fencepost-" +
           std::string(argument) + "'; known are: " + knownIds();
  std::optional<Setting> setting = parseSetting(value);
  if (!setting)
    return "unknown value '" + std::string(value) + "' in '-fplugin-arg-fencepost-" +
           std::string(argument) + "'; known are: off, warning, error";

  if (finding)
    settings[static_cast<std::size_t>(*finding)] = *setting;
  else
    settings.fill(*setting);
  return {};
}

} // namespace fencepost::plugin
