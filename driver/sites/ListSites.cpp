//===- ListSites.cpp - what fencepost sites prints ------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sites/ListSites.h"

#include "report/Table.h"
#include "report/Writing.h"
#include "sites/SiteGroup.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

namespace fencepost::driver {
namespace {

using nlohmann::ordered_json;
using enum Table::Align;

constexpr int kSitesSchema = 1;

std::string place(const SiteRecord &site) {
  std::string text = printable(site.file);
  if (site.line > 0)
    text += fmt::format(":{}", site.line);
  if (site.line > 0 && site.column > 0)
    text += fmt::format(":{}", site.column);
  return text;
}

bool isCall(SiteGroup group) { return group < SiteGroup::Load; }

std::string groupText(const SitesOfFile &file, SiteGroup group, const SiteUses *uses,
                      const TextStyle &style) {
  Table table({Left, Left, Left, Left, Left, Right, Right, Left});
  bool counts = uses && isCall(group);
  table.row({"at", "call", "window", "buffer", "in", counts ? "calls" : "", counts ? "ranks" : "",
             uses ? "found there" : ""});
  for (const std::string &record : file.records)
    if (auto site = parseSiteRecord(record); site && groupOf(*site) == group) {
      SiteUse use = uses ? uses->of(*site) : SiteUse();
      std::string calls = use.calls ? fmt::format("{}", use.calls) : "never";
      table.row({place(*site), printable(site->call), printable(site->window),
                 printable(site->expression), printable(site->function), counts ? calls : "",
                 counts && use.calls ? fmt::format("{}", use.ranks) : "",
                 fmt::format("{}", fmt::join(use.findings, ", "))});
    }
  return table.hasRows() ? table.render(style) : "";
}

std::string summary(const SitesOfFile &file) {
  int64_t counts[std::size(kSiteGroupNames)] = {};
  for (const std::string &record : file.records)
    if (auto site = parseSiteRecord(record))
      ++counts[static_cast<std::size_t>(groupOf(*site))];
  auto count = [&](SiteGroup group, std::string_view noun) {
    return counted(counts[static_cast<std::size_t>(group)], noun);
  };
  return count(SiteGroup::Window, "window call") + ", " + count(SiteGroup::Epoch, "epoch call") +
         ", " + count(SiteGroup::Operation, "operation") + ", " +
         count(SiteGroup::OtherCall, "other MPI call") + ", " + count(SiteGroup::Load, "load") +
         ", " + count(SiteGroup::Store, "store");
}

/// How much of the file the run came to.
std::string reached(const SitesOfFile &file, const SiteUses &uses) {
  int64_t calls = 0, never = 0;
  for (const std::string &record : file.records)
    if (auto site = parseSiteRecord(record); site && isCall(groupOf(*site))) {
      ++calls;
      never += uses.of(*site).calls == 0;
    }
  return never ? fmt::format("{} of {} calls never made", never, calls) : "all calls made";
}

} // namespace

std::string sitesAsText(std::span<const SitesOfFile> files, const SiteUses *uses, bool accesses,
                        const TextStyle &style) {
  constexpr std::string_view titles[] = {"Windows", "Epochs", "Operations", "Other MPI calls",
                                         "Loads",   "Stores", "Releases",   "Into libraries"};
  std::string text;
  for (const SitesOfFile &file : files) {
    text += (text.empty() ? "" : "\n") +
            inked(style, Ink::Strong, fmt::format("{}: {}", file.file, summary(file))) + "\n";
    if (uses)
      text += reached(file, *uses) + "\n";
    std::size_t groups = accesses ? std::size(titles) : static_cast<std::size_t>(SiteGroup::Load);
    for (std::size_t group = 0; group < groups; ++group)
      if (std::string rows = groupText(file, static_cast<SiteGroup>(group), uses, style);
          !rows.empty())
        text += fmt::format("\n{}\n{}", titles[group], rows);
  }
  return text;
}

std::string sitesAsJson(std::span<const SitesOfFile> files, const SiteUses *uses) {
  ordered_json sites = ordered_json::array();
  for (const SitesOfFile &file : files)
    for (const std::string &record : file.records) {
      auto site = parseSiteRecord(record);
      if (!site)
        continue;
      ordered_json entry = {{"kind", kSiteGroupNames[static_cast<std::size_t>(groupOf(*site))]},
                            {"object", file.file},
                            {"file", site->file},
                            {"directory", site->directory},
                            {"line", site->line},
                            {"column", site->column},
                            {"function", site->function}};
      auto add = [&](const char *key, std::string_view value) {
        if (!value.empty())
          entry[key] = value;
      };
      add("call", site->call);
      add("window", site->window);
      add("expression", site->expression);
      add("inlined_at", site->inlinedAt);
      if (uses) {
        SiteUse use = uses->of(*site);
        if (isCall(groupOf(*site))) {
          entry["calls"] = use.calls;
          entry["ranks"] = use.ranks;
        }
        entry["findings"] = use.findings;
      }
      sites.push_back(std::move(entry));
    }
  ordered_json report = {{"schema", kSitesSchema},
                         {"tool", {{"name", "fencepost"}, {"version", FENCEPOST_VERSION}}},
                         {"sites", std::move(sites)}};
  return report.dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

} // namespace fencepost::driver
