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

} // namespace

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
