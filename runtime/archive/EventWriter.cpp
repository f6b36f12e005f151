//===- EventWriter.cpp - the events of one location -----------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/archive/EventWriter.h"

#include "model/Errors.h"
#include "runtime/archive/EventIds.h"
#include "runtime/archive/ProgramWords.h"
#include "runtime/archive/ThreadEvents.h"

#include <algorithm>

namespace fencepost::archive {

namespace {

OTF2_RmaAtomicType atomicType(EventKind kind) {
  switch (kind) {
  case EventKind::CompareAndSwap:
    return OTF2_RMA_ATOMIC_TYPE_COMPARE_AND_SWAP;
  case EventKind::GetAccumulate:
  case EventKind::FetchAndOp:
    return OTF2_RMA_ATOMIC_TYPE_FETCH_AND_ACCUMULATE;
  default:
    return OTF2_RMA_ATOMIC_TYPE_ACCUMULATE;
  }
}

OTF2_RmaSyncLevel syncLevel(bool memory) {
  OTF2_RmaSyncLevel level = OTF2_RMA_SYNC_LEVEL_PROCESS;
  if (memory)
    level |= OTF2_RMA_SYNC_LEVEL_MEMORY;
  return level;
}

static_assert(kNoId == OTF2_UNDEFINED_UINT32, "no target, no root: passed on as they are");

class EventWriter {
public:
  EventWriter(const JournalReader &journal, const LocalIds &ids, DefinitionSet &unified,
              OTF2_EvtWriter *writer, LocationEvents &result)
      : journal_(journal), of_(ids), unified_(unified), writer_(writer), result_(result),
        attributes_(OTF2_AttributeList_New()),
        threads_(journal.header()->rank, ids, unified, writer, attributes_) {}
  ~EventWriter() { OTF2_AttributeList_Delete(attributes_); }

  bool write() {
    RecordCursor records = journal_.records();
    for (Record record; of_.missing().empty() && records.next(record);) {
      bool isEvent = record.type > RecordType::DefNote;
      if (record.type == RecordType::Values)
        values_ = record.as<ValuesPayload>();
      else if (record.type == RecordType::MessageFound && of_.find(record))
        messageFound(record.as<MessagePayload>());
      else if (isEvent && of_.find(record) && event(record) != OTF2_SUCCESS)
        return false;
    }
    result_.failure = of_.missing().empty() ? records.failure() : of_.missing();
    return true;
  }

private:
  OTF2_ErrorCode event(const Record &record) {
    time_ = std::max(time_, record.time); // OTF2 wants them in order, whatever the clock did
    if (result_.events++ == 0)
      result_.first = time_;
    result_.last = time_;
    return translate(record);
  }

  OTF2_ErrorCode translate(const Record &record) {
    switch (record.type) {
    case RecordType::Enter:
      return enter(record);
    case RecordType::Leave:
      return leave();
    case RecordType::WindowCreate:
      return windowCreate(record);
    case RecordType::WindowDestroy:
      return OTF2_EvtWriter_RmaWinDestroy(writer_, nullptr, time_, of_.window());
    case RecordType::RmaCollective:
      return rmaCollective(record);
    case RecordType::GroupSync: {
      const auto &sync = record.as<GroupSyncPayload>();
      addAssertion(sync.assertion);
      return OTF2_EvtWriter_RmaGroupSync(writer_, attributes_, time_, syncLevel(sync.memory),
                                         of_.window(), of_.group());
    }
    case RecordType::RequestLock:
    case RecordType::AcquireLock:
    case RecordType::ReleaseLock:
      return lock(record);
    case RecordType::Operation:
      return operation(record);
    case RecordType::OperationComplete: {
      const auto &done = record.as<OperationCompletePayload>();
      auto write = done.remote ? OTF2_EvtWriter_RmaOpCompleteRemote
                               : OTF2_EvtWriter_RmaOpCompleteNonBlocking;
      addValues();
      return write(writer_, attributes_, time_, of_.window(), done.matching);
    }
    case RecordType::Send:
    case RecordType::SynchronousSend:
    case RecordType::Recv:
      return message(record);
    case RecordType::RequestCancelled:
      return OTF2_EvtWriter_MpiRequestCancelled(writer_, nullptr, time_,
                                                record.as<RequestPayload>().request);
    case RecordType::SendComplete:
      return OTF2_EvtWriter_MpiIsendComplete(writer_, nullptr, time_,
                                             record.as<RequestPayload>().request);
    case RecordType::RecvRequest:
      return OTF2_EvtWriter_MpiIrecvRequest(writer_, nullptr, time_,
                                            record.as<MessagePayload>().request);
    case RecordType::Collective:
      return collective(record);
    case RecordType::CollectiveRequest:
      return OTF2_EvtWriter_NonBlockingCollectiveRequest(writer_, nullptr, time_,
                                                         record.as<RequestPayload>().request);
    case RecordType::CollectiveComplete: {
      const auto &done = record.as<CollectiveCompletePayload>();
      const CollectivePayload &part = done.collective;
      addNeighbours();
      if (part.persistent)
        OTF2_AttributeList_AddUint32(attributes_, id(AttributeId::Persistent), part.persistent);
      return OTF2_EvtWriter_NonBlockingCollectiveComplete(writer_, attributes_, time_, part.op,
                                                          of_.comm(), part.root, part.bytesSent,
                                                          part.bytesReceived, done.request);
    }
    case RecordType::CommCreated:
      return OTF2_EvtWriter_CommCreate(writer_, nullptr, time_, of_.comm());
    case RecordType::CommDestroyed:
      return OTF2_EvtWriter_CommDestroy(writer_, nullptr, time_, of_.comm());
    case RecordType::Range:
      return range(record.small, record.as<RangePayload>());
    case RecordType::Ranges:
    case RecordType::Places:
      return ranges(record);
    case RecordType::Flush:
      return OTF2_EvtWriter_BufferFlush(writer_, nullptr, time_,
                                        std::max(time_, record.as<FlushPayload>().end));
    case RecordType::ThreadSync:
      return threads_.write(record, time_, result_.paradigms);
    case RecordType::Error:
      return error(record);
    case RecordType::ProgramBegin:
      return programBegin();
    case RecordType::ProgramEnd:
      result_.programEnded = true;
      return OTF2_EvtWriter_ProgramEnd(writer_, nullptr, time_,
                                       record.small == kNoId ? OTF2_UNDEFINED_INT64
                                                             : static_cast<int64_t>(record.small));
    default:
      return OTF2_SUCCESS;
    }
  }

