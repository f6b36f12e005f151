//===- Record.cpp - the trace of a program --------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Record.h"

#include "analyzer/trace/EventBuilder.h"
#include "analyzer/trace/Threads.h"

#include <algorithm>
#include <deque>
#include <map>

namespace racemodel {

namespace {

using namespace fencepost::analyzer;
using fencepost::EventKind;

constexpr uint32_t kMemberSelf = 1; // comm ids: MPI_COMM_WORLD, MPI_COMM_SELF, the others
uint32_t commId(uint32_t comm) { return comm == 0 ? 0 : comm + kMemberSelf; }

EventKind collectiveKind(What what) {
  switch (what) {
  case What::Bcast:
  case What::Scatter:
    return EventKind::OneToAll;
  case What::Reduce:
  case What::Gather:
    return EventKind::AllToOne;
  case What::Scan:
  case What::Exscan:
    return EventKind::Scan;
  case What::Init:
  case What::CommDup:
    return EventKind::CommCreate;
  case What::Finalize:
    return EventKind::CommFree;
  default:
    return EventKind::AllToAll;
  }
}

class Recorder {
public:
  Recorder(const Program &program, int process, int processes) : program(program) {
    define();
    for (const Call &call : program.calls) {
      if (call.request)
        started[call.request] = &call;
      // Groups are defined by who is in them.
      if (!call.group.empty() && !groups.count(call.group)) {
        auto id = static_cast<uint32_t>(groups.size());
        groups[call.group] = id;
        trace.definitions.groups.define(id) = call.group;
      }
    }
    trace.locations.reserve(trace.definitions.locations.size());
    for (uint32_t rank = 0; rank < program.ranks; ++rank)
      if (ownerOfRank(rank, processes) == process)
        play(rank);
  }
  Trace trace;

private:
  // ---- definitions

  void define() {
    Definitions &definitions = trace.definitions;
    definitions.ticksPerSecond = 1000000000;
    definitions.properties["FENCEPOST::VERSION"] = "0";
    definitions.hosts.assign(program.ranks, "node");
    for (uint32_t rank = 0; rank < program.ranks; ++rank)
      for (uint32_t thread = 0; thread < program.threads[rank]; ++thread)
        definitions.locations.push_back({(uint64_t(thread) << 32) | rank, rank, thread, 0});
    definitions.comms.define(kMemberSelf).self = true;
    for (uint32_t comm = 0; comm < program.comms.size(); ++comm)
      definitions.comms.define(commId(comm)).ranks = program.comms[comm];
    for (std::size_t i = 0; i < std::size(kOps); ++i)
      definitions.strings.define(opString(i)) = kOps[i];
    for (std::size_t i = 0; i < std::size(kTypes); ++i)
      definitions.strings.define(typeString(i)) = kTypes[i].name;
    definitions.strings.define(kNoLocksString) = "no_locks=true";
    for (uint32_t window = 0; window < program.windows.size(); ++window)
      definitions.windows.define(window) = {"win" + std::to_string(window),
                                            commId(program.windows[window].comm)};
    definitions.regions.define(0) = {.name = "main", .file = "model.c", .call = {}};
    uint32_t regions = 1;
    for (const Call &call : program.calls) {
      Context context{.region = 0, .file = "model.c", .line = call.site, .column = 1};
      if (std::string name = mpiName(call.what, call.nonBlocking); !name.empty()) {
        context.region = regions++;
        definitions.regions.define(context.region) = {
            .name = name, .file = "", .mpi = true, .call = fencepost::findCall(name)};
      }
      definitions.contexts.define(call.site) = context;
    }
  }
  static constexpr uint32_t kNoLocksString = 100;
  static uint32_t opString(std::size_t op) { return static_cast<uint32_t>(op); }
  static uint32_t typeString(std::size_t type) { return static_cast<uint32_t>(10 + type); }

  // ---- the records of one location

