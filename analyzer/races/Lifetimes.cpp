//===- Lifetimes.cpp - memory that dies while it is in use ----------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/races/Lifetimes.h"

#include "analyzer/races/Carried.h"
#include "analyzer/races/Strided.h"
#include "analyzer/races/WindowParts.h"

#include <algorithm>
#include <span>

namespace fencepost::analyzer::races {

namespace {

/// Memory that is released.
struct Release {
  uint64_t position;
  uint32_t thread, strand;
  Range range;
  Strided bytes;
};

/// A buffer from its call to its completion.
struct BufferUse {
  const Source *source;
  End *end;
  bool isOperation;
};

class RankLifetimes {
public:
  /// `windows`: memory that belongs to windows at the phase's begin, and then at its end.
  RankLifetimes(const Analysis &analysis, const Timeline &timeline, RankPlan &plan,
                std::vector<WindowUse> &windows)
      : analysis_(analysis), definitions_(analysis.definitions()), timeline_(timeline),
        plan_(plan), windows_(windows) {}

  void run() {
    findReleases();
    if (!releases_.empty())
      endBuffers();
    findWindows();
    for (const Release &release : releases_)
      for (const WindowUse &use : windows_)
        if (use.begin < release.position && release.position < use.end &&
            overlap(use.bytes, release.bytes))
          tell(use, release);
    std::erase_if(windows_, [](const WindowUse &use) { return use.end != UINT64_MAX; });
    for (WindowUse &use : windows_)
      use.begin = 0;
  }

private:
  const LocationTrace &location(uint32_t thread) const {
    return analysis_.trace.locations[timeline_.locations[thread]];
  }

  void findReleases() {
    for (uint32_t thread = 0; thread < timeline_.locations.size(); ++thread) {
      const LocationTrace &trace = location(thread);
      for (uint32_t i = 0; i < trace.events.size(); ++i)
        if (trace.events[i].flags & kReleased)
          for (const Range &range : rangesOf(trace, trace.events[i]))
            releases_.push_back({timeline_.positions[thread].enter[i], thread,
                                 timeline_.positions[thread].strand[i], range,
                                 normalize(range.address, range.bytes, range.stride, range.count)});
    }
    std::sort(releases_.begin(), releases_.end(),
              [](const Release &a, const Release &b) { return a.position < b.position; });
  }

  static std::span<const Range> rangesOf(const LocationTrace &trace, const Event &event) {
    return std::span(trace.ranges).subspan(event.firstRange, event.rangeCount);
  }
  const Event &eventOf(const Source &source) const {
    return analysis_.trace.locations[source.location].events[source.event];
  }

  // ---- buffers

  /// By position, with those in flight in hand.
  void endBuffers() {
    std::vector<BufferUse> uses;
    for (Operation &operation : plan_.operations)
      uses.push_back({&operation.source, &operation.local, true});
    for (LocalUse &use : plan_.locals)
      if (eventOf(use.source).flags & kNonBlocking)
        uses.push_back({&use.source, &use.end, false});
    std::sort(uses.begin(), uses.end(), [](const BufferUse &a, const BufferUse &b) {
      return a.source->position < b.source->position;
    });
    std::vector<BufferUse> inFlight;
    auto next = uses.begin();
    for (const Release &release : releases_) {
      for (; next != uses.end() && next->source->position < release.position; ++next)
        inFlight.push_back(*next);
      std::erase_if(inFlight, [&](const BufferUse &use) {
        return use.end->position <= release.position || endAt(release, use);
      });
    }
  }

  bool endAt(const Release &release, const BufferUse &use) {
    const LocationTrace &trace = analysis_.trace.locations[use.source->location];
    const Range *hit = nullptr;
    for (const Range &range : rangesOf(trace, eventOf(*use.source)))
      if (range.kind != RangeKind::Target &&
          overlap(normalize(range.address, range.bytes, range.stride, range.count), release.bytes))
        hit = &range;
    if (!hit)
      return false;
    // A request that nothing completes was freed, perhaps: its program may know by other means.
    if (use.isOperation || use.end->known())
      tell(use, *hit, release);
    use.end->position = release.position;
    use.end->strand = release.strand;
    return true;
  }

  // ---- window memory

  void findWindows() {
    for (uint32_t thread = 0; thread < timeline_.locations.size(); ++thread) {
      const LocationTrace &trace = location(thread);
      for (uint32_t i = 0; i < trace.events.size(); ++i)
        visit(trace, trace.events[i], timeline_.positions[thread].leave[i],
              timeline_.positions[thread].enter[i]);
    }
  }

  void visit(const LocationTrace &trace, const Event &event, uint64_t leave, uint64_t enter) {
    auto base = static_cast<uint64_t>(event.displacement);
    switch (event.kind) {
    case EventKind::WinCreate:
      for (const WindowPart &part : trace.windows)
        if (part.window == event.window && part.flavor == kCreated)
          begin(event, leave, part.base, part.size);
      break;
    case EventKind::WinAttach:
      begin(event, leave, base, event.bytes);
      break;
    case EventKind::WinDetach:
      end(enter, [&](const WindowUse &use) {
        return use.window == event.window && use.bytes.address == base;
      });
      break;
    case EventKind::WinFree:
      end(enter, [&](const WindowUse &use) { return use.window == event.window; });
      break;
    default:
      break;
    }
  }

