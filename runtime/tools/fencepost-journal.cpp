//===- fencepost-journal.cpp - prints a journal's records -----------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For those who work on the recorder: a journal as it is, before it becomes OTF2.
//
//===----------------------------------------------------------------------===//

#include "model/Calls.h"
#include "model/Errors.h"
#include "runtime/archive/JournalReader.h"

#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <iterator>
#include <string>

using namespace fencepost;
using namespace fencepost::archive;

namespace {

constexpr const char *kNames[] = {"End",
                                  "Pad",
                                  "DefContext",
                                  "DefComm",
                                  "DefGroup",
                                  "DefWindow",
                                  "DefClock",
                                  "DefNote",
                                  "Enter",
                                  "Leave",
                                  "WindowCreate",
                                  "WindowDestroy",
                                  "RmaCollective",
                                  "GroupSync",
                                  "RequestLock",
                                  "AcquireLock",
                                  "ReleaseLock",
                                  "Operation",
                                  "OperationComplete",
                                  "Send",
                                  "SendComplete",
                                  "RecvRequest",
                                  "MessageFound",
                                  "Recv",
                                  "Collective",
                                  "CommCreated",
                                  "CommDestroyed",
                                  "Range",
                                  "ProgramBegin",
                                  "ProgramEnd",
                                  "CollectiveRequest",
                                  "CollectiveComplete",
                                  "Flush",
                                  "RequestCancelled",
                                  "SynchronousSend",
                                  "Values",
                                  "ThreadSync",
                                  "Error"};

constexpr const char *kSyncs[] = {
#define THREAD_SYNC(enumerator, direction, record, kind) #enumerator,
#include "model/threadSync.def"
    "?"};

std::string texts(const Record &record) {
  std::string result;
  std::string_view tail = record.tail();
  while (!tail.empty()) {
    std::string_view text = takeText(tail);
    if (!text.empty())
      result += " '" + std::string(text) + "'";
  }
  return result;
}

void printRange(const RangePayload &p) {
  std::printf(" kind %" PRIu64 " address %#" PRIx64 " bytes %" PRIu64 " stride %" PRId64
              " count %" PRIu64,
              p.kind, p.address, p.bytes, p.stride, p.count);
}

void print(const Record &record) {
  std::printf("%" PRIu64 " %s #%u", record.time, kNames[static_cast<unsigned>(record.type)],
              record.small);
  switch (record.type) {
  case RecordType::DefContext: {
    const auto &p = record.as<DefContextPayload>();
    std::printf(" parent %d line %u column %u%s%s", static_cast<int>(p.parent), p.line, p.column,
                p.isCall ? " call" : "", texts(record).c_str());
    break;
  }
  case RecordType::DefComm: {
    const auto &p = record.as<DefCommPayload>();
    std::printf(" key %u.%u rank %u of %u parent %d%s", p.keyRank, p.keyCounter, p.localRank,
                p.size, static_cast<int>(p.parent), texts(record).c_str());
    if (p.remoteSize)
      std::printf(" side %u, %u on the other", p.side, p.remoteSize);
    if (p.duplicate)
      std::printf(" duplicate %u", p.duplicate);
    break;
  }
  case RecordType::DefGroup: {
    const auto &p = record.as<DefGroupPayload>();
    const auto *ranks = reinterpret_cast<const uint32_t *>(record.tail().data());
    for (uint32_t i = 0; i < p.count; ++i)
      std::printf(" %u", ranks[i]);
    break;
  }
  case RecordType::DefWindow: {
    const auto &p = record.as<DefWindowPayload>();
    std::printf(" comm %u flavor %u%s", p.comm, p.flavor, texts(record).c_str());
    break;
  }
  case RecordType::DefClock: {
    const auto &p = record.as<DefClockPayload>();
    std::printf(" offset %" PRId64 " deviation %" PRIu64, p.offset, p.deviation);
    break;
  }
  case RecordType::DefNote:
    std::printf(" count %" PRIu64 "%s", record.as<DefNotePayload>().count, texts(record).c_str());
    break;
  case RecordType::Enter: {
    const auto &p = record.as<EnterPayload>();
    std::printf(" %s window %d target %d base %#" PRIx64 " size %" PRIu64 "%s",
                callInfo(static_cast<Call>(p.call)).name.data(), static_cast<int>(p.window),
                static_cast<int>(p.target), p.base, p.size, texts(record).c_str());
    break;
  }
  case RecordType::WindowCreate: {
    const auto &p = record.as<WindowCreatePayload>();
    std::printf(" base %#" PRIx64 " size %" PRIu64 " unit %" PRIu64 " flavor %u model %u%s", p.base,
                p.size, p.dispUnit, p.flavor, p.model, texts(record).c_str());
    break;
  }
  case RecordType::RmaCollective: {
    const auto &p = record.as<RmaCollectivePayload>();
    std::printf(" %s op %u assert %u", p.begin ? "begin" : "end", p.op, p.assertion);
    break;
  }
  case RecordType::GroupSync: {
    const auto &p = record.as<GroupSyncPayload>();
    std::printf(" group %u assert %u memory %u", p.group, p.assertion, p.memory);
    break;
  }
  case RecordType::RequestLock:
  case RecordType::AcquireLock:
  case RecordType::ReleaseLock: {
    const auto &p = record.as<LockPayload>();
    std::printf(" target %d assert %u exclusive %u", static_cast<int>(p.target), p.assertion,
                p.exclusive);
    break;
  }
  case RecordType::Operation: {
    const auto &p = record.as<OperationPayload>();
    std::printf(" %s target %u displacement %" PRId64 " sent %" PRIu64 " received %" PRIu64
                " matching %" PRIu64 " request %" PRIu64 "%s",
                callInfo(static_cast<Call>(p.call)).name.data(), p.target, p.displacement,
                p.bytesSent, p.bytesReceived, p.matching, p.request, texts(record).c_str());
    break;
  }
  case RecordType::Values: {
    const auto &p = record.as<ValuesPayload>();
    std::printf(" known %" PRIu64 " operand %" PRIu64 " compare %" PRIu64 " result %" PRIu64,
                p.known, p.operand, p.compare, p.result);
    break;
  }
  case RecordType::OperationComplete: {
    const auto &p = record.as<OperationCompletePayload>();
    std::printf(" matching %" PRIu64 " %s", p.matching, p.remote ? "remote" : "local");
    break;
  }
  case RecordType::Send:
  case RecordType::SynchronousSend:
  case RecordType::Recv:
  case RecordType::RecvRequest: {
    const auto &p = record.as<MessagePayload>();
    std::printf(" peer %u tag %u bytes %" PRIu64 " request %" PRIu64, p.peer, p.tag, p.bytes,
                p.request);
    break;
  }
  case RecordType::SendComplete:
  case RecordType::RequestCancelled:
  case RecordType::CollectiveRequest:
    std::printf(" request %" PRIu64, record.as<RequestPayload>().request);
    break;
  case RecordType::Collective: {
    const auto &p = record.as<CollectivePayload>();
    std::printf(" %s op %u root %d sent %" PRIu64 " received %" PRIu64, p.begin ? "begin" : "end",
                p.op, static_cast<int>(p.root), p.bytesSent, p.bytesReceived);
    break;
  }
  case RecordType::CollectiveComplete: {
    const auto &p = record.as<CollectiveCompletePayload>();
    std::printf(" op %u root %d request %" PRIu64, p.collective.op,
                static_cast<int>(p.collective.root), p.request);
    break;
  }
  case RecordType::Range:
    printRange(record.as<RangePayload>());
    break;
  case RecordType::Ranges:
  case RecordType::Places:
    forEachRange(record, printRange);
    break;
  case RecordType::Flush:
    std::printf(" until %" PRIu64, record.as<FlushPayload>().end);
    break;
  case RecordType::ThreadSync: {
    const auto &p = record.as<ThreadSyncPayload>();
    std::printf(" %s object %#" PRIx64 " number %#" PRIx64,
                kSyncs[std::min<uint32_t>(record.small, std::size(kSyncs) - 1)], p.object,
                p.number);
    break;
  }
  case RecordType::Error: {
    const auto &p = record.as<ErrorPayload>();
    std::printf(" %s other %d target %d begin %" PRId64 " end %" PRId64 " limit %" PRIu64 "%s",
                p.error < kErrors.size() ? errorName<std::string>(kErrors[p.error]).c_str() : "?",
                static_cast<int>(p.other), static_cast<int>(p.target), p.begin, p.end, p.limit,
                texts(record).c_str());
    break;
  }
  default:
    break;
  }
  std::printf("\n");
}

} // namespace

int main(int argc, char **argv) {
  if (argc < 2) {
    std::fprintf(stderr, "usage: fencepost-journal JOURNAL...\n");
    return 2;
  }
  for (int i = 1; i < argc; ++i) {
    JournalReader reader = JournalReader::open(argv[i]);
    if (!reader.header()) {
      std::fprintf(stderr, "fencepost-journal: %s: %s\n", argv[i], reader.failure().c_str());
      return 2;
    }
    const JournalHeader &header = *reader.header();
    std::printf("journal of rank %u of %u, thread %u, on %s: %s\n", header.rank, header.worldSize,
                header.thread, header.host, header.program);
    RecordCursor records = reader.records();
    for (Record record; records.next(record);)
      print(record);
    if (*records.failure())
      std::printf("cut off: %s\n", records.failure());
  }
  return 0;
}