  OTF2_ErrorCode enter(const Record &record) {
    const auto &enter = record.as<EnterPayload>();
    result_.open.push_back(of_.context());
    if (enter.window != kNoId)
      OTF2_AttributeList_AddRmaWinRef(attributes_, id(AttributeId::Window), of_.window());
    if (enter.target != kNoId)
      OTF2_AttributeList_AddUint32(attributes_, id(AttributeId::Target), enter.target);
    EventKind kind = kindOf(enter.call);
    if (kind == EventKind::WinAttach || kind == EventKind::WinDetach)
      OTF2_AttributeList_AddUint64(attributes_, id(AttributeId::Base), enter.base);
    if (enter.base && (kind == EventKind::Recv || kind == EventKind::RequestEnd))
      OTF2_AttributeList_AddUint64(attributes_, id(AttributeId::Request), enter.base);
    if (kind == EventKind::WinAttach)
      OTF2_AttributeList_AddUint64(attributes_, id(AttributeId::Size), enter.size);
    addInfo(record);
    return OTF2_EvtWriter_CallingContextEnter(writer_, attributes_, time_, of_.context(), 1);
  }

  OTF2_ErrorCode leave() {
    if (!result_.open.empty())
      result_.open.pop_back();
    return OTF2_EvtWriter_CallingContextLeave(writer_, attributes_, time_, of_.context());
  }

  /// OTF2 has no record for it: attributes of the leave, which comes next.
  void messageFound(const MessagePayload &message) {
    OTF2_AttributeValue comm;
    comm.commRef = of_.comm();
    OTF2_AttributeList_AddAttribute(attributes_, id(AttributeId::Comm), OTF2_TYPE_COMM, comm);
    OTF2_AttributeList_AddUint32(attributes_, id(AttributeId::Source), message.peer);
    OTF2_AttributeList_AddUint32(attributes_, id(AttributeId::Tag), message.tag);
  }

  OTF2_ErrorCode windowCreate(const Record &record) {
    const auto &made = record.as<WindowCreatePayload>();
    OTF2_AttributeList_AddUint64(attributes_, id(AttributeId::Base), made.base);
    OTF2_AttributeList_AddUint64(attributes_, id(AttributeId::Size), made.size);
    OTF2_AttributeList_AddUint64(attributes_, id(AttributeId::DispUnit), made.dispUnit);
    OTF2_AttributeList_AddUint32(attributes_, id(AttributeId::Flavor), made.flavor);
    OTF2_AttributeList_AddUint32(attributes_, id(AttributeId::Model), made.model);
    addInfo(record);
    return OTF2_EvtWriter_RmaWinCreate(writer_, attributes_, time_, of_.window());
  }

