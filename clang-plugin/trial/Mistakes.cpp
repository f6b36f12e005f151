//===- trial/Mistakes.cpp - what a process on trial calls wrongly --------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "trial/Mistakes.h"

#include "checks/RaceWords.h"
#include "trial/Process.h"

#include "clang/AST/ASTContext.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace fencepost::plugin::trial {

namespace {

/// What is open of a window, and what is known of what was.
struct Epochs {
  const CallEvent *fence = nullptr, *start = nullptr, *post = nullptr, *lockAll = nullptr;
  std::map<int64_t, const CallEvent *> locks; // by target
  const CallEvent *operation = nullptr;       // that the next fence is to complete
  const CallEvent *closed = nullptr;          // what closed the last one
  const CallEvent *noSucceed = nullptr;       // a fence, while nothing is open
  const CallEvent *freed = nullptr;
  unsigned fences = 0;
  unsigned synchronized = 0; // position behind the last call that is no operation
  bool isWrong = false;

  bool isPassive() const { return lockAll || !locks.empty(); }

  /// What a call of that kind must not find open; or null.
  const CallEvent *excluding(EventKind kind, int64_t target, bool isOwn) const {
    const CallEvent *lock = locks.empty() ? nullptr : locks.begin()->second;
    const CallEvent *passive = lockAll ? lockAll : lock;
    const CallEvent *fenced = operation ? fence : nullptr;
    switch (kind) {
    case EventKind::Lock:
      if (auto held = locks.find(target); held != locks.end())
        return held->second;
      return lockAll ? lockAll : start ? start : fenced ? fenced : isOwn ? post : nullptr;
    case EventKind::LockAll:
      return passive ? passive : start ? start : fenced ? fenced : post;
    case EventKind::Start:
      return passive ? passive : start ? start : fenced;
    case EventKind::Post:
      return post;
    case EventKind::Fence:
      return passive ? passive : start ? start : post;
    default:
      return nullptr;
    }
  }

  /// What the call needs and has not; or null.
  const char *missing(EventKind kind, int64_t target) const {
    switch (kind) {
    case EventKind::Unlock:
      return locks.count(target) ? nullptr
             : lockAll           ? "which MPI_Win_lock_all locked"
                                 : "whose target is not locked";
    case EventKind::UnlockAll:
      return lockAll ? nullptr : "which MPI_Win_lock_all has not locked";
    case EventKind::Complete:
      return start ? nullptr : "which has no MPI_Win_start to complete";
    case EventKind::Wait:
      return post ? nullptr : "which has no MPI_Win_post to wait for";
    default:
      return nullptr;
    }
  }

  void follow(const CallEvent &event) {
    switch (event.kind) {
    case EventKind::Lock:
      locks[*event.target] = &event;
      break;
    case EventKind::Unlock:
      locks.erase(*event.target);
      closed = &event;
      break;
    case EventKind::LockAll:
      lockAll = &event;
      break;
    case EventKind::UnlockAll:
      lockAll = nullptr;
      closed = &event;
      break;
    case EventKind::Start:
      start = &event;
      break;
    case EventKind::Complete:
      start = nullptr;
      closed = &event;
      break;
    case EventKind::Post:
      post = &event;
      break;
    case EventKind::Wait:
      post = nullptr;
      break;
    case EventKind::WinFree:
      freed = &event;
      break;
    default:
      break;
    }
  }
};

std::string nameOf(const CallEvent &event) { return std::string(event.call.info().name); }

class Walk {
public:
  Walk(const std::vector<Course> &courses, unsigned process, unsigned end, const Code &code,
       Mistakes &found)
      : courses(courses), course(courses[process]), code(code), context(code.context),
        modes(bindingsOf(context)), found(found), windows(course.windows.size()) {
    for (position = 0; position < end; ++position)
      if (const CallEvent &event = course.calls[position]; event.window)
        call(event, windows[*event.window]);
    if (end < course.calls.size() || !course.isFinalized)
      return;
    for (Epochs &epochs : windows)
      if (!epochs.freed && !epochs.isWrong)
        leftOpen(epochs, nullptr);
    leftRequests();
  }

private:
  const std::vector<Course> &courses;
  const Course &course;
  const Code &code;
  const ASTContext &context;
  const Bindings &modes;
  Mistakes &found;
  std::vector<Epochs> windows;
  unsigned position = 0;

