//===- trial/Releases.cpp - memory that is released too early --------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "trial/Mistakes.h"
#include "trial/Order.h"
#include "trial/Races.h"

#include "Spelling.h"
#include "checks/RaceWords.h"

#include "clang/AST/Expr.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <string_view>

using namespace clang;

namespace fencepost::plugin::trial {

namespace {

/// The call that made the window whose memory it is, which is not freed yet, and the one that frees
/// it later; or null.
std::pair<const CallEvent *, const CallEvent *>
windowOf(const Course &course, const ReleaseEvent &release, unsigned executed) {
  const CallEvent *made = nullptr;
  for (unsigned i = 0; i < executed; ++i) {
    const CallEvent &event = course.calls[i];
    if (!event.window || course.windows[*event.window].memory != release.object ||
        course.windows[*event.window].bytes.value_or(0) <= 0)
      continue;
    if (event.kind == EventKind::WinCreate && i < release.position)
      made = &event;
    else if (event.kind == EventKind::WinFree && made && made->window == event.window) {
      if (i >= release.position)
        return {made, &event};
      made = nullptr;
    }
  }
  return {made, nullptr};
}

/// An operation that may still use it.
struct Use {
  const CallEvent *operation;
  const CallEvent::Buffer *buffer;
  unsigned end; // the call that completes it, at its origin
};

std::optional<Use> useOf(const Course &course, const ReleaseEvent &release, unsigned executed) {
  for (unsigned i = 0; i < release.position; ++i) {
    const CallEvent &event = course.calls[i];
    if (!isOperation(event.kind) || !isSomething(event))
      continue;
    auto buffer = llvm::find_if(event.buffers, [&](const auto &each) {
      return each.object == release.object && (!event.isNoOp || each.isWritten);
    });
    if (buffer == event.buffers.end())
      continue;
    if (const unsigned end = completionOf(course, i, executed, true); end >= release.position)
      return Use{&event, &*buffer, end};
  }
  return std::nullopt;
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

std::string mayStill(const Use &use) {
  return " may still be " + std::string(use.buffer->isWritten ? "writing" : "reading");
}

void givenBack(const Course &course, const ReleaseEvent &release, unsigned executed,
               const ASTContext &context, Mistakes &found) {
  const Expr *argument = release.by.argument;
  const CallExpr *call = release.by.call;
  auto note = [&](const std::string &message, const CallEvent &other, std::string why) {
    found.insert({{FindingId::BufferLifetime, argument},
                  {FindingId::BufferLifetime, argument, call, inQuotes(argument, context) + message,
                   other.call.expr, std::move(why)}});
  };
  if (const CallEvent *made = windowOf(course, release, executed).first)
    note(", the memory of window " + inQuotes(made->call.window(), context) +
             ", is released before the window is freed",
         *made, "the window is made of it here");
  const std::string by = isa_and_nonnull<CXXMemberCallExpr>(call) ? " by " + calleeName(call) : "";
  if (const auto use = useOf(course, release, executed))
    note(" is freed" + by + " while " + std::string(use->operation->call.info().name) +
             atLineOf(use->operation->call.expr, context) + mayStill(*use) + " it",
         *use->operation, "the operation is issued here");
}

void outOfScope(const Course &course, const ReleaseEvent &release, unsigned executed,
                const ASTContext &context, Mistakes &found) {
  const std::string what = "'" + release.by.variable->getNameAsString() + "'";
  if (const auto [made, freed] = windowOf(course, release, executed); freed)
    found.insert({{FindingId::BufferLifetime, made->call.expr},
                  {FindingId::BufferLifetime, made->call.expr, nullptr,
                   "the memory of window " + inQuotes(made->call.window(), context) + ", " + what +
                       ", goes out of scope before the window is freed",
                   freed->call.expr, "the window is freed here"}});
  // What nothing completes is another mistake.
  const auto use = useOf(course, release, executed);
  if (use && use->end != kNever)
    found.insert({{FindingId::BufferLifetime, use->buffer->expr},
                  {FindingId::BufferLifetime, use->buffer->expr, use->operation->call.expr,
                   std::string(use->operation->call.info().name) + mayStill(*use) + " " + what +
                       " when that goes out of scope"}});
}

void endsWithStatement(const Course &course, const ReleaseEvent &release, unsigned executed,
                       Mistakes &found) {
  const auto use = useOf(course, release, executed);
  if (use && use->end != kNever)
    found.insert({{FindingId::BufferLifetime, use->buffer->expr},
                  {FindingId::BufferLifetime, use->buffer->expr, use->operation->call.expr,
                   std::string(use->operation->call.info().name) + mayStill(*use) +
                       " a temporary when that ends",
                   release.by.temporary, "the temporary ends with this statement"}});
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
      if (release.by.temporary)
        endsWithStatement(course, release, executed, found);
      else if (release.by.variable)
        outOfScope(course, release, executed, context, found);
      else if (release.by.argument)
        givenBack(course, release, executed, context, found);
    }
  }
  return found;
}

} // namespace fencepost::plugin::trial
