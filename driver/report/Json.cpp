//===- Json.cpp - the JSON report -----------------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// docs/report.schema.json describes it.
//
//===----------------------------------------------------------------------===//

#include "report/JsonOverTime.h"
#include "report/Reporter.h"

#include <nlohmann/json.hpp>

#include <cstdlib>

namespace fencepost::driver {
namespace {

using nlohmann::ordered_json;

constexpr int kReportSchema = 1;

void addText(ordered_json &object, const char *key, const std::string &value) {
  if (!value.empty())
    object[key] = value;
}

void addNumber(ordered_json &object, const char *key, std::optional<int64_t> value) {
  if (value)
    object[key] = *value;
}

ordered_json epoch(const SourceSite &opened) {
  ordered_json result = {{"call", opened.call}};
  addText(result, "file", opened.file);
  if (opened.line > 0)
    result["line"] = opened.line;
  return result;
}

ordered_json place(const FindingPlace &place) {
  ordered_json result = {{"role", place.role}};
  addText(result, "kind", place.kind);
  addText(result, "side", place.side);
  addNumber(result, "rank", place.rank);
  addNumber(result, "thread", place.thread);
  const SourceSite &site = place.site;
  addText(result, "file", site.file);
  if (site.line > 0)
    result["line"] = site.line;
  if (site.column > 0)
    result["column"] = site.column;
  addText(result, "function", site.function);
  addText(result, "call", site.call);
  addText(result, "window", site.window);
  addText(result, "expression", site.expression);
  addNumber(result, "target", place.target);
  if (place.rangeBegin && place.rangeEnd)
    result["range"] = {*place.rangeBegin, *place.rangeEnd};
  if (auto elements = elementsOf(place))
    result["elements"] = {elements->first, elements->second};
  if (place.epoch)
    result["epoch"] = epoch(*place.epoch);
  // Of a load or store only its own function is recorded: that is no path.
  if (!place.path.empty() && place.kind != "load" && place.kind != "store")
    result["path"] = place.path;
  return result;
}

ordered_json finding(const ReportedFinding &finding) {
  ordered_json result = {{"id", finding.id},         {"level", levelName(finding.level)},
                         {"origin", finding.origin}, {"instances", finding.instances},
                         {"ranks", finding.ranks},   {"message", finding.message},
                         {"why", finding.why},       {"advice", finding.advice}};
  if (finding.suppressed)
    result["suppressed"] = *finding.suppressed;
  result["places"] = ordered_json::array();
  for (const FindingPlace &each : finding.places)
    result["places"].push_back(place(each));
  return result;
}

ordered_json metric(const Metric &metric) {
  ordered_json paths = ordered_json::array();
  for (const PathValue &value : metric.byPath) {
    ordered_json entry = {{"path", value.path}};
    addText(entry, "file", value.site.file);
    if (value.site.line > 0)
      entry["line"] = value.site.line;
    entry["value"] = value.value;
    paths.push_back(std::move(entry));
  }
  return {{"id", metric.id},
          {"unit", metric.unit},
          {"total", metric.total},
          {"by_rank", metric.byRank},
          {"by_path", std::move(paths)}};
}

ordered_json prediction(const Prediction &prediction) {
  return {{"change", prediction.change},          {"calls", prediction.calls},
          {"recorded", prediction.recorded},      {"replayed", prediction.replayed},
          {"predicted", prediction.predicted},    {"saved", prediction.saved()},
          {"assumptions", prediction.assumptions}};
}

} // namespace

std::string renderJson(const Results &results, const ReportOptions &options) {
  ordered_json report = {{"schema", kReportSchema},
                         {"tool", {{"name", "fencepost"}, {"version", FENCEPOST_VERSION}}},
                         {"run",
                          {{"ranks", results.ranks},
                           {"threads", results.threads},
                           {"seconds", results.seconds},
                           {"mpi", results.fact("mpi")},
                           {"complete", results.complete}}},
                         {"findings", ordered_json::array()},
                         {"metrics", ordered_json::array()}};
  if (std::string_view shift = results.fact("clock_shift"); !shift.empty())
    report["run"]["clock"] = {
        {"violations",
         std::strtoll(std::string(results.fact("clock_violations")).c_str(), nullptr, 10)},
        {"shift", std::strtod(std::string(shift).c_str(), nullptr)}};
  for (const ReportedFinding &each : results.findings)
    if (!each.suppressed || options.showSuppressed)
      report["findings"].push_back(finding(each));
  for (const Metric &each : results.metrics)
    report["metrics"].push_back(metric(each));
  if (results.overTime)
    report["iterations"] = jsonOverTime(*results.overTime);
  for (const Prediction &each : results.predictions)
    report["predictions"].push_back(prediction(each));
  if (!results.notes.empty())
    report["notes"] = results.notes;
  for (const SuppressionRule &rule : results.suppressions)
    report["suppressions"].push_back({{"rule", rule.text}, {"findings", rule.findings}});
  if (results.baseline)
    report["baseline"] = {{"file", results.baseline->file}, {"known", results.baseline->known}};
  // Texts come from other people's sources: whatever is not UTF-8 in them is replaced.
  return report.dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

} // namespace fencepost::driver