  void note(FindingId id, const CallEvent &event, const Expr *at, std::string message,
            const Expr *other = nullptr, std::string why = "") {
    found.insert({{id, at}, {id, at, event.call.expr, std::move(message), other, std::move(why)}});
  }

  void add(Epochs &epochs, FindingId id, const CallEvent &event, const Expr *at,
           std::string message, const CallEvent *other = nullptr, std::string why = "") {
    epochs.isWrong = true;
    note(id, event, at, std::move(message), other ? other->call.expr : nullptr, std::move(why));
  }

  std::string windowOf(const CallEvent &event) const {
    return inQuotes(event.call.window(), context);
  }

  bool asserts(const CallEvent &event, int64_t mode) const {
    return event.assertion && (*event.assertion & mode) != 0;
  }

  void call(const CallEvent &event, Epochs &epochs) {
    if (epochs.isWrong || event.kind == EventKind::WinCreate) {
      epochs.synchronized = position + 1;
      return;
    }
    const Expr *here = event.call.expr;
    const std::string subject = nameOf(event) + " on " + windowOf(event);
    if (epochs.freed)
      return add(epochs, FindingId::FreedWindow, event, here, subject + ", which is freed",
                 epochs.freed, "the window was freed here");
    if (isOperation(event.kind) || isFlush(event.kind))
      return isOperation(event.kind) && !isSomething(event) ? void() : use(event, epochs, subject);
    const bool hasTarget = event.kind == EventKind::Lock || event.kind == EventKind::Unlock;
    if (hasTarget && !event.target)
      return;
    const int64_t target = event.target.value_or(0);
    const bool isOwn = target == course.comms[*event.comm].rank;
    if (const CallEvent *open = epochs.excluding(event.kind, target, isOwn))
      return add(epochs, FindingId::NestedEpoch, event, here,
                 subject + " while the epoch that " + nameOf(*open) + " opened is still open", open,
                 "the epoch was opened here");
    if (const char *missing = epochs.missing(event.kind, target))
      return add(epochs, FindingId::UnmatchedSync, event, here, subject + ", " + missing,
                 epochs.closed, "the last epoch was closed here");
    if (event.kind == EventKind::WinFree)
      leftOpen(epochs, &event);
    if (event.kind == EventKind::Fence || event.kind == EventKind::Post)
      storesBefore(event, epochs);
    if (event.kind == EventKind::Fence) {
      fence(event, epochs);
      ++epochs.fences;
    }
    epochs.follow(event);
    epochs.synchronized = position + 1;
  }

  void use(const CallEvent &event, Epochs &epochs, const std::string &subject) {
    const Expr *here = event.call.expr;
    const bool isFlushed = isFlush(event.kind);
    const bool isOpen = epochs.isPassive() || epochs.start || epochs.fence;
    if (!isOpen && !isFlushed && epochs.noSucceed)
      return add(epochs, FindingId::WrongAssert, event, here,
                 subject + " follows a fence with MPI_MODE_NOSUCCEED", epochs.noSucceed,
                 "the fence is here");
    if (!isOpen)
      return add(epochs, FindingId::NoEpoch, event, here, subject + ", which has no epoch open",
                 epochs.closed, "the epoch was closed here");
    if (!epochs.isPassive() && (isFlushed || event.call.argument(Role::Request)))
      return add(epochs, FindingId::NoEpoch, event, here,
                 subject + ", which is not in a passive target epoch (lock or lock_all)");
    const bool isOthers =
        event.target && !epochs.locks.empty() && !epochs.locks.count(*event.target);
    if (isOthers && !epochs.start && !epochs.fence)
      return add(epochs, FindingId::NoEpoch, event, here,
                 nameOf(event) + " to target " + std::to_string(*event.target) + " of " +
                     windowOf(event) + ", which has only another target locked",
                 epochs.locks.begin()->second, "the lock that is held was taken here");
    if (isFlushed)
      return;
    if (event.misfit)
      note(FindingId::TypeMismatch, event, event.call.argument(event.misfit->at),
           nameOf(event) + event.misfit->what);
    inRange(event, epochs);
    const Comm &comm = course.comms[*event.comm];
    if (epochs.isPassive() || epochs.isWrong)
      return;
    if (epochs.start && !llvm::is_contained(epochs.start->group, comm.members[*event.target])) {
      const Expr *rank = event.call.argument(Role::Target);
      return add(epochs, FindingId::BadTarget, event, rank,
                 "the target of " + nameOf(event) + " is " + inQuotes(rank, context) +
                     ", which is not in the group of the epoch",
                 epochs.start, "the epoch was started here");
    }
    if (!epochs.start)
      epochs.operation = &event;
    forbidden(event, epochs);
  }

