//===- EventIds.cpp - the definitions that an event is about --------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/archive/EventIds.h"

#include "model/Errors.h"
#include "runtime/archive/EventWriter.h"
#include "runtime/archive/ThreadEvents.h"

namespace fencepost::archive {

bool EventIds::find(const Record &record) {
  switch (record.type) {
  case RecordType::Enter: {
    uint32_t window = record.as<EnterPayload>().window;
    return context(record.small) && (window == kNoId || this->window(window));
  }
  case RecordType::Leave:
    return context(record.small);
  case RecordType::GroupSync:
    return window(record.small) && group(record.as<GroupSyncPayload>().group);
  case RecordType::Operation:
    return window(record.small) &&
           (isOperation(kindOf(record.as<OperationPayload>().call)) || stop("operation"));
  case RecordType::WindowCreate:
  case RecordType::WindowDestroy:
  case RecordType::RmaCollective:
  case RecordType::RequestLock:
  case RecordType::AcquireLock:
  case RecordType::ReleaseLock:
  case RecordType::OperationComplete:
    return window(record.small);
  case RecordType::Send:
  case RecordType::SynchronousSend:
  case RecordType::Recv:
  case RecordType::MessageFound:
    return comm(record.small);
  case RecordType::Collective:
    return comm(record.small) && neighbours(record.as<CollectivePayload>());
  case RecordType::CollectiveComplete:
    return comm(record.small) && neighbours(record.as<CollectiveCompletePayload>().collective);
  case RecordType::CommCreated:
  case RecordType::CommDestroyed:
    return comm(record.small);
  case RecordType::ThreadSync:
    return ThreadEvents::understands(record) || stop("kind");
  case RecordType::Error: {
    const auto &error = record.as<ErrorPayload>();
    return (error.error < kErrors.size() || stop("error")) &&
           (record.small == kNoId || window(record.small)) &&
           (error.other == kNoId || context(error.other));
  }
  case RecordType::Range:
    return !hasContext(record.as<RangePayload>()) || context(record.small);
  case RecordType::Ranges:
  case RecordType::Places:
    return context(record.small);
  default:
    return true;
  }
}

bool EventIds::stop(const char *undefined) {
  missing_ = std::string("an event of an undefined ") + undefined;
  return false;
}

bool EventIds::find(const std::vector<uint32_t> &ids, uint32_t local, const char *what,
                    uint32_t &global) {
  global = LocalIds::find(ids, local);
  return global != kNoId || stop(what);
}

bool EventIds::group(uint32_t id) {
  if (!find(ids_.groups, id, "group", group_))
    return false;
  group_ += kFirstGroup;
  return true;
}

/// The groups of a neighbourhood collective; none of another.
bool EventIds::neighbours(const CollectivePayload &part) {
  sources_ = destinations_ = kNoId;
  if (part.sources == kNoId)
    return true;
  if (!group(part.sources))
    return false;
  sources_ = group_;
  if (!group(part.destinations))
    return false;
  destinations_ = group_;
  return true;
}

} // namespace fencepost::archive
