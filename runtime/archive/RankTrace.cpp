//===- RankTrace.cpp - one rank's part of the archive ---------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/archive/RankTrace.h"

#include "runtime/archive/EventWriter.h"
#include "runtime/archive/JournalDirectory.h"

#include <algorithm>

namespace fencepost::archive {

namespace {
std::string threadPrefix(uint32_t thread) {
  return thread ? "thread " + std::to_string(thread) + " " : std::string();
}
} // namespace

RunFacts::RunFacts(const JournalHeader &header)
    : worldSize(header.worldSize), reference{header.ticksPerSecond, header.beginTicks,
                                             header.beginUnixNano,
                                             std::string(fieldText(header.host))},
      access(fieldText(header.access)), mpi(fieldText(header.mpi)),
      program(fieldText(header.program)), suppressions(fieldText(header.suppressions)) {}

void RunFacts::write(ByteWriter &bytes) const {
  bytes.put(worldSize);
  bytes.put(reference.ticksPerSecond);
  bytes.put(reference.beginTicks);
  bytes.put(reference.beginUnixNano);
  for (const std::string *text : {&reference.host, &access, &mpi, &program, &suppressions})
    bytes.put(std::string_view(*text));
}

bool RunFacts::read(ByteReader &bytes) {
  worldSize = bytes.get<uint32_t>();
  reference.ticksPerSecond = bytes.get<uint64_t>();
  reference.beginTicks = bytes.get<uint64_t>();
  reference.beginUnixNano = bytes.get<uint64_t>();
  for (std::string *text : {&reference.host, &access, &mpi, &program, &suppressions})
    *text = bytes.getText();
  return bytes.ok();
}

void RankSummary::write(ByteWriter &bytes) const {
  bytes.put(rank);
  bytes.put(std::string_view(host));
  bytes.put(static_cast<uint64_t>(threads.size()));
  for (const Thread &thread : threads)
    bytes.put(thread);
  bytes.put(begin);
  bytes.put(end);
  bytes.put(programEnded);
  bytes.put(paradigms);
  bytes.put(seconds);
  bytes.put(static_cast<uint64_t>(openCalls.size()));
  for (const std::string &call : openCalls)
    bytes.put(std::string_view(call));
  bytes.put(static_cast<uint64_t>(notFollowed.size()));
  for (const auto &[name, count] : notFollowed) {
    bytes.put(std::string_view(name));
    bytes.put(count);
  }
  bytes.put(static_cast<uint64_t>(threadsNotFollowed.size()));
  for (const std::string &library : threadsNotFollowed)
    bytes.put(std::string_view(library));
  bytes.put(std::string_view(lost));
}

bool RankSummary::read(ByteReader &bytes) {
  rank = bytes.get<uint32_t>();
  host = bytes.getText();
  threads.resize(bytes.getCount(sizeof(Thread)));
  for (Thread &thread : threads)
    thread = bytes.get<Thread>();
  begin = bytes.get<uint64_t>();
  end = bytes.get<uint64_t>();
  programEnded = bytes.get<bool>();
  paradigms = bytes.get<uint32_t>();
  seconds = bytes.get<double>();
  openCalls.resize(bytes.getCount(sizeof(uint64_t)));
  for (std::string &call : openCalls)
    call = bytes.getText();
  for (uint64_t left = bytes.getCount(sizeof(uint64_t)); left > 0; --left) {
    std::string name(bytes.getText());
    notFollowed[name] = bytes.get<uint64_t>();
  }
  for (uint64_t left = bytes.getCount(sizeof(uint64_t)); left > 0; --left)
    threadsNotFollowed.emplace(bytes.getText());
  lost = bytes.getText();
  return bytes.ok();
}

RankTrace::RankTrace(const std::string &traceDir, uint32_t rank,
                     const std::vector<uint32_t> &threads) {
  summary_.rank = rank;
  for (uint32_t thread : threads) {
    JournalReader journal = JournalReader::open(journalPath(traceDir, rank, thread).c_str());
    const JournalHeader *header = journal.header();
    if (header && header->rank == rank && header->thread == thread &&
        (journals_.empty() || header->worldSize == journals_.front().header()->worldSize))
      journals_.push_back(std::move(journal));
    else
      summary_.lost = threadPrefix(thread) +
                      (header ? "a journal that is not its own" : journal.failure().c_str());
  }
  readDefinitions(journals_, definitions_);
  if (!definitions_.lost.empty())
    summary_.lost = definitions_.lost;
  if (!journals_.empty())
    summary_.host = fieldText(header()->host);
  summary_.notFollowed = definitions_.notFollowed;
  summary_.threadsNotFollowed = definitions_.threadsNotFollowed;
}

const JournalHeader *RankTrace::header() const {
  return journals_.empty() ? nullptr : journals_.front().header();
}

bool RankTrace::confirmsWorldSize() const {
  const auto &comms = definitions_.set.comms; // a world of another size is left out
  return std::ranges::find(comms, kWorldKey, &Comm::key) != comms.end();
}

bool RankTrace::writeEvents(OTF2_Archive *archive, const RunFacts &run, const Mapping &mapping,
                            DefinitionSet &unified) {
  LocalIds ids = definitions_.ids.through(mapping);
  std::vector<LocationEvents> locations(journals_.size());
  bool written = true;
  auto location = [&](uint32_t thread, auto write) {
    OTF2_EvtWriter *writer = OTF2_Archive_GetEvtWriter(archive, locationId(summary_.rank, thread));
    written = writer && write(writer) &&
              OTF2_Archive_CloseEvtWriter(archive, writer) == OTF2_SUCCESS && written;
  };
  // World's rank is thread 0, whether it left a journal or not.
  if (journals_.empty() || journals_.front().header()->thread != 0) {
    location(0, [](OTF2_EvtWriter *) { return true; });
    summary_.threads.push_back({0, 0, 0});
  }
  for (std::size_t i = 0; i < journals_.size() && written; ++i) {
    uint32_t thread = journals_[i].header()->thread;
    location(thread, [&](OTF2_EvtWriter *writer) {
      return archive::writeEvents(journals_[i], ids, unified, writer, locations[i]);
    });
    summary_.threads.push_back({thread, 0, locations[i].events});
  }
  summarize(locations, run, unified);
  return written;
}

void RankTrace::summarize(const std::vector<LocationEvents> &locations, const RunFacts &run,
                          const DefinitionSet &unified) {
  uint64_t first = UINT64_MAX;
  uint64_t last = 0;
  for (std::size_t i = 0; i < locations.size(); ++i) {
    const LocationEvents &location = locations[i];
    if (location.events) {
      first = std::min(first, location.first);
      last = std::max(last, location.last);
    }
    summary_.programEnded |= location.programEnded;
    summary_.paradigms |= location.paradigms;
    for (uint32_t context : location.open)
      summary_.openCalls.push_back(unified.strings[unified.contexts[context].function]);
    if (!location.failure.empty() && summary_.lost.empty())
      summary_.lost = threadPrefix(journals_[i].header()->thread) + location.failure;
  }
  if (const JournalHeader *own = header())
    clock_ = clockPoints(definitions_.clock, RunFacts(*own).reference, run.reference, last);
  if (first > last)
    return;
  summary_.begin = globalTime(clock_, first);
  summary_.end = globalTime(clock_, last);
  summary_.seconds =
      static_cast<double>(last - first) / static_cast<double>(header()->ticksPerSecond);
}

bool RankTrace::writeLocalDefinitions(OTF2_Archive *archive) {
  bool written = true;
  for (const RankSummary::Thread &thread : summary_.threads) {
    OTF2_DefWriter *writer =
        OTF2_Archive_GetDefWriter(archive, locationId(summary_.rank, thread.thread));
    if (!writer)
      return false;
    for (const ClockPoint &point : clock_)
      written =
          OTF2_DefWriter_WriteClockOffset(writer, point.time, point.offset,
                                          static_cast<double>(point.deviation)) == OTF2_SUCCESS &&
          written;
    written = OTF2_Archive_CloseDefWriter(archive, writer) == OTF2_SUCCESS && written;
  }
  return written;
}

} // namespace fencepost::archive