  OTF2_ErrorCode rmaCollective(const Record &record) {
    const auto &part = record.as<RmaCollectivePayload>();
    if (part.begin)
      return OTF2_EvtWriter_RmaCollectiveBegin(writer_, nullptr, time_);
    addAssertion(part.assertion);
    return OTF2_EvtWriter_RmaCollectiveEnd(writer_, attributes_, time_, part.op,
                                           syncLevel(part.memory), of_.window(),
                                           OTF2_UNDEFINED_UINT32, 0, 0);
  }

  OTF2_ErrorCode lock(const Record &record) {
    const auto &lock = record.as<LockPayload>();
    constexpr uint64_t kLockId = 0; // MPI has one lock a window and target
    if (record.type == RecordType::ReleaseLock)
      return OTF2_EvtWriter_RmaReleaseLock(writer_, nullptr, time_, of_.window(), lock.target,
                                           kLockId);
    OTF2_LockType type = lock.exclusive ? OTF2_LOCK_EXCLUSIVE : OTF2_LOCK_SHARED;
    if (record.type == RecordType::AcquireLock)
      return OTF2_EvtWriter_RmaAcquireLock(writer_, nullptr, time_, of_.window(), lock.target,
                                           kLockId, type);
    addAssertion(lock.assertion);
    return OTF2_EvtWriter_RmaRequestLock(writer_, attributes_, time_, of_.window(), lock.target,
                                         kLockId, type);
  }

  OTF2_ErrorCode operation(const Record &record) {
    const auto &made = record.as<OperationPayload>();
    EventKind kind = kindOf(made.call);
    OTF2_AttributeList_AddInt64(attributes_, id(AttributeId::Displacement), made.displacement);
    if (made.request)
      OTF2_AttributeList_AddUint64(attributes_, id(AttributeId::Request), made.request);
    if (kind == EventKind::Put)
      return OTF2_EvtWriter_RmaPut(writer_, attributes_, time_, of_.window(), made.target,
                                   made.bytesSent, made.matching);
    if (kind == EventKind::Get)
      return OTF2_EvtWriter_RmaGet(writer_, attributes_, time_, of_.window(), made.target,
                                   made.bytesReceived, made.matching);
    std::string_view tail = record.tail();
    addValues();
    addText(AttributeId::Op, takeText(tail));
    addText(AttributeId::Type, takeText(tail));
    return OTF2_EvtWriter_RmaAtomic(writer_, attributes_, time_, of_.window(), made.target,
                                    atomicType(kind), made.bytesSent, made.bytesReceived,
                                    made.matching);
  }

  OTF2_ErrorCode message(const Record &record) {
    const auto &message = record.as<MessagePayload>();
    bool blocking = message.request == 0;
    if (record.type == RecordType::SynchronousSend)
      OTF2_AttributeList_AddUint32(attributes_, id(AttributeId::Synchronous), 1);
    if (record.type != RecordType::Recv)
      return blocking
                 ? OTF2_EvtWriter_MpiSend(writer_, attributes_, time_, message.peer, of_.comm(),
                                          message.tag, message.bytes)
                 : OTF2_EvtWriter_MpiIsend(writer_, attributes_, time_, message.peer, of_.comm(),
                                           message.tag, message.bytes, message.request);
    return blocking ? OTF2_EvtWriter_MpiRecv(writer_, nullptr, time_, message.peer, of_.comm(),
                                             message.tag, message.bytes)
                    : OTF2_EvtWriter_MpiIrecv(writer_, nullptr, time_, message.peer, of_.comm(),
                                              message.tag, message.bytes, message.request);
  }

  OTF2_ErrorCode collective(const Record &record) {
    const auto &part = record.as<CollectivePayload>();
    if (part.begin)
      return OTF2_EvtWriter_MpiCollectiveBegin(writer_, nullptr, time_);
    addNeighbours();
    return OTF2_EvtWriter_MpiCollectiveEnd(writer_, attributes_, time_, part.op, of_.comm(),
                                           part.root, part.bytesSent, part.bytesReceived);
  }

  OTF2_ErrorCode ranges(const Record &record) {
    OTF2_ErrorCode error = OTF2_SUCCESS;
    forEachRange(record, [&](const RangePayload &one) {
      if (error == OTF2_SUCCESS)
        error = range(record.small, one);
    });
    return error;
  }