  /// Whether the target said of its epoch that nothing is put there.
  void forbidden(const CallEvent &event, Epochs &epochs) {
    if (!changesTarget(event) || (!epochs.start && !epochs.fence))
      return;
    const std::string &name = course.windows[*event.window].name;
    const int64_t target = course.comms[*event.comm].members[*event.target],
                  own = course.comms[*event.comm].members[course.comms[*event.comm].rank];
    // The fence, or post, that goes with the one here.
    auto isCounterpart = [&](const Course &of, const CallEvent &each) {
      return each.window && of.windows[*each.window].name == name &&
             (epochs.start ? each.kind == EventKind::Post && llvm::is_contained(each.group, own)
                           : each.kind == EventKind::Fence);
    };
    unsigned before = epochs.fences - 1;
    if (epochs.start) {
      before = 0;
      for (const CallEvent *each = course.calls.data(); each != epochs.start; ++each)
        before += each->kind == EventKind::Start && each->window == event.window &&
                  llvm::is_contained(each->group, target);
    }
    for (const CallEvent &each : courses[target].calls)
      if (isCounterpart(courses[target], each) && before-- == 0) {
        if (asserts(each, modes.noPut))
          add(epochs, FindingId::WrongAssert, event, event.call.expr,
              nameOf(event) + " on " + windowOf(event) +
                  (epochs.start ? " goes into an epoch that its target posted with MPI_MODE_NOPUT"
                                : " is in the epoch of a fence with MPI_MODE_NOPUT, which its "
                                  "target called, too"),
              &each, epochs.start ? "it is posted here" : "the fence is here");
        return;
      }
  }

  /// Whether the target's window has the bytes.
  void inRange(const CallEvent &event, Epochs &epochs) {
    const Comm &comm = course.comms[*event.comm];
    const Expr *rank = event.call.argument(Role::Target);
    if (*event.target >= comm.size)
      return add(epochs, FindingId::BadTarget, event, rank,
                 "the target of " + nameOf(event) + " is " + inQuotes(rank, context) + ", but " +
                     windowOf(event) + " is of this process alone");
    const Course &there = courses[comm.members[*event.target]];
    const std::string &name = course.windows[*event.window].name;
    for (const CallEvent &made : there.calls) {
      const Expr *at = event.call.argument(Role::Displacement);
      if (made.kind != EventKind::WinCreate || !made.window)
        continue;
      const Window &window = there.windows[*made.window];
      if (window.name == name && made.call.call == Call::Win_create_dynamic && !code.mayAttach)
        return add(epochs, FindingId::OutOfWindow, event, event.call.expr,
                   nameOf(event) + " accesses " + windowOf(event) +
                       ", but nothing in this program attaches memory to it",
                   &made, "the window is made here, dynamic");
      if (window.name != name || !window.unit || !window.bytes || !event.displacement || !at)
        continue;
      const int64_t begin = *event.displacement * *window.unit,
                    end = begin + event.pieces.back().end;
      if (begin < 0 || end > *window.bytes)
        add(epochs, FindingId::OutOfWindow, event, at,
            nameOf(event) + " accesses bytes " + std::to_string(begin) + " to " +
                std::to_string(end - 1) + " of " + windowOf(event) + ", which has " +
                std::to_string(*window.bytes) + " at its target",
            &made,
            "the window is made here, with displacements in units of " +
                std::to_string(*window.unit) + (*window.unit == 1 ? " byte" : " bytes"));
    }
  }

