//===- Recording.cpp - one MPI call while it is being recorded ------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/process/Recording.h"

#include "runtime/access/Flush.h"
#include "runtime/path/Contexts.h"
#include "runtime/path/Sites.h"
#include "runtime/process/Clock.h"
#include "runtime/process/Notes.h"
#include "runtime/process/Process.h"

#include <algorithm>

namespace fencepost::runtime {

namespace {

/// Most calls' records fit in it: they are written without a flush between enter and leave.
constexpr std::size_t kRoomOfCall = 4096;

/// Who looks again so soon does nothing but look: recording alone takes a good part of it.
constexpr uint64_t kPauseParts = 1'000'000; // of a second
constexpr uint64_t kPollParts = 32;         // of a poll: a pause that long counts as part of it

/// Between calls, so that it is not taken for time in MPI.
void recordFlush(Journal &journal) {
  Journal::FlushTime flush;
  if (journal.takeFlush(flush))
    journal.append(RecordType::Flush, 0, flush.begin, FlushPayload{flush.end});
}

} // namespace

Recording::Recording(Call call, const void *frame) : Recording(call, frame, Deferred{}) {
  if (tracking_)
    enter({});
}

Recording::Recording(Call call, const void *frame, Deferred) : call_(call), frame_(frame) {
  const bool outermost = threadLocal.depth++ == 0;
  if (!outermost)
    return;
  site_ = threadLocal.pendingSite;
  threadLocal.pendingSite = nullptr;
  tracking_ = process.tracking.load(std::memory_order_relaxed);
  if (tracking_) {
    thread_ = &currentThread();
  } else {
    const Moment moment = readMoment();
    begin_ = moment.counter;
    beginNano_ = moment.nano;
  }
}

void Recording::enter(const EnterFacts &facts) {
  Writing writing(*thread_);
  if (!writing)
    return;
  if (thread_->hasAccesses())
    flushSegment(*thread_, now());
  // A site that names another function was left by a call that was never made.
  if (site_) {
    const uint32_t number = siteNumber(*site_, thread_);
    if (!number || siteInfo(number).call != call_)
      site_ = nullptr;
  }
  context_ = contextOfCall(*thread_, call_, site_, frame_);
  thread_->journal.makeRoom(kRoomOfCall);
  recordFlush(thread_->journal);
  // The first look at a call path takes long; that is not time in MPI.
  if (call_ != Call::Init && call_ != Call::Init_thread)
    begin_ = end_ = now();
  EnterPayload payload = {
      static_cast<uint32_t>(call_), facts.window, facts.target, 0, facts.base, facts.size};
  enterAt_ = thread_->journal.position();
  if (facts.info)
    thread_->journal.appendTexts(RecordType::Enter, context_, begin_, payload, {facts.info});
  else
    thread_->journal.append(RecordType::Enter, context_, begin_, payload);
  entered_ = true;
}

uint64_t Recording::beginTicks() const { return ticksOf({begin_, beginNano_}); }

void Recording::beginTracking() {
  tracking_ = true;
  thread_ = &currentThread();
  begin_ = beginTicks();
  {
    Writing writing(*thread_);
    if (writing)
      thread_->journal.append(RecordType::ProgramBegin, 0, begin_);
  }
  enter({});
}

bool Recording::succeeded(int result) {
  if (!tracking_)
    return false;
  end_ = now();
  return result == MPI_SUCCESS;
}

void Recording::atEnd(RecordType type, uint32_t small) {
  Writing writing(*thread_);
  if (writing)
    thread_->journal.append(type, small, end_);
}

void Recording::notFollowed() {
  Writing writing(*thread_);
  if (writing)
    countNotFollowed(noteOf(callInfo(call_).name), *thread_);
}

void Recording::unsuccessful() {
  if (!entered_)
    return;
  polls_ = true;
  Polling &last = thread_->polling;
  const uint64_t pause = std::max((end_ - begin_) / kPollParts, process.header.ticksPerSecond / kPauseParts);
  if (last.end != enterAt_ || last.context != context_ || begin_ - last.left > pause)
    return;
  Writing writing(*thread_);
  if (writing && thread_->journal.extend(last.leave, last.end, end_)) {
    last.left = end_;
    entered_ = false;
  }
}

/// Then nothing is left of it but the time.
bool Recording::isRepeated(uint64_t time) {
  Polling &last = thread_->polling;
  if (last.context != context_ || last.end > enterAt_ ||
      !thread_->journal.repeats(last.round, last.end) ||
      !thread_->journal.extend(last.leave, last.end, time))
    return false;
  // It began with the first only if most of the time since was spent in the call.
  if (begin_ - last.left > time - begin_)
    thread_->journal.setTime(last.enter, begin_);
  last.left = time;
  return true;
}

void Recording::leave() {
  if (!entered_)
    return;
  entered_ = false;
  Writing writing(*thread_);
  if (!writing)
    return;
  Journal &journal = thread_->journal;
  const uint64_t at = journal.position();
  // What was recorded since the library returned is not time in MPI.
  const uint64_t time = end_ > begin_ ? end_ : now();
  journal.append(RecordType::Leave, context_, time);
  if (repeatable_ && isRepeated(time))
    return;
  if (polls_ || repeatable_) {
    Polling &last = thread_->polling;
    const uint64_t round = last.context == context_ && last.end ? last.end : enterAt_;
    last = {round, enterAt_, at, journal.position(), time, context_};
  }
  recordFlush(journal);
}

Recording::~Recording() {
  leave();
  --threadLocal.depth;
}

} // namespace fencepost::runtime
