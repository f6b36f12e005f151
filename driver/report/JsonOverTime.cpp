//===- JsonOverTime.cpp - iterations in the JSON report -----------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "report/JsonOverTime.h"

#include <nlohmann/json.hpp>

namespace fencepost::driver {
namespace {

using nlohmann::ordered_json;

ordered_json loop(const OverTime &over) {
  ordered_json result = {{"wanted", over.wanted}, {"path", over.path}};
  if (!over.site.file.empty())
    result["file"] = over.site.file;
  if (over.site.line > 0)
    result["line"] = over.site.line;
  if (!over.site.function.empty())
    result["function"] = over.site.function;
  if (!over.site.call.empty())
    result["call"] = over.site.call;
  result["share"] = over.share;
  return result;
}

ordered_json iteration(const OverTime::Iteration &each) {
  ordered_json metrics = ordered_json::array();
  for (const auto &[id, value] : each.values)
    metrics.push_back({{"id", id},
                       {"min", value.least},
                       {"median", value.median},
                       {"max", value.most},
                       {"total", value.total},
                       {"rank", value.rank}});
  return {{"iteration", each.number},
          {"begin", each.begin},
          {"seconds", each.seconds},
          {"metrics", std::move(metrics)}};
}

ordered_json cluster(const OverTime::Cluster &each) {
  ordered_json runs = ordered_json::array(), metrics = ordered_json::array();
  for (const auto &[first, last] : each.runs)
    runs.push_back({first, last});
  for (const auto &[id, values] : each.byRank)
    metrics.push_back({{"id", id}, {"by_rank", values}});
  return {{"iterations", each.iterations},
          {"seconds", each.seconds},
          {"runs", std::move(runs)},
          {"more_runs", each.moreRuns},
          {"metrics", std::move(metrics)}};
}

ordered_json heat(const OverTime::Heat &heat) {
  ordered_json metrics = ordered_json::array();
  for (const auto &[id, values] : heat.values) {
    ordered_json rows = ordered_json::array();
    for (auto row = values.begin(); row != values.end(); row += heat.columns)
      rows.push_back(std::vector(row, row + heat.columns));
    metrics.push_back({{"id", id}, {"values", std::move(rows)}});
  }
  return {{"rows", heat.rows}, {"columns", heat.columns}, {"metrics", std::move(metrics)}};
}

} // namespace

ordered_json jsonOverTime(const OverTime &over) {
  ordered_json metrics = ordered_json::array(), longest = ordered_json::array(),
               clusters = ordered_json::array();
  for (const OverTime::Metric &metric : over.metrics)
    metrics.push_back({{"id", metric.id},
                       {"unit", metric.unit},
                       {"min", metric.least},
                       {"median", metric.median},
                       {"max", metric.most},
                       {"max_in", metric.worst}});
  for (const OverTime::Iteration &each : over.longest)
    longest.push_back(iteration(each));
  for (const OverTime::Cluster &each : over.clusters)
    clusters.push_back(cluster(each));
  return {{"loop", loop(over)},
          {"count", over.iterations},
          {"seconds",
           {{"min", over.leastSeconds},
            {"median", over.medianSeconds},
            {"max", over.longest.front().seconds}}},
          {"metrics", std::move(metrics)},
          {"longest", std::move(longest)},
          {"alike", over.alike},
          {"clusters", std::move(clusters)},
          {"heat", heat(over.heat)}};
}

} // namespace fencepost::driver