  void storesBefore(const CallEvent &event, const Epochs &epochs) {
    if (!asserts(event, modes.noStore))
      return;
    if (const Expr *store = storedSince(*event.window, epochs.synchronized))
      note(FindingId::WrongAssert, event, event.call.argument(Role::Assert),
           storedBefore(inQuotes(store, context), windowOf(event), atLineOf(store, context),
                        event.kind),
           store, "it is written here");
  }

  void fence(const CallEvent &event, Epochs &epochs) {
    if (asserts(event, modes.noPrecede) && epochs.operation)
      note(FindingId::WrongAssert, event, event.call.argument(Role::Assert),
           "MPI_MODE_NOPRECEDE, but " + nameOf(*epochs.operation) +
               atLineOf(epochs.operation->call.expr, context) + " precedes this fence of " +
               windowOf(event),
           epochs.operation->call.expr, "the operation is issued here");
    const bool isLast = asserts(event, modes.noSucceed);
    epochs.operation = nullptr;
    epochs.fence = isLast ? nullptr : &event;
    epochs.noSucceed = isLast ? &event : nullptr;
    if (isLast)
      epochs.closed = &event;
  }

  /// A store to the process's own memory of the window, behind that many calls.
  const Expr *storedSince(unsigned index, unsigned since) const {
    const Window &window = course.windows[index];
    if (!window.memory || !window.bytes)
      return nullptr;
    const ByteRange own{window.offset, window.offset + *window.bytes};
    for (const AccessEvent &access : course.accesses)
      if (access.writes && access.position >= since && access.position <= position &&
          access.object == window.memory && access.bytes.overlaps(own))
        return access.expr;
    return nullptr;
  }

  /// When the window is freed, or MPI finalized.
  void leftOpen(Epochs &epochs, const CallEvent *freed) {
    const char *when = freed ? "the window is freed" : "MPI is finalized";
    for (const CallEvent *open :
         {epochs.lockAll, epochs.locks.empty() ? nullptr : epochs.locks.begin()->second,
          epochs.start, epochs.post})
      if (open)
        return add(epochs, FindingId::UnclosedEpoch, *open, open->call.expr,
                   "the epoch that " + nameOf(*open) + " opens on " + windowOf(*open) +
                       " is still open when " + when,
                   freed, "it is freed here");
    if (epochs.operation)
      add(epochs, FindingId::UnclosedEpoch, *epochs.operation, epochs.operation->call.expr,
          "no fence of " + windowOf(*epochs.operation) + " completes this " +
              nameOf(*epochs.operation) + " before " + when,
          freed, "it is freed here");
  }

  void leftRequests() {
    std::vector<bool> completed(course.calls.size());
    for (const CallEvent &event : course.calls)
      for (unsigned call : event.completed)
        completed[call] = true;
    for (unsigned i = 0; i < course.calls.size(); ++i) {
      const CallEvent &event = course.calls[i];
      const Expr *request = event.call.argument(Role::Request);
      if (request && isOperation(event.kind) && isSomething(event) && !completed[i])
        note(FindingId::RequestLeak, event, request,
             "the request of this " + nameOf(event) + " is never completed");
    }
  }
};

} // namespace

Mistakes mistakesOf(const std::vector<Course> &courses, const Order &order, const Code &code) {
  Mistakes found;
  for (unsigned process = 0; process < courses.size(); ++process) {
    const unsigned calls = courses[process].calls.size();
    Walk(courses, process, std::min(calls, order.executed(process) + 1), code, found);
  }
  return found;
}

} // namespace fencepost::plugin::trial
