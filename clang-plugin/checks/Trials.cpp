//===- checks/Trials.cpp - races of a whole program on trial --------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A program in one file is executed for two, three and four processes, as far as
// its source tells what they do, and what no call of these orders is compared.
// What meets however many there are is reported.
//
//===----------------------------------------------------------------------===//

#include "Analyses.h"
#include "Program.h"
#include "Reporter.h"
#include "checks/Check.h"
#include "checks/RaceWords.h"
#include "trial/Order.h"
#include "trial/Process.h"

#include "clang/AST/ASTContext.h"
#include "llvm/ADT/STLExtras.h"

#include <limits>
#include <map>

using namespace clang;

namespace fencepost::plugin {

namespace {

using namespace trial;

constexpr unsigned kNever = std::numeric_limits<unsigned>::max();

/// An operation, or a load or store, in the memory of a window.
struct Act {
  unsigned process;
  unsigned issue; // position
  unsigned end;   // the call that completes it at its target; kNever: none
  const Expr *expr;
  const CallEvent *operation; // null: a load or store
  ByteRange bytes;
  bool writes;
  /// What it holds of the target meanwhile: 0 nothing, 1 shared, 2 exclusively.
  int held;
};

/// One of two; without a call a load or store.
struct Side {
  const Expr *expr;
  bool writes;
  std::optional<MpiCall> call;
};

struct Race {
  FindingId id;
  Side first, second; // in the source
  bool isOfOne;       // process
};

using Races = std::map<std::pair<const Expr *, const Expr *>, Race>;

class Trial {
public:
  Trial(std::vector<Course> &courses, bool infosAreEmpty)
      : courses(courses), infosAreEmpty(infosAreEmpty), order(courses) {}

  /// Whether the program is meant for so many processes.
  bool isMeant() const {
    if (!order.isSound())
      return false;
    for (unsigned process = 0; process < courses.size(); ++process)
      for (unsigned i = 0; i < order.executed(process); ++i) {
        const CallEvent &event = courses[process].calls[i];
        if (isOperation(event.kind) && event.target &&
            *event.target >= courses[process].comms[*event.comm].size)
          return false;
      }
    return true;
  }

  /// Whether processes do different things: what they all do alike may be meant for a single one.
  bool isForSeveral() const {
    const Course &one = courses.front(), &other = courses.back();
    return one.steps != other.steps || one.asked != other.asked ||
           one.calls.size() != other.calls.size() ||
           !std::equal(one.calls.begin(), one.calls.end(), other.calls.begin(),
                       [](const CallEvent &a, const CallEvent &b) {
                         return a.call.expr == b.call.expr && a.target == b.target &&
                                a.displacement == b.displacement && a.source == b.source;
                       });
  }

  Races races() {
    std::map<std::pair<std::string, int64_t>, std::vector<Act>> acts;
    for (unsigned process = 0; process < courses.size(); ++process) {
      collectOperations(process, acts);
      collectAccesses(process, acts);
    }
    for (auto &[place, all] : acts)
      compare(all);
    for (unsigned process = 0; process < courses.size(); ++process)
      compareBuffers(process);
    return std::move(found);
  }

private:
  std::vector<Course> &courses;
  const bool infosAreEmpty; // of windows
  Order order;
  Races found;

  /// The call that completes the operation: at its target, or at its origin.
  unsigned completionOf(unsigned process, unsigned issue, bool isLocal) const {
    const Course &course = courses[process];
    const CallEvent &operation = course.calls[issue];
    isLocal |= bringsBack(operation.kind);
    for (unsigned i = issue + 1; i < order.executed(process); ++i) {
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
      if (!isOperation(event.kind) || !event.window || !event.displacement || !event.length ||
          *event.length <= 0 || event.target.value_or(-1) < 0)
        continue;
      const trial::Window &window = course.windows[*event.window];
      const int64_t target = *event.target;
      // The unit and the memory are the target's.
      const Course &there = courses[course.comms[window.comm].size == 1 ? process : target];
      auto same = llvm::find_if(
          there.windows, [&](const trial::Window &each) { return each.name == window.name; });
      if (same == there.windows.end() || !same->unit)
        continue;
      const int64_t begin = same->offset + *event.displacement * *same->unit;
      acts[{window.name, target}].push_back({process,
                                             i,
                                             completionOf(process, i, false),
                                             event.call.expr,
                                             &event,
                                             {begin, begin + *event.length},
                                             changesTarget(event),
                                             heldAt(process, i, *event.window, target)});
    }
  }