  void begin(const Event &event, uint64_t position, uint64_t base, uint64_t bytes) {
    if (bytes)
      windows_.push_back(
          {position, UINT64_MAX, event.context, event.window, normalize(base, bytes, 0, 1)});
  }
  template <typename Matches> void end(uint64_t position, Matches matches) {
    for (WindowUse &use : windows_)
      if (use.begin < position && position < use.end && matches(use))
        use.end = position;
  }

  // ---- what is told

  /// "is released by free at line 12", "goes out of scope at line 12"; of another file than what it
  /// is told of, "at list.c:12".
  std::string dies(const Release &release, uint32_t told) const {
    Site site = definitions_.site(release.range.context);
    const Region &region = definitions_.region(release.range.context);
    std::string by = site.call.empty() && region.mpi ? region.name : site.call;
    std::string line;
    if (site.line)
      line = (site.file == definitions_.site(told).file
                  ? " at line "
                  : " at " + site.file.substr(site.file.rfind('/') + 1) + ":") +
             std::to_string(site.line);
    return (by.empty() ? "goes out of scope" : "is released by " + by) + line;
  }

  PlaceOfFinding releasePlace(const Release &release) const {
    PlaceOfFinding place;
    place.role = "release";
    place.rank = plan_.rank;
    place.thread = location(release.thread).thread;
    place.context = release.range.context;
    return place;
  }

  static std::string quoted(const std::string &expression) {
    return expression.empty() ? "the memory" : "`" + expression + "`";
  }

  void tell(const BufferUse &use, const Range &range, const Release &release) {
    const Event &event = eventOf(*use.source);
    std::string call = definitions_.describe(event.context);
    std::string expression = definitions_.site(event.context).expression;
    FoundInstance found{.id = FindingId::BufferLifetime};
    found.message = (expression.empty() ? "the buffer" : quoted(expression)) + " of " +
                    definitions_.region(event.context).name + " by rank " +
                    std::to_string(plan_.rank) + " " + dies(release, event.context) +
                    " before that is complete";
    std::string until =
        use.end->context == kNone
            ? "Nothing completes " + call + ", which "
            : call + ", which is complete at " + definitions_.describe(use.end->context) + ", ";
    found.why =
        until + (writes(range.kind) ? "may still write the memory, whoever it belongs to then."
                                    : "may still read the memory, whatever is there then.");
    found.advice = use.end->context == kNone
                       ? "Complete it while the memory lives."
                       : "Let the memory live until " + definitions_.describe(use.end->context) +
                             ", or complete " + call + " before.";
    PlaceOfFinding place = {.role = "access",
                            .kind = std::string(accessKindName(accessKind(event.kind))),
                            .side = use.isOperation ? "origin" : "local",
                            .rank = plan_.rank,
                            .thread = analysis_.trace.locations[use.source->location].thread,
                            .context = event.context,
                            .target = use.isOperation ? event.peer : kNone,
                            .rangeBegin = {},
                            .rangeEnd = {}};
    found.places = {place, releasePlace(release)};
    if (use.end->context != kNone) {
      PlaceOfFinding completion;
      completion.role = "completion";
      completion.rank = plan_.rank;
      completion.context = use.end->context;
      found.places.push_back(completion);
    }
    add(std::move(found));
  }

  void tell(const WindowUse &use, const Release &release) {
    const std::string &name = definitions_.windows[use.window].name;
    std::string window = name.empty() ? "the window" : "`" + name + "`";
    std::string free = definitions_.region(use.context).kind() == EventKind::WinAttach
                           ? "MPI_Win_detach"
                           : "MPI_Win_free";
    FoundInstance found{.id = FindingId::BufferLifetime};
    found.message = "the memory of " + window + " of rank " + std::to_string(plan_.rank) + " " +
                    dies(release, use.context) + " before " + free;
    found.why = "Until " + free +
                " other processes may access the memory, and the library may "
                "keep it registered with the network.";
    found.advice = "Release it after " + free + ".";
    PlaceOfFinding place;
    place.role = "window";
    place.rank = plan_.rank;
    place.context = use.context;
    found.places = {place, releasePlace(release)};
    add(std::move(found));
  }

  void add(FoundInstance found) {
    found.ranks = {plan_.rank};
    analysis_.results.add(std::move(found));
  }

  const Analysis &analysis_;
  const Definitions &definitions_;
  const Timeline &timeline_;
  RankPlan &plan_;
  std::vector<Release> releases_; // by position
  std::vector<WindowUse> &windows_;
};

} // namespace

void endAtReleases(const Analysis &analysis, const std::vector<Timeline> &timelines,
                   std::vector<RankPlan> &plans, CarriedByRank &carried) {
  for (std::size_t i = 0; i < plans.size(); ++i)
    RankLifetimes(analysis, timelines[i], plans[i], carried[plans[i].rank].memory).run();
}

} // namespace fencepost::analyzer::races