  void play(uint32_t rank) {
    std::deque<EventBuilder> builders;
    std::vector<LocationTrace *> threads;
    for (const Location &location : trace.definitions.locations)
      if (location.rank == rank) {
        LocationTrace &to = trace.locations.emplace_back();
        to.id = location.id;
        to.rank = rank;
        to.thread = location.thread;
        threads.push_back(&to);
        play(to, builders.emplace_back(trace.definitions, to));
      }
    tieThreads(threads);
    for (EventBuilder &made : builders)
      made.finish(true);
  }

  void play(const LocationTrace &location, EventBuilder &to) {
    builder = &to;
    accesses.clear();
    for (const Call &call : program.calls)
      if (call.rank == location.rank && call.thread == location.thread)
        play(call);
    flush(now);
    builder = nullptr;
  }

  uint64_t at(const Call &call, uint64_t time) {
    now = static_cast<uint64_t>(static_cast<int64_t>(time) + program.skew[call.rank]);
    builder->time(now);
    return now;
  }

  /// Ranges of loads and stores stand just before the next record.
  void flush(uint64_t time) {
    builder->time(time);
    for (const Range &range : accesses)
      builder->range(time, range);
    accesses.clear();
  }

  static Range range(const Blocks &blocks, RangeKind kind, uint32_t context = kNone) {
    return {blocks.address, blocks.bytes, blocks.stride, blocks.count, context, kind};
  }

  void play(const Call &call) {
    if (call.what == What::Load || call.what == What::Store) {
      for (const Buffer &buffer : call.buffers)
        accesses.push_back(range(buffer.blocks,
                                 call.what == What::Load ? RangeKind::Load : RangeKind::Store,
                                 call.site));
      return;
    }
    if (call.what == What::Release || call.what == What::Acquire) {
      uint64_t time = at(call, call.what == What::Release ? call.enter : call.leave);
      flush(time);
      synchronized(call, time);
      return;
    }
    uint64_t enter = at(call, call.enter);
    flush(enter);
    Facts facts;
    bool named = call.what >= What::Flush && call.what <= What::WinSync;
    if (named)
      facts.window = call.window;
    if (call.what == What::Flush || call.what == What::FlushLocal)
      facts.target = call.peer;
    builder->enter(enter, call.site, facts);
    if (call.peer != kProcNull)
      records(call);
    builder->leave(at(call, call.leave));
  }

  void synchronized(const Call &call, uint64_t time) {
    bool begins = call.thread != 0 && trace.locations.back().events.empty();
    builder->threadsSynchronized(time,
                                 call.what == What::Release ? ThreadStep::Release
                                 : begins                   ? ThreadStep::Begin
                                                            : ThreadStep::Acquire,
                                 call.object);
  }

  Event &onWindow(const Call &call, EventKind kind) {
    Event &event = builder->record(kind);
    event.window = call.window;
    event.comm = commId(program.windows[call.window].comm);
    event.assertion |= call.assertion;
    return event;
  }

  void records(const Call &call) {
    switch (call.what) {
    case What::WinCreate:
      windowCreated(call);
      onWindow(call, EventKind::WinCreate);
      break;
    case What::WinFree:
      onWindow(call, EventKind::WinFree);
      builder->windowFreed(call.window);
      break;
    case What::Fence:
      onWindow(call, EventKind::Fence);
      break;
    case What::Post:
    case What::Start:
    case What::Complete:
    case What::WinWait:
    case What::WinTest:
      onWindow(call, EventKind::Local).group = groups.at(call.group);
      break;
    case What::Lock:
    case What::LockAll: {
      Event &event = onWindow(call, EventKind::Lock);
      event.peer = call.peer;
      if (call.exclusive)
        event.flags |= kExclusive;
      break;
    }
    case What::Unlock:
    case What::UnlockAll:
      onWindow(call, EventKind::Unlock).peer = call.peer;
      break;
    case What::Send:
    case What::Ssend:
    case What::Recv:
      message(call);
      break;
    case What::Completion:
      for (uint64_t request : call.completes)
        complete(*started.at(request));
      break;
    default:
      if (isOperation(call.what))
        operation(call);
      else if (isCollective(call.what) || call.what == What::CommDup || call.what == What::Init ||
               call.what == What::Finalize)
        collective(call);
    }
  }

