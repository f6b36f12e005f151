//===- trial/Races.cpp - races of processes on trial ---------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "trial/Races.h"

#include "llvm/ADT/STLExtras.h"

#include <limits>

using namespace clang;

namespace fencepost::plugin::trial {

namespace {

/// An operation, or a load or store, in the memory of a window.
struct Act {
  unsigned process;
  unsigned issue; // position
  unsigned end;   // the call that completes it at its target; kNever: none
  const Expr *expr;
  const CallEvent *operation; // null: a load or store, or `by`
  ByteRange bytes;
  bool writes;
  /// What it holds of the target meanwhile: 0 nothing, 1 shared, 2 exclusively.
  int held;
  const CallEvent *by = nullptr;       // whose buffer at the origin it is
  const AccessEvent *access = nullptr; // or what it is
};

class Search {
public:
  Search(const std::vector<Course> &courses, const Order &order, bool infosAreEmpty)
      : courses(courses), order(order), infosAreEmpty(infosAreEmpty) {}

  Races races() {
    std::map<std::pair<std::string, int64_t>, std::vector<Act>> acts;
    for (unsigned process = 0; process < courses.size(); ++process) {
      collectOperations(process, acts);
      collectAccesses(process, acts);
      collectBuffers(process, acts);
    }
    for (auto &[place, all] : acts)
      compare(all);
    for (unsigned process = 0; process < courses.size(); ++process)
      compareBuffers(process);
    return std::move(found);
  }

private:
  const std::vector<Course> &courses;
  const Order &order;
  const bool infosAreEmpty; // of windows
  Races found;

  /// What the process holds of the target at that position.
  int heldAt(unsigned process, unsigned position, unsigned window, int64_t target) const {
    int held = 0;
    for (unsigned i = 0; i < position; ++i) {
      const CallEvent &event = courses[process].calls[i];
      if (event.window != window)
        continue;
      if (event.kind == EventKind::LockAll)
        held = std::max(held, 1);
      else if (event.kind == EventKind::UnlockAll)
        held = 0;
      else if (event.kind == EventKind::Lock && event.target == target)
        held = event.isExclusive ? 2 : 1;
      else if (event.kind == EventKind::Unlock && event.target == target)
        held = 0;
    }
    return held;
  }

  using Acts = std::map<std::pair<std::string, int64_t>, std::vector<Act>>;

  void collectOperations(unsigned process, Acts &acts) const {
    const Course &course = courses[process];
    for (unsigned i = 0; i < order.executed(process); ++i) {
      const CallEvent &event = course.calls[i];
      const auto place = placeOf(courses, process, event);
      if (!isOperation(event.kind) || !place)
        continue;
      const unsigned end = completionOf(course, i, order.executed(process), false);
      const int held = heldAt(process, i, *event.window, place->target);
      for (const ByteRange &piece : event.pieces)
        acts[{place->window, place->target}].push_back(
            {process,
             i,
             end,
             event.call.expr,
             &event,
             {place->begin + piece.begin, place->begin + piece.end},
             changesTarget(event),
             held});
    }
  }

  /// The windows that have the memory, each with the rank of whom it is there.
  static std::vector<std::pair<unsigned, int64_t>> windowsOf(const Course &course,
                                                             const Object *memory) {
    std::vector<std::pair<unsigned, int64_t>> windows;
    for (unsigned i = 0; i < course.windows.size(); ++i)
      if (memory->owner >= 0 && memory->window == i)
        windows.push_back({i, memory->owner});
      else if (course.windows[i].memory == memory)
        windows.push_back({i, course.comms[course.windows[i].comm].rank});
    return windows;
  }

  /// Of operations, in the memory of a window: they are read and written there meanwhile.
  void collectBuffers(unsigned process, Acts &acts) const {
    const Course &course = courses[process];
    for (unsigned i = 0; i < order.executed(process); ++i) {
      const CallEvent &event = course.calls[i];
      if (!isOperation(event.kind) || !isSomething(event))
        continue;
      const unsigned end = completionOf(course, i, order.executed(process), true);
      for (const CallEvent::Buffer &buffer : event.buffers)
        if (buffer.isWritten || !event.isNoOp)
          for (const auto &[window, owner] : windowsOf(course, buffer.object))
            acts[{course.windows[window].name, owner}].push_back(
                {process, i, end, buffer.expr, nullptr, buffer.bytes, buffer.isWritten,
                 heldAt(process, i, window, owner), &event});
    }
  }

