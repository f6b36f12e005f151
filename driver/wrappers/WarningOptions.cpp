//===- WarningOptions.cpp - -Wrma options -------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/wrappers/WarningOptions.h"

#include "model/Finding.h"

namespace fencepost::driver {

namespace {
struct Form {
  std::string_view prefix;
  std::string_view setting; // of -fplugin-arg-fencepost-<id>=
};
} // namespace

// -W last: it begins the others.
static constexpr Form kForms[] = {
    {"-Wno-error=", "warning"}, {"-Werror=", "error"}, {"-Wno-", "off"}, {"-W", "warning"}};

static const Form *formOf(std::string_view option) {
  for (const Form &form : kForms)
    if (option.starts_with(form.prefix))
      return &form;
  return nullptr;
}

bool isRmaWarning(std::string_view option) {
  const Form *form = formOf(option);
  std::string_view name = form ? option.substr(form->prefix.size()) : std::string_view();
  return name == "rma" || name.starts_with("rma-");
}

std::optional<std::string> pluginOption(std::string_view option) {
  const Form &form = *formOf(option);
  std::string_view name = option.substr(form.prefix.size());
  if (name == "rma")
    name = "all";
  else if (!findFinding(name))
    return std::nullopt;
  return "-fplugin-arg-fencepost-" + std::string(name) + "=" + std::string(form.setting);
}

std::string knownRmaWarnings() {
  std::string names = "-Wrma";
  for (const FindingInfo &finding : kFindings)
    names += ", -W" + std::string(finding.id);
  return names;
}

} // namespace fencepost::driver
