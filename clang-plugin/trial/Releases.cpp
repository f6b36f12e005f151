//===- trial/Releases.cpp - memory that is released too early --------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "trial/Mistakes.h"
#include "trial/Order.h"
#include "trial/Races.h"

#include "checks/RaceWords.h"

#include "clang/AST/Expr.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <string_view>

using namespace clang;

namespace fencepost::plugin::trial {

namespace {

/// The call that made the window whose memory it is, which is not freed yet; or null.
const CallEvent *madeOf(const Course &course, const ReleaseEvent &release) {
  const CallEvent *made = nullptr;
  for (unsigned i = 0; i < release.position; ++i) {
    const CallEvent &event = course.calls[i];
    if (!event.window || course.windows[*event.window].memory != release.object ||
        course.windows[*event.window].bytes.value_or(0) <= 0)
      continue;
    if (event.kind == EventKind::WinCreate)
      made = &event;
    else if (event.kind == EventKind::WinFree && made && made->window == event.window)
      made = nullptr;
  }
  return made;
}

/// An operation that may still use it.
const CallEvent *usingIt(const Course &course, const ReleaseEvent &release, unsigned executed) {
  for (unsigned i = 0; i < release.position; ++i) {
    const CallEvent &event = course.calls[i];
    const bool isOfIt = isOperation(event.kind) && isSomething(event) &&
                        llvm::any_of(event.buffers, [&](const auto &each) {
                          return each.object == release.object && (!event.isNoOp || each.isWritten);
                        });
    if (isOfIt && completionOf(course, i, executed, true) >= release.position)
      return &event;
  }
  return nullptr;
}

/// Calls `tell` with each access to memory that MPI made for a window, and the call that has freed
/// that.
template <typename Tell> void forEachToFreed(const Course &course, unsigned executed, Tell tell) {
  llvm::DenseMap<const Object *, const CallEvent *> freed;
  llvm::DenseMap<const Object *, bool> isOwn; // whether the program gave the memory
  unsigned call = 0;
  for (const AccessEvent &access : course.accesses) {
    for (; call < std::min(access.position, executed); ++call) {
      const CallEvent &event = course.calls[call];
      const Object *memory = event.window ? course.windows[*event.window].memory : nullptr;
      if (event.kind == EventKind::WinCreate)
        isOwn[memory] |= !std::string_view(event.call.info().name).starts_with("MPI_Win_allocate");
      else if (event.kind == EventKind::WinFree && memory && !isOwn[memory])
        freed[memory] = &event;
    }
    if (access.position <= executed)
      if (const CallEvent *by = freed.lookup(access.object))
        tell(access, *by);
  }
}

} // namespace

Mistakes releasedEarly(const std::vector<Course> &courses, const Order &order,
                       const ASTContext &context) {
  Mistakes found;
  for (unsigned process = 0; process < courses.size(); ++process) {
    const Course &course = courses[process];
    const unsigned executed = order.executed(process);
    forEachToFreed(course, executed, [&](const AccessEvent &access, const CallEvent &freed) {
      found.insert({{FindingId::FreedWindow, access.expr},
                    {FindingId::FreedWindow, access.expr, nullptr,
                     inQuotes(access.expr, context) + (access.writes ? " is written" : " is read") +
                         ", but it is memory of window " + inQuotes(freed.call.window(), context) +
                         ", which is freed",
                     freed.call.expr, "the window was freed here, and its memory with it"}});
    });
    for (const ReleaseEvent &release : course.releases) {
      if (release.position > executed)
        break;
      const std::string what = inQuotes(release.argument, context);
      auto note = [&](const std::string &message, const CallEvent &other, std::string why) {
        found.insert({{FindingId::BufferLifetime, release.argument},
                      {FindingId::BufferLifetime, release.argument, release.call, what + message,
                       other.call.expr, std::move(why)}});
      };
      if (const CallEvent *made = madeOf(course, release))
        note(", the memory of window " + inQuotes(made->call.window(), context) +
                 ", is released before the window is freed",
             *made, "the window is made of it here");
      if (const CallEvent *operation = usingIt(course, release, executed))
        note(" is freed while " + std::string(operation->call.info().name) +
                 atLineOf(operation->call.expr, context) + " may still be " +
                 (bringsBack(operation->kind) ? "writing" : "reading") + " it",
             *operation, "the operation is issued here");
    }
  }
  return found;
}

} // namespace fencepost::plugin::trial