  void collectAccesses(unsigned process, Acts &acts) const {
    const Course &course = courses[process];
    constexpr unsigned kMostActs = 300; // in one memory
    std::map<const std::vector<Act> *, unsigned> mine;
    for (const AccessEvent &access : course.accesses) {
      if (access.position > order.executed(process))
        break;
      for (const auto &[i, owner] : windowsOf(course, access.object)) {
        std::vector<Act> &all = acts[{course.windows[i].name, owner}];
        Act act{
            process, access.position, access.position, access.expr,
            nullptr, access.bytes,    access.writes,   heldAt(process, access.position, i, owner),
            nullptr, &access};
        if (mine[&all]++ >= kMostActs)
          continue;
        // Turns of a loop are alike.
        Act *last = all.empty() ? nullptr : &all.back();
        if (last && last->expr == act.expr && last->process == process &&
            last->issue == act.issue && last->writes == act.writes &&
            last->bytes.begin <= act.bytes.end && act.bytes.begin <= last->bytes.end) {
          last->bytes.begin = std::min(last->bytes.begin, act.bytes.begin);
          last->bytes.end = std::max(last->bytes.end, act.bytes.end);
          --mine[&all];
          continue;
        }
        all.push_back(act);
      }
    }
  }

  /// Whether the one is over, for all, before the other begins.
  bool isOver(const Act &one, const Act &other) const {
    if (one.process == other.process)
      return one.operation ? one.end < other.issue : one.issue <= other.issue;
    // What another process has read of an atomic operation is there.
    if (one.operation && isAtomic(one.operation->kind) &&
        order.isObserved(one.process, one.issue, other.process, other.issue))
      return true;
    if (one.end == kNever)
      return false;
    // Loads and stores are over when the next call begins.
    return order.isBefore(one.process, one.end, other.process, other.issue);
  }

  void compare(const std::vector<Act> &all) {
    for (std::size_t i = 0; i < all.size(); ++i)
      for (std::size_t k = i + 1; k < all.size(); ++k) {
        const Act &a = all[i], &b = all[k];
        if (!(a.writes || b.writes) || !a.bytes.overlaps(b.bytes) ||
            (a.process == b.process && (a.by || b.by || (!a.operation && !b.operation))) ||
            (std::min(a.held, b.held) > 0 && std::max(a.held, b.held) == 2 &&
             a.process != b.process))
          continue;
        const bool areAtomic = a.operation && b.operation && isAtomic(a.operation->kind) &&
                               isAtomic(b.operation->kind);
        // Accumulates of one origin are ordered; benchmarks send the same again and again.
        if (a.process == b.process && a.operation && b.operation && (areAtomic || a.expr == b.expr))
          continue;
        if (areAtomic && !(infosAreEmpty && haveDifferentOps(*a.operation, *b.operation)))
          continue;
        // The own load before the own operation, and behind its end.
        if (isOver(a, b) || isOver(b, a))
          continue;
        Race race{areAtomic ? FindingId::MixedAccumulate : FindingId::RemoteRace, sideOf(a),
                  sideOf(b), a.process == b.process, a.process == b.process};
        if (!areAtomic && !weaken(race, a, b))
          weaken(race, b, a);
        note(race);
      }
  }

  static bool haveDifferentOps(const CallEvent &a, const CallEvent &b) {
    return !a.op.empty() && !b.op.empty() && a.op != b.op && !a.isNoOp && !b.isNoOp &&
           !a.type.empty() && a.type == b.type;
  }

  Side sideOf(const Act &act) const {
    if (!act.operation)
      return {act.expr, act.writes, std::nullopt, std::nullopt,
              act.by       ? std::optional(act.by->call)
              : act.access ? act.access->by
                           : std::nullopt};
    return {act.expr, act.writes, act.operation->call, callAt(act.process, act.end)};
  }

