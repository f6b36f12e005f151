//===- ThreadEvents.cpp - records of what orders threads ------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/archive/ThreadEvents.h"

#include "runtime/archive/EventWriter.h"

namespace fencepost::archive {

namespace {

/// A short number for a lock: objects are addresses, 8 bytes apart at least.
uint32_t lockId(uint64_t object) { return static_cast<uint32_t>(object >> 3); }

} // namespace

OTF2_ErrorCode ThreadEvents::metric(const ThreadSyncInfo &info, uint64_t object,
                                    OTF2_TimeStamp time) {
  constexpr uint64_t kAcquired = 1 << 8;
  static constexpr OTF2_Type kTypes[kSyncMembers] = {OTF2_TYPE_UINT64, OTF2_TYPE_UINT64};
  OTF2_MetricValue values[kSyncMembers];
  values[0].unsigned_int = static_cast<uint64_t>(info.kind) | (info.acquires ? kAcquired : 0);
  values[1].unsigned_int = object;
  return OTF2_EvtWriter_Metric(writer_, nullptr, time, kSyncMetric, kSyncMembers, kTypes, values);
}

OTF2_ErrorCode ThreadEvents::write(const Record &record, OTF2_TimeStamp time, uint32_t &paradigms) {
  const ThreadSyncInfo info = threadSyncInfo(static_cast<ThreadSync>(record.small));
  const auto &sync = record.as<ThreadSyncPayload>();
  if (info.record == ThreadRecord::Metric)
    return metric(info, sync.object, time);

  const OTF2_Paradigm paradigm =
      info.kind == SyncKind::OpenMp ? OTF2_PARADIGM_OPENMP : OTF2_PARADIGM_PTHREAD;
  paradigms |= 1U << paradigm;
  if (sync.object)
    OTF2_AttributeList_AddUint64(attributes_,
                                 static_cast<OTF2_AttributeRef>(
                                     info.acquires ? AttributeId::Acquires : AttributeId::Releases),
                                 sync.object);
  const auto low = static_cast<uint32_t>(sync.number);
  const auto high = static_cast<uint32_t>(sync.number >> 32);
  const OTF2_CommRef contingent = contingentId(unified_, rank_);
  switch (info.record) {
  case ThreadRecord::ThreadFork:
    return OTF2_EvtWriter_ThreadFork(writer_, attributes_, time, paradigm, low);
  case ThreadRecord::ThreadJoin:
    return OTF2_EvtWriter_ThreadJoin(writer_, attributes_, time, paradigm);
  case ThreadRecord::ThreadTeamBegin: {
    auto found = ids_.teams.find(teamMember(sync.number).team);
    teams_.push_back(found == ids_.teams.end() || found->second == kNoId
                         ? OTF2_UNDEFINED_COMM
                         : teamId(unified_, found->second));
    return OTF2_EvtWriter_ThreadTeamBegin(writer_, attributes_, time, team());
  }
  case ThreadRecord::ThreadTeamEnd: {
    const OTF2_CommRef ending = team();
    if (!teams_.empty())
      teams_.pop_back();
    return OTF2_EvtWriter_ThreadTeamEnd(writer_, attributes_, time, ending);
  }
  case ThreadRecord::ThreadTaskCreate:
    return OTF2_EvtWriter_ThreadTaskCreate(writer_, attributes_, time, team(), high, low);
  case ThreadRecord::ThreadTaskSwitch:
    return OTF2_EvtWriter_ThreadTaskSwitch(writer_, attributes_, time, team(), high, low);
  case ThreadRecord::ThreadTaskComplete:
    return OTF2_EvtWriter_ThreadTaskComplete(writer_, attributes_, time, team(), high, low);
  case ThreadRecord::ThreadCreate:
    return OTF2_EvtWriter_ThreadCreate(writer_, attributes_, time, contingent, sync.number);
  case ThreadRecord::ThreadBegin:
    return OTF2_EvtWriter_ThreadBegin(writer_, attributes_, time, contingent, sync.number);
  case ThreadRecord::ThreadEnd:
    return OTF2_EvtWriter_ThreadEnd(writer_, attributes_, time, contingent, sync.number);
  case ThreadRecord::ThreadWait:
    return OTF2_EvtWriter_ThreadWait(writer_, attributes_, time, contingent, sync.number);
  case ThreadRecord::ThreadAcquireLock:
    return OTF2_EvtWriter_ThreadAcquireLock(writer_, attributes_, time, paradigm,
                                            lockId(sync.object), low);
  case ThreadRecord::ThreadReleaseLock:
    return OTF2_EvtWriter_ThreadReleaseLock(writer_, attributes_, time, paradigm,
                                            lockId(sync.object), low);
  case ThreadRecord::Metric:
    break;
  }
  return OTF2_SUCCESS;
}

} // namespace fencepost::archive
