//===- Chrome.cpp - the longest waits for trace viewers --------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The trace event format of chrome://tracing, which Perfetto reads: each rank
// is a process with a track of its waits and one of its late arrivals; an arrow
// goes from the arrival to each wait that it ends.
//
//===----------------------------------------------------------------------===//

#include "report/Reporter.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <set>

namespace fencepost::driver {
namespace {

using nlohmann::ordered_json;

constexpr int64_t kArrivals = 1000000; // added to the thread, for the track of its arrivals

double microseconds(double seconds) { return seconds * 1e6; }

std::string pathText(const CallPath &path) {
  std::string text;
  for (const std::string &frame : path)
    text += (text.empty() ? "" : " > ") + frame;
  return text;
}

std::string callText(const SourceSite &site, const CallPath &path) {
  if (site.call.empty())
    return path.empty() ? "a call" : path.back();
  return site.line > 0 ? fmt::format("{} at {}:{}", site.call, site.file, site.line) : site.call;
}

ordered_json event(const char *phase, std::string name, const char *category, int64_t rank,
                   int64_t track, double seconds) {
  return {{"ph", phase},  {"name", std::move(name)},    {"cat", category}, {"pid", rank},
          {"tid", track}, {"ts", microseconds(seconds)}};
}

ordered_json called(const char *what, int64_t rank, int64_t track, std::string name) {
  return {{"ph", "M"},
          {"name", what},
          {"pid", rank},
          {"tid", track},
          {"args", {{"name", std::move(name)}}}};
}

} // namespace

std::string renderChrome(const Results &results, const ReportOptions &) {
  ordered_json events = ordered_json::array();
  std::set<std::pair<int64_t, int64_t>> waiting, late; // rank, thread
  for (const Wait &wait : results.waits) {
    waiting.emplace(wait.rank, wait.thread);
    late.emplace(wait.lateRank, wait.lateThread);
  }
  std::set<int64_t> ranks;
  for (const auto &tracks : {waiting, late})
    for (auto [rank, thread] : tracks)
      if (ranks.insert(rank).second)
        events.push_back(called("process_name", rank, 0, fmt::format("rank {}", rank)));
  for (auto [rank, thread] : waiting)
    events.push_back(
        called("thread_name", rank, thread, fmt::format("waits of thread {}", thread)));
  for (auto [rank, thread] : late)
    events.push_back(called("thread_name", rank, thread + kArrivals,
                            fmt::format("late arrivals of thread {}", thread)));

  constexpr double kArrivalSeconds = 1e-6; // what an arrow starts from must have a length
  std::set<std::tuple<int64_t, int64_t, double>> arrivals;
  int64_t id = 0;
  for (const Wait &wait : results.waits) {
    ordered_json slice = event("X", wait.metric, "wait", wait.rank, wait.thread, wait.begin);
    slice["dur"] = microseconds(wait.end - wait.begin);
    slice["args"] = {{"call", callText(wait.site, wait.path)},
                     {"path", pathText(wait.path)},
                     {"waits for", fmt::format("rank {}", wait.lateRank)},
                     {"that is late at", callText(wait.lateSite, wait.latePath)}};
    events.push_back(std::move(slice));
    int64_t track = wait.lateThread + kArrivals;
    if (arrivals.emplace(wait.lateRank, wait.lateThread, wait.arrival).second) {
      ordered_json arrival = event("X", callText(wait.lateSite, wait.latePath), "arrival",
                                   wait.lateRank, track, wait.arrival - kArrivalSeconds);
      arrival["dur"] = microseconds(kArrivalSeconds);
      arrival["args"] = {{"path", pathText(wait.latePath)}};
      events.push_back(std::move(arrival));
    }
    // Both ends of an arrow lie within slices; one cannot go back in time, to a wait that was given
    // up before.
    double at = wait.arrival - std::min(kArrivalSeconds, wait.end - wait.begin) / 2;
    if (at >= wait.end)
      continue;
    ordered_json from = event("s", "ends the wait", "cause", wait.lateRank, track, at);
    from["id"] = ++id;
    ordered_json to = event("f", "ends the wait", "cause", wait.rank, wait.thread, at);
    to["bp"] = "e";
    to["id"] = id;
    events.push_back(std::move(from));
    events.push_back(std::move(to));
  }
  ordered_json trace = {{"displayTimeUnit", "ms"},
                        {"otherData",
                         {{"tool", fmt::format("fencepost {}", FENCEPOST_VERSION)},
                          {"program", results.fact("program")}}},
                        {"traceEvents", std::move(events)}};
  return trace.dump(1, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

} // namespace fencepost::driver
