//===- trial/Partners.cpp - calls that others do not make ----------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Of processes whose calls are all known, in whatever order messages come, it is counted whether
// each call that needs another process's has one.
//
//===----------------------------------------------------------------------===//

#include "trial/Mistakes.h"
#include "trial/Process.h"

#include "checks/RaceWords.h"

#include "clang/AST/ASTContext.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace fencepost::plugin::trial {

namespace {

using Calls = std::vector<const CallEvent *>;

const std::string *windowOf(const Course &course, const CallEvent &event) {
  return event.window ? &course.windows[*event.window].name : nullptr;
}

/// The calls of that kind that concern the window and the other process.
Calls callsFor(const Course &course, EventKind kind, const std::string &window, int64_t other) {
  Calls calls;
  for (const CallEvent &event : course.calls)
    if (const std::string *name = windowOf(course, event);
        name && event.kind == kind && *name == window && llvm::is_contained(event.group, other))
      calls.push_back(&event);
  return calls;
}

void add(Mistakes &found, FindingId id, const CallEvent &event, const std::string &message,
         const ASTContext &context) {
  const Expr *window = event.call.window();
  const std::string name =
      std::string(event.call.info().name) + (window ? " on " + inQuotes(window, context) : "");
  found.insert({{id, event.call.expr}, {id, event.call.expr, event.call.expr, name + message}});
}

void comparePosts(const std::vector<Course> &courses, int64_t origin, int64_t target,
                  const ASTContext &context, Mistakes &found) {
  for (const Window &window : courses[origin].windows) {
    const Calls starts = callsFor(courses[origin], EventKind::Start, window.name, target),
                posts = callsFor(courses[target], EventKind::Post, window.name, origin);
    if (starts.size() > posts.size())
      add(found, FindingId::UnmatchedSync, *starts[posts.size()],
          ", but process " + std::to_string(target) +
              " of the group calls no MPI_Win_post that goes with it",
          context);
    if (posts.size() > starts.size())
      add(found, FindingId::UnmatchedSync, *posts[starts.size()],
          ", but process " + std::to_string(origin) +
              " of the group calls no MPI_Win_start that goes with it",
          context);
  }
}

/// Collective calls of the kind, of one window or one communicator.
Calls collectives(const Course &course, EventKind kind, const std::string &of) {
  Calls calls;
  for (const CallEvent &event : course.calls) {
    const std::string *name = kind == EventKind::WinCreate
                                  ? (event.comm ? &course.comms[*event.comm].name : nullptr)
                                  : windowOf(course, event);
    if (event.kind == kind && name && *name == of)
      calls.push_back(&event);
  }
  return calls;
}

void compareCollectives(const std::vector<Course> &courses, const Comm &comm, EventKind kind,
                        const std::string &of, const ASTContext &context, Mistakes &found) {
  const int64_t first = comm.members.front();
  const Calls some = collectives(courses[first], kind, of);
  for (int64_t each : comm.members) {
    const Calls others = collectives(courses[each], kind, of);
    const bool isMore = others.size() > some.size();
    if (others.size() == some.size())
      continue;
    const CallEvent &event = isMore ? *others[some.size()] : *some[others.size()];
    return add(found, FindingId::DivergentCollective, event,
               " is collective, but process " + std::to_string(isMore ? first : each) +
                   " calls none that goes with that of process " +
                   std::to_string(isMore ? each : first),
               context);
  }
}

/// What a call says with MPI_MODE_NOCHECK, of calls of another process.
class Unchecked {
public:
  Unchecked(const std::vector<Course> &courses, const Order &order, const ASTContext &context)
      : courses(courses), order(order), context(context), noCheck(bindingsOf(context).noCheck) {
    for (unsigned one = 0; one < courses.size(); ++one)
      for (unsigned other = 0; other < courses.size(); ++other)
        if (one != other)
          for (const Window &window : courses[one].windows) {
            posts(one, other, window.name);
            locks(one, other, window.name);
          }
  }

  Mistakes found;

private:
  const std::vector<Course> &courses;
  const Order &order;
  const ASTContext &context;
  const int64_t noCheck;

  unsigned positionOf(unsigned process, const CallEvent &event) const {
    return &event - courses[process].calls.data();
  }

  void add(const CallEvent &event, const CallEvent &other, const std::string &what,
           const std::string &where, bool isOfSeveral) {
    const Expr *at = event.call.argument(Role::Assert);
    found.insert({{FindingId::WrongAssert, at},
                  {FindingId::WrongAssert, at, event.call.expr,
                   "MPI_MODE_NOCHECK of " + std::string(event.call.info().name) + " on " +
                       inQuotes(event.call.window(), context) + ", but " + what,
                   other.call.expr, where, isOfSeveral}});
  }

