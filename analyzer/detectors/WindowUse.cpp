//===- WindowUse.cpp - how a run's windows are synchronized -----------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/detectors/WindowUse.h"

#include "analyzer/detectors/Epochs.h"
#include "analyzer/match/Exchange.h"
#include "analyzer/match/RankEvents.h"

namespace fencepost::analyzer {

namespace {

/// Whether two windows have memory of one rank at the same time.
bool haveOverlap(const Trace &trace) {
  bool overlap = false;
  forEachRank(trace, [&](uint32_t first, uint32_t end) {
    std::vector<WindowPart> parts;
    for (uint32_t location = first; location < end; ++location)
      for (const WindowPart &part : trace.locations[location].windows)
        if (part.size)
          parts.push_back(part);
    std::sort(parts.begin(), parts.end(),
              [](const WindowPart &a, const WindowPart &b) { return a.base < b.base; });
    for (std::size_t i = 0; i < parts.size(); ++i)
      for (std::size_t j = i + 1; j < parts.size() && parts[j].base < parts[i].base + parts[i].size;
           ++j)
        overlap = overlap || (parts[i].window != parts[j].window &&
                              parts[i].from < parts[j].until && parts[j].from < parts[i].until);
  });
  return overlap;
}

/// The call that made a window.
struct MadeAt {
  uint32_t window, context;
};

} // namespace

/// A probe finds what has been sent by then, a ready send must find its receive posted. Traces do
/// not tell receives from any source: those may be which get messages of several.
void WindowUse::message(const Definitions &definitions, uint32_t rank, const Event &event) {
  uint32_t context = event.context;
  if (event.kind == EventKind::Probe || event.kind == EventKind::MessageFound) {
    messages = messages || definitions.region(context).name.find("robe") != std::string::npos;
  } else if (event.kind == EventKind::Send || event.kind == EventKind::PersistentInit) {
    const std::string &call = definitions.region(context).name;
    messages = messages || call.starts_with("MPI_Rsend") || call.starts_with("MPI_Irsend");
  } else if (event.kind == EventKind::Recv && event.flags & kNonBlocking) {
    receives[{rank, event.request}] = context;
  } else if (event.kind == EventKind::Recv || event.kind == EventKind::SendRecv ||
             event.flags & kMessageDone) {
    if (event.kind == EventKind::Completion) {
      auto posted = receives.find({rank, event.request});
      if (posted == receives.end())
        return;
      context = posted->second;
      receives.erase(posted);
    }
    auto [source, isFirst] = sources.try_emplace({rank, context}, event.peer);
    messages = messages || source->second != event.peer;
  }
}

void WindowUse::look(const Analysis &phase) {
  shared = shared || !sharedWindows(phase.trace).empty();
  overlap = overlap || haveOverlap(phase.trace);
  for (const LocationTrace &location : phase.trace.locations) {
    cutShort = cutShort || (phase.isLast && !location.complete);
    for (const Event &event : location.events) {
      message(phase.definitions(), location.rank, event);
      if (event.kind == EventKind::WinCreate && event.window != kNone) {
        uint32_t &context = made.try_emplace(event.window, event.context).first->second;
        context = std::min(context, event.context);
        // Other tools do not record the flavor.
        shared =
            shared || phase.definitions().region(event.context).call == Call::Win_allocate_shared;
      }
      locked = locked || event.kind == EventKind::Lock || event.kind == EventKind::LockAll;
      if (event.kind >= EventKind::Post && event.kind <= EventKind::Test && event.window != kNone)
        pairwise.insert(event.window);
    }
  }
}

WindowUse::Run WindowUse::ofRun(const Analysis &analysis) const {
  int any[] = {locked, shared, overlap, messages, cutShort};
  MPI_Allreduce(MPI_IN_PLACE, any, 5, MPI_INT, MPI_MAX, analysis.comm);
  Run run{.locked = any[0] != 0,
          .shared = any[1] != 0,
          .overlap = any[2] != 0,
          .messages = any[3] != 0,
          .cutShort =
              any[4] != 0 || analysis.definitions().property("FENCEPOST::COMPLETE") == "false",
          .known = analysis.definitions().property("FENCEPOST::LOST").empty(),
          .pairwise = {},
          .made = {}};
  for (const auto &from :
       allGather(analysis.comm, std::vector<uint32_t>(pairwise.begin(), pairwise.end())))
    run.pairwise.insert(from.begin(), from.end());
  std::vector<MadeAt> mine;
  for (auto [window, context] : made)
    mine.push_back({window, context});
  for (const auto &from : allGather(analysis.comm, mine))
    for (auto [window, context] : from) {
      uint32_t &known = run.made.try_emplace(window, context).first->second;
      known = std::min(known, context);
    }
  return run;
}

std::string WindowUse::Run::besideFences() const {
  return locked     ? "the fences may order epochs of passive target as well"
         : shared   ? "the fences may order loads and stores of shared memory as well"
         : overlap  ? "the fences may order accesses of windows that have memory in common as well"
         : messages ? "the fences may order messages that are probed for, are received from any "
                      "source, or must find their receive, as well"
         : !known   ? "the run made MPI calls that the runtime does not follow"
                    : "";
}

} // namespace fencepost::analyzer