  OTF2_ErrorCode range(uint32_t small, const RangePayload &range) {
    uint64_t what = range.kind & 0xff;
    if (hasContext(range))
      what |= static_cast<uint64_t>(of_.context()) << 8;
    else if (range.kind == kSegment)
      what |= static_cast<uint64_t>(small) << 8;
    static constexpr OTF2_Type kTypes[kRangeMembers] = {
        OTF2_TYPE_UINT64, OTF2_TYPE_UINT64, OTF2_TYPE_UINT64, OTF2_TYPE_UINT64, OTF2_TYPE_UINT64};
    OTF2_MetricValue values[kRangeMembers];
    values[0].unsigned_int = what;
    values[1].unsigned_int = range.address;
    values[2].unsigned_int = range.bytes;
    values[3].unsigned_int = static_cast<uint64_t>(range.stride);
    values[4].unsigned_int = range.count;
    return OTF2_EvtWriter_Metric(writer_, nullptr, time_, kRangeMetric, kRangeMembers, kTypes,
                                 values);
  }

  OTF2_ErrorCode error(const Record &record) {
    const auto &error = record.as<ErrorPayload>();
    if (record.small != kNoId)
      OTF2_AttributeList_AddRmaWinRef(attributes_, id(AttributeId::Window), of_.window());
    if (error.target != kNoId)
      OTF2_AttributeList_AddUint32(attributes_, id(AttributeId::Target), error.target);
    if (error.other != kNoId)
      OTF2_AttributeList_AddCallingContextRef(attributes_, id(AttributeId::Other), of_.context());
    if (error.begin != error.end) {
      OTF2_AttributeList_AddInt64(attributes_, id(AttributeId::Begin), error.begin);
      OTF2_AttributeList_AddInt64(attributes_, id(AttributeId::End), error.end);
    }
    if (error.limit)
      OTF2_AttributeList_AddUint64(attributes_, id(AttributeId::Limit), error.limit);
    std::string_view tail = record.tail();
    if (std::string_view detail = takeText(tail); !detail.empty())
      addText(AttributeId::Detail, detail);
    const uint32_t name = unified_.string(errorName<std::string>(kErrors[error.error]));
    return OTF2_EvtWriter_ParameterString(writer_, attributes_, time_, kErrorParameter, name);
  }

  OTF2_ErrorCode programBegin() {
    std::vector<OTF2_StringRef> words;
    for (std::string_view word : programWords(*journal_.header()))
      words.push_back(unified_.string(word));
    return OTF2_EvtWriter_ProgramBegin(writer_, nullptr, time_, words[0],
                                       static_cast<uint32_t>(words.size() - 1), words.data() + 1);
  }

  static constexpr OTF2_AttributeRef id(AttributeId attribute) {
    return static_cast<OTF2_AttributeRef>(attribute);
  }

  void addAssertion(uint32_t assertion) {
    if (assertion)
      OTF2_AttributeList_AddUint32(attributes_, id(AttributeId::Assert), assertion);
  }

  void addValues() {
    auto add = [&](ValuesPayload::Known known, AttributeId attribute, uint64_t value) {
      if (values_.known & known)
        OTF2_AttributeList_AddUint64(attributes_, id(attribute), value);
    };
    add(ValuesPayload::Operand, AttributeId::Operand, values_.operand);
    add(ValuesPayload::Compare, AttributeId::Compare, values_.compare);
    add(ValuesPayload::Result, AttributeId::Result, values_.result);
    values_ = {};
  }

  void addInfo(const Record &record) {
    std::string_view tail = record.tail();
    if (std::string_view info = takeText(tail); !info.empty())
      addText(AttributeId::Info, info);
  }

  void addNeighbours() {
    if (of_.sources() == kNoId)
      return;
    OTF2_AttributeList_AddGroupRef(attributes_, id(AttributeId::Sources), of_.sources());
    OTF2_AttributeList_AddGroupRef(attributes_, id(AttributeId::Destinations), of_.destinations());
  }

  void addText(AttributeId attribute, std::string_view text) {
    auto known = std::ranges::find(texts_, text, &KnownText::text);
    if (known == texts_.end())
      known = texts_.insert(known, {text, unified_.string(text)});
    OTF2_AttributeList_AddStringRef(attributes_, id(attribute), known->id);
  }

  struct KnownText {
    std::string_view text;
    uint32_t id;
  };

  const JournalReader &journal_;
  EventIds of_; // the event
  DefinitionSet &unified_;
  OTF2_EvtWriter *writer_;
  LocationEvents &result_;
  OTF2_AttributeList *attributes_;
  ThreadEvents threads_;
  uint64_t time_ = 0;
  ValuesPayload values_ = {}; // of the next operation or completion
  std::vector<KnownText> texts_;
};

} // namespace

bool writeEvents(const JournalReader &journal, const LocalIds &ids, DefinitionSet &unified,
                 OTF2_EvtWriter *writer, LocationEvents &result) {
  return EventWriter(journal, ids, unified, writer, result).write();
}

} // namespace fencepost::archive