  /// It is for both or none, and for a start that surely comes behind the post.
  void posts(unsigned origin, unsigned target, const std::string &window) {
    const Calls starts = callsFor(courses[origin], EventKind::Start, window, target),
                posts = callsFor(courses[target], EventKind::Post, window, origin);
    for (std::size_t i = 0; i < std::min(starts.size(), posts.size()); ++i) {
      const CallEvent &start = *starts[i], &post = *posts[i];
      const unsigned position = positionOf(origin, start);
      if (position > order.executed(origin) || !start.assertion || !post.assertion)
        return;
      const bool here = *start.assertion & noCheck, there = *post.assertion & noCheck;
      if (here && !there)
        return add(start, post, "the MPI_Win_post that goes with it has no such assertion",
                   "it is posted here", false);
      if (there && !here)
        return add(post, start, "the MPI_Win_start that goes with it has no such assertion",
                   "it is started here", false);
      if (here && !order.isBefore(target, positionOf(target, post), origin, position))
        return add(start, post, "nothing that the processes call orders the MPI_Win_post before it",
                   "it is posted here", false);
    }
  }

  /// Nobody else may hold, or ask for, a lock that excludes it.
  void locks(unsigned one, unsigned other, const std::string &window) {
    for (const Held &held : heldBy(one, window))
      for (const Held &against : heldBy(other, window)) {
        const CallEvent &lock = *held.lock, &rival = *against.lock;
        const bool isSame = !lock.target || !rival.target || *lock.target == *rival.target;
        if (!lock.assertion || !(*lock.assertion & noCheck) || !isSame ||
            !(lock.isSurelyExclusive || rival.isSurelyExclusive) ||
            (held.isGuarded && against.isGuarded) || isOver(one, held, other, against) ||
            isOver(other, against, one, held))
          continue;
        const bool areOne = lock.call.expr == rival.call.expr;
        return add(lock, rival,
                   "another process's " + std::string(rival.call.info().name) +
                       (areOne ? "" : atLineOf(rival.call.expr, context)) +
                       " may hold or ask for a lock that excludes it",
                   "nothing that the processes call orders the two", true);
      }
  }

  struct Held {
    const CallEvent *lock, *unlock;
    bool isGuarded; // another one is held, of whatever window, which may exclude others
  };

  std::vector<Held> heldBy(unsigned process, const std::string &window) const {
    std::vector<Held> all;
    int open = 0; // locks
    const Course &course = courses[process];
    for (unsigned i = 0; i < std::min<std::size_t>(order.executed(process), course.calls.size());
         ++i) {
      const CallEvent &event = course.calls[i];
      const std::string *name = windowOf(course, event);
      const bool isGuarded = open != 0;
      open += (event.kind == EventKind::Lock) - (event.kind == EventKind::Unlock);
      if (!name || *name != window || event.target.value_or(0) < 0) // MPI_PROC_NULL
        continue;
      if (event.kind == EventKind::Lock || event.kind == EventKind::LockAll)
        all.push_back({&event, nullptr, isGuarded});
      if (event.kind == EventKind::Unlock || event.kind == EventKind::UnlockAll)
        for (Held &held : all)
          if (!held.unlock && held.lock->target == event.target)
            held.unlock = &event;
    }
    return all;
  }

  bool isOver(unsigned process, const Held &held, unsigned other, const Held &behind) const {
    return held.unlock && order.isBefore(process, positionOf(process, *held.unlock), other,
                                         positionOf(other, *behind.lock));
  }
};

} // namespace

Mistakes uncheckedInVain(const std::vector<Course> &courses, const Order &order,
                         const ASTContext &context) {
  return Unchecked(courses, order, context).found;
}

Mistakes unpartnered(const std::vector<Course> &courses, const ASTContext &context) {
  Mistakes found;
  if (!llvm::all_of(courses,
                    [](const Course &course) { return course.isFinalized && !course.mayDiffer; }))
    return found;
  for (int64_t origin = 0; origin < int64_t(courses.size()); ++origin)
    for (int64_t target = 0; target < int64_t(courses.size()); ++target)
      comparePosts(courses, origin, target, context, found);
  for (const Course &course : courses) {
    for (const Comm &comm : course.comms)
      compareCollectives(courses, comm, EventKind::WinCreate, comm.name, context, found);
    for (const Window &window : course.windows)
      for (EventKind kind : {EventKind::Fence, EventKind::WinFree})
        compareCollectives(courses, course.comms[window.comm], kind, window.name, context, found);
  }
  return found;
}

} // namespace fencepost::plugin::trial
