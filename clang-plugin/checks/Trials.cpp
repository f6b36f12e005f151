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
#include "Spelling.h"
#include "checks/Check.h"
#include "trial/Order.h"
#include "trial/Process.h"

#include "clang/AST/ASTContext.h"
#include "clang/Basic/SourceManager.h"
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
  Range bytes;
  bool writes;
  /// What it holds of the target meanwhile: 0 nothing, 1 shared, 2 exclusively.
  int held;
};

/// Of two expressions, the one that comes first in the source first.
struct Race {
  FindingId id;
  const Expr *first, *second;
  bool firstWrites, secondWrites, isOfOne; // process
  std::optional<MpiCall> firstCall, secondCall;
};

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

  std::map<std::pair<const Expr *, const Expr *>, Race> races() {
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
  std::map<std::pair<const Expr *, const Expr *>, Race> found;

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
            (a.process == b.process && a.operation && b.operation) ||
            (std::min(a.held, b.held) > 0 && std::max(a.held, b.held) == 2 &&
             a.process != b.process))
          continue;
        const bool areAtomic = a.operation && b.operation && isAtomic(a.operation->kind) &&
                               isAtomic(b.operation->kind);
        if (areAtomic && !(infosAreEmpty && haveDifferentOps(*a.operation, *b.operation)))
          continue;
        // The own load before the own operation, and behind its end.
        if (isOver(a, b) || isOver(b, a))
          continue;
        note(areAtomic ? FindingId::MixedAccumulate : FindingId::RemoteRace, a.expr, a.writes,
             a.operation, b.expr, b.writes, b.operation, a.process == b.process);
      }
  }

  static bool isNoOp(const CallEvent &event) {
    constexpr const char *kMpichNoOp = "1476395022";
    return event.op == "ompi_mpi_op_no_op" || event.op == kMpichNoOp;
  }

  /// An op that is not known may be none.
  static bool changesTarget(const CallEvent &event) {
    const bool isAccumulate = isAtomic(event.kind) && event.kind != EventKind::CompareAndSwap;
    return event.kind != EventKind::Get && !(isAccumulate && (event.op.empty() || isNoOp(event)));
  }

  static bool haveDifferentOps(const CallEvent &a, const CallEvent &b) {
    return !a.op.empty() && !b.op.empty() && a.op != b.op && !isNoOp(a) && !isNoOp(b) &&
           !a.type.empty() && a.type == b.type;
  }

  void note(FindingId id, const Expr *a, bool aWrites, const CallEvent *aCall, const Expr *b,
            bool bWrites, const CallEvent *bCall, bool isOfOne) {
    if (b->getBeginLoc() < a->getBeginLoc()) {
      std::swap(a, b);
      std::swap(aWrites, bWrites);
      std::swap(aCall, bCall);
    }
    auto callOf = [](const CallEvent *event) {
      return event ? std::optional(event->call) : std::nullopt;
    };
    auto [race, isNew] =
        found.insert({{a, b}, {id, a, b, aWrites, bWrites, isOfOne, callOf(aCall), callOf(bCall)}});
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
          if (!(isNoOp(event) && !buffer.isWritten) && access.position > i &&
              access.position <= end && access.position <= order.executed(process) &&
              access.object == buffer.object && (access.writes || buffer.isWritten) &&
              access.bytes.overlaps(buffer.bytes))
            note(FindingId::LocalRace, access.expr, access.writes, nullptr, event.call.expr,
                 buffer.isWritten, &event, true);
    }
  }
};

std::string doing(bool writes) { return writes ? "writing" : "reading"; }

void reportRace(const Race &race, const ASTContext &context, Reporter &reporter) {
  // The load or store is what the program can change.
  const bool isFirst = !race.firstCall && race.secondCall;
  const Expr *at = isFirst ? race.first : race.second, *other = isFirst ? race.second : race.first;
  const std::optional<MpiCall> &call = isFirst ? race.firstCall : race.secondCall;
  const std::optional<MpiCall> &otherCall = isFirst ? race.secondCall : race.firstCall;
  const bool writes = isFirst ? race.firstWrites : race.secondWrites;
  const bool otherWrites = isFirst ? race.secondWrites : race.firstWrites;
  const SourceManager &sources = context.getSourceManager();
  const std::string line =
      " at line " +
      std::to_string(sources.getPresumedLineNumber(sources.getFileLoc(other->getExprLoc())));
  auto nameOf = [](const std::optional<MpiCall> &of) { return std::string(of->info().name); };
  std::string message;
  if (race.id == FindingId::LocalRace)
    message = "'" + spelling(at, context) + "' is " + (writes ? "written" : "read") + " while " +
              nameOf(otherCall) + line + " may still be " + doing(otherWrites) + " it";
  else if (race.id == FindingId::MixedAccumulate)
    message = nameOf(call) + " while another process's " + nameOf(otherCall) +
              (at == other ? "" : line) + " may accumulate with another op to the same elements";
  else if (call)
    message = nameOf(call) + " accesses at target '" +
              spelling(call->argument(Role::Target), context) + "' what " +
              (at == other ? "another process's " + nameOf(otherCall)
                           : "another process's " + nameOf(otherCall) + line) +
              " may be " + doing(otherWrites);
  else if (otherCall)
    message = "'" + spelling(at, context) + "' is " + (writes ? "written" : "read") + " while " +
              (race.isOfOne ? "" : "another process's ") + nameOf(otherCall) + line +
              " may still be " + doing(otherWrites) + " it";
  else
    message = "'" + spelling(at, context) + "' is " + (writes ? "written" : "read") +
              " while another process may be " + doing(otherWrites) + " it" +
              (at == other ? "" : " by '" + spelling(other, context) + "'" + line);
  std::vector<FindingNote> notes;
  if (at != other)
    notes.push_back({other->getSourceRange(), "nothing that the processes call orders the two"});
  reporter.report(race.id, at->getExprLoc(), at->getSourceRange(), message, notes);
}

} // namespace

void checkTrials(const FunctionDecl *main, Analyses &analyses, Reporter &reporter) {
  if (!analyses.program.isWhole() || analyses.program.ordersByMemory() ||
      !(reporter.isWanted(FindingId::RemoteRace) || reporter.isWanted(FindingId::LocalRace)))
    return;
  trial::Program program(analyses.context);
  constexpr int64_t kFewest = 2, kEnough = 3, kMost = 4;
  std::optional<std::map<std::pair<const Expr *, const Expr *>, Race>> common;
  for (int64_t size = kFewest; size <= (common ? kEnough : kMost); ++size) {
    std::vector<Course> courses;
    courses.reserve(size); // they point into themselves
    bool gaveUp = false;
    for (int64_t rank = 0; rank < size && !gaveUp; ++rank) {
      courses.push_back(trial::Process(program, rank, size).run(main));
      gaveUp = courses.back().gaveUp;
    }
    if (gaveUp)
      continue;
    Trial trial(courses, analyses.program.hasNoInfos());
    if (!trial.isMeant())
      continue;
    if (!trial.isForSeveral())
      return;
    auto races = trial.races();
    if (!common) {
      common = std::move(races);
      continue;
    }
    std::erase_if(*common, [&](const auto &each) { return !races.count(each.first); });
  }
  if (common)
    for (const auto &[places, race] : *common)
      reportRace(race, analyses.context, reporter);
}

} // namespace fencepost::plugin