  void collectAccesses(unsigned process, Acts &acts) const {
    const Course &course = courses[process];
    constexpr unsigned kMostActs = 300; // in one memory
    std::map<const std::vector<Act> *, unsigned> mine;
    for (const AccessEvent &access : course.accesses) {
      if (access.position > order.executed(process))
        break;
      for (unsigned i = 0; i < course.windows.size(); ++i) {
        const trial::Window &window = course.windows[i];
        const bool isPeers = access.object->owner >= 0 && access.object->window == i;
        if (window.memory != access.object && !isPeers)
          continue;
        const int64_t owner = isPeers ? access.object->owner : course.comms[window.comm].rank;
        std::vector<Act> &all = acts[{window.name, owner}];
        Act act{
            process, access.position, access.position, access.expr,
            nullptr, access.bytes,    access.writes,   heldAt(process, access.position, i, owner)};
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
            (!a.operation && !b.operation && a.process == b.process) ||
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
        note(areAtomic ? FindingId::MixedAccumulate : FindingId::RemoteRace, sideOf(a), sideOf(b),
             a.process == b.process);
      }
  }

  /// An op that is not known may be none.
  static bool changesTarget(const CallEvent &event) {
    const bool isAccumulate = isAtomic(event.kind) && event.kind != EventKind::CompareAndSwap;
    return event.kind != EventKind::Get && !(isAccumulate && (event.op.empty() || event.isNoOp));
  }

  static bool haveDifferentOps(const CallEvent &a, const CallEvent &b) {
    return !a.op.empty() && !b.op.empty() && a.op != b.op && !a.isNoOp && !b.isNoOp &&
           !a.type.empty() && a.type == b.type;
  }

  static Side sideOf(const Act &act) {
    return {act.expr, act.writes,
            act.operation ? std::optional(act.operation->call) : std::nullopt};
  }

  void note(FindingId id, Side a, Side b, bool isOfOne) {
    if (b.expr->getBeginLoc() < a.expr->getBeginLoc())
      std::swap(a, b);
    auto [race, isNew] = found.insert({{a.expr, b.expr}, {id, a, b, isOfOne}});
    race->second.isOfOne &= isOfOne;
  }

  /// Loads and stores of buffers under way.
  void compareBuffers(unsigned process) {
    const Course &course = courses[process];
    for (unsigned i = 0; i < order.executed(process); ++i) {
      const CallEvent &event = course.calls[i];
      if (!isOperation(event.kind) || event.target.value_or(-1) < 0)
        continue;
      const unsigned end = completionOf(process, i, true);
      for (const AccessEvent &access : course.accesses)
        for (const CallEvent::Buffer &buffer : event.buffers)
          if ((!event.isNoOp || buffer.isWritten) && access.position > i &&
              access.position <= end && access.position <= order.executed(process) &&
              access.object == buffer.object && (access.writes || buffer.isWritten) &&
              access.bytes.overlaps(buffer.bytes))
            note(FindingId::LocalRace, {access.expr, access.writes, std::nullopt},
                 {event.call.expr, buffer.isWritten, event.call}, true);
    }
  }
};

void reportRace(const Race &race, const ASTContext &context, Reporter &reporter) {
  // The load or store is what the program can change.
  const bool isFirst = !race.first.call && race.second.call;
  const Side &here = isFirst ? race.first : race.second,
             &there = isFirst ? race.second : race.first;
  if (reporter.names(race.id, here.expr->getBeginLoc(), there.expr->getBeginLoc()))
    return;
  const bool areOne = here.expr == there.expr;
  const std::string line = areOne ? "" : atLineOf(there.expr, context);
  auto nameOf = [](const Side &side) { return std::string(side.call->info().name); };
  std::string other = there.call ? nameOf(there) + line : "";
  if (!race.isOfOne)
    other.insert(0, "another process's ");
  std::string message;
  if (race.id == FindingId::MixedAccumulate)
    message =
        nameOf(here) + " while " + other + " may accumulate with another op to the same elements";
  else if (here.call)
    message = operationWhile(nameOf(here), inQuotes(here.call->argument(Role::Target), context),
                             other, there.writes);
  else if (there.call)
    message = accessWhile(inQuotes(here.expr, context), here.writes, nullptr, other, there.writes);
  else
    message = accessWhileShared(inQuotes(here.expr, context), here.writes, nullptr, there.writes,
                                areOne ? "" : inQuotes(there.expr, context) + line);
  std::vector<FindingNote> notes;
  if (!areOne)
    notes = {{there.expr->getSourceRange(), "nothing that the processes call orders the two"}};
  reporter.report(race.id, here.expr->getExprLoc(), here.expr->getSourceRange(), message, notes);
}

/// What is there for every number of processes that the program takes; nothing where it ends
/// before it makes a window.
std::optional<Races> racesOf(Code &code, const FunctionDecl *main, int64_t argc, bool hasNoInfos) {
  constexpr int64_t kFewest = 2, kEnough = 3, kMost = 4;
  std::optional<Races> common;
  bool makesWindows = false;
  for (int64_t size = kFewest; size <= (common ? kEnough : kMost); ++size) {
    std::vector<Course> courses;
    courses.reserve(size); // they point into themselves
    bool gaveUp = false;
    for (int64_t rank = 0; rank < size && !gaveUp; ++rank) {
      courses.push_back(Process(code, rank, size, argc).run(main));
      gaveUp = courses.back().gaveUp;
    }
    makesWindows |= !courses.front().windows.empty();
    if (gaveUp)
      continue;
    Trial trial(courses, hasNoInfos);
    if (!trial.isMeant())
      continue;
    if (!trial.isForSeveral()) {
      common.reset();
      break;
    }
    auto races = trial.races();
    if (!common) {
      common = std::move(races);
      continue;
    }
    std::erase_if(*common, [&](const auto &each) { return !races.count(each.first); });
  }
  return common || !makesWindows ? common : Races();
}

} // namespace

void checkTrials(const FunctionDecl *main, Analyses &analyses, Reporter &reporter) {
  if (!analyses.program.isWhole() || analyses.program.hasNo(EventKind::WinCreate) ||
      analyses.program.ordersByMemory() ||
      !(reporter.isWanted(FindingId::RemoteRace) || reporter.isWanted(FindingId::LocalRace)))
    return;
  Code code(analyses.context);
  const bool hasNoInfos = analyses.program.hasNoInfos();
  // It may end at once where it is given nothing.
  constexpr int64_t kMostArguments = 4;
  const int64_t most = main->getNumParams() ? kMostArguments + 1 : 1;
  std::optional<Races> found;
  for (int64_t argc = 1; argc <= most && !found; ++argc)
    found = racesOf(code, main, argc, hasNoInfos);
  if (found)
    for (const auto &[places, race] : *found)
      reportRace(race, analyses.context, reporter);
}

} // namespace fencepost::plugin