  std::optional<MpiCall> callAt(unsigned process, unsigned position) const {
    return position == kNever ? std::nullopt : std::optional(courses[process].calls[position].call);
  }

  /// Whether a call completes the one at its origin only, where the other follows that.
  bool weaken(Race &race, const Act &one, const Act &other) const {
    if (!one.operation || one.process == other.process || bringsBack(one.operation->kind))
      return false;
    const unsigned local =
        completionOf(courses[one.process], one.issue, order.executed(one.process), true);
    if (local >= one.end || !order.isBefore(one.process, local, other.process, other.issue))
      return false;
    race.weak = courses[one.process].calls[local].call;
    race.weakened = one.expr;
    const auto &calls = courses[one.process].calls;
    for (unsigned i = local + 1; i < order.executed(one.process) && !race.lets; ++i)
      if (orders(calls[i].kind) && order.isBefore(one.process, i, other.process, other.issue))
        race.lets = calls[i].call;
    return true;
  }

  /// Whether others may go on behind it.
  static bool orders(EventKind kind) {
    return isCollective(kind) || isSend(kind) || kind == EventKind::SendRecv ||
           kind == EventKind::Fence || kind == EventKind::Post || kind == EventKind::Complete ||
           kind == EventKind::CommCreate || kind == EventKind::WinCreate;
  }

  void note(Race race) {
    if (race.second.expr->getBeginLoc() < race.first.expr->getBeginLoc())
      std::swap(race.first, race.second);
    auto [noted, isNew] = found.insert({{race.first.expr, race.second.expr}, race});
    noted->second.isOfOne &= race.isOfOne;
    noted->second.isInOne |= race.isInOne;
    if (race.weak && !noted->second.weak) {
      noted->second.weak = race.weak;
      noted->second.weakened = race.weakened;
      noted->second.lets = race.lets;
    }
  }

  /// Loads and stores of buffers under way.
  void compareBuffers(unsigned process) {
    const Course &course = courses[process];
    for (unsigned i = 0; i < order.executed(process); ++i) {
      const CallEvent &event = course.calls[i];
      if (!isOperation(event.kind) || event.target.value_or(-1) < 0)
        continue;
      const unsigned end = completionOf(course, i, order.executed(process), true);
      const unsigned last = std::min(end, order.executed(process));
      auto access = llvm::partition_point(
          course.accesses, [&](const AccessEvent &each) { return each.position <= i; });
      for (; access != course.accesses.end() && access->position <= last; ++access)
        for (const CallEvent::Buffer &buffer : event.buffers)
          if ((!event.isNoOp || buffer.isWritten) && access->object == buffer.object &&
              (access->writes || buffer.isWritten) && access->bytes.overlaps(buffer.bytes))
            note({FindingId::LocalRace,
                  {access->expr, access->writes, std::nullopt, std::nullopt, access->by},
                  {event.call.expr, buffer.isWritten, event.call, callAt(process, end)},
                  true,
                  true});
    }
  }
};

} // namespace

unsigned completionOf(const Course &course, unsigned issue, unsigned executed, bool isLocal) {
  const CallEvent &operation = course.calls[issue];
  isLocal |= bringsBack(operation.kind);
  for (unsigned i = issue + 1; i < executed; ++i) {
    const CallEvent &event = course.calls[i];
    if (event.kind == EventKind::Completion && isLocal &&
        llvm::is_contained(event.completed, issue))
      return i;
    if (event.window != operation.window)
      continue;
    switch (event.kind) {
    case EventKind::FlushLocal:
    case EventKind::FlushLocalAll:
      if (!isLocal)
        break;
      [[fallthrough]];
    case EventKind::Unlock:
    case EventKind::Flush:
    case EventKind::FlushAll:
    case EventKind::UnlockAll:
      if (event.target && event.target != operation.target)
        break;
      [[fallthrough]];
    case EventKind::Fence:
    case EventKind::Complete:
    case EventKind::WinFree:
      return i;
    default:
      break;
    }
  }
  return kNever;
}

Races racesOf(const std::vector<Course> &courses, const Order &order, bool infosAreEmpty) {
  return Search(courses, order, infosAreEmpty).races();
}

} // namespace fencepost::plugin::trial