  void windowCreated(const Call &call) {
    const Window &window = program.windows[call.window];
    const auto &ranks = program.comms[window.comm];
    auto me = std::find(ranks.begin(), ranks.end(), call.rank) - ranks.begin();
    const Part &part = window.parts[static_cast<std::size_t>(me)];
    Facts facts;
    facts.base = part.base;
    facts.size = part.size;
    facts.dispUnit = part.unit;
    facts.flavor = 1;
    facts.model = window.separate ? 1 : 2;
    if (window.noLocks)
      facts.info = kNoLocksString;
    builder->windowCreated(call.window, facts);
  }

  void operation(const Call &call) {
    if (call.target.count == 0)
      return;
    Facts facts;
    facts.displacement = call.displacement;
    facts.request = call.request;
    if (isAtomic(call.what)) {
      facts.op = opString(call.op);
      facts.type = typeString(call.type);
    }
    builder->operation(EventKind::Local, call.window, call.peer,
                       call.target.bytes * call.target.count, call.site, facts);
    for (const Buffer &buffer : call.buffers) {
      RangeKind kind = buffer.use == Use::Read      ? RangeKind::OriginRead
                       : buffer.use == Use::Compare ? RangeKind::CompareRead
                       : call.what == What::Get     ? RangeKind::OriginWrite
                                                    : RangeKind::ResultWrite;
      builder->range(now, range(buffer.blocks, kind));
    }
    builder->range(now, range(call.target, RangeKind::Target));
  }

  void message(const Call &call) {
    bool receive = call.what == What::Recv;
    Event &event = builder->record(receive ? EventKind::Recv : EventKind::Send);
    event.request = call.request;
    if (call.request)
      event.flags |= kNonBlocking;
    if (!receive || !call.request) {
      event.peer = call.peer;
      event.comm = commId(call.comm);
      event.tag = call.tag;
      event.bytes = call.bytes;
    }
    buffers(call);
  }

  void buffers(const Call &call) {
    for (const Buffer &buffer : call.buffers)
      builder->range(now, range(buffer.blocks, buffer.use == Use::Write ? RangeKind::ReceiveWrite
                                                                        : RangeKind::SendRead));
  }

  CollectiveFacts factsOf(const Call &call) const {
    return {collectiveKind(call.what), commId(call.comm), call.peer, call.bytes};
  }

  void collective(const Call &call) {
    if (call.nonBlocking)
      builder->collectiveStarted(call.request);
    else
      builder->collective(factsOf(call), {});
    buffers(call);
  }

  void complete(const Call &call) {
    if (isOperation(call.what))
      return builder->operationCompleted(call.window, call.site);
    if (isCollective(call.what))
      return builder->collectiveCompleted(factsOf(call), call.request, {});
    Event &event = builder->record(EventKind::Completion);
    event.request = call.request;
    if (call.what != What::Recv)
      return;
    event.flags |= kMessageDone;
    event.peer = call.peer;
    event.comm = commId(call.comm);
    event.tag = call.tag;
    event.bytes = call.bytes;
  }

  const Program &program;
  std::map<uint64_t, const Call *> started; // by request
  std::map<std::vector<uint32_t>, uint32_t> groups;
  EventBuilder *builder = nullptr;
  std::vector<Range> accesses;
  uint64_t now = 0;
};

} // namespace

Trace record(const Program &program, int process, int processes) {
  return std::move(Recorder(program, process, processes).trace);
}

} // namespace racemodel
