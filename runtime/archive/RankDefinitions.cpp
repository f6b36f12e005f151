//===- RankDefinitions.cpp - the definitions in the journals of one rank --===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/archive/RankDefinitions.h"

#include "model/Errors.h"
#include "model/ThreadSync.h"
#include "runtime/archive/ProgramWords.h"

#include <algorithm>

namespace fencepost::archive {

namespace {

/// The records that define the ids of one kind.
class Slots {
public:
  explicit Slots(std::size_t limit) : limit_(limit) {}

  enum class Again { KeepFirst, TakeLatest };
  void define(const Record &record, Again again) {
    Slot *slot = at(record.small);
    if (slot &&
        (!slot->record.payload || (again == Again::TakeLatest && slot->record.time <= record.time)))
      slot->record = record;
  }
  void markEvents(uint32_t id) {
    if (Slot *slot = at(id))
      slot->hasEvents = true;
  }

  struct Slot {
    Record record{};
    bool hasEvents = false;
  };
  std::vector<Slot> slots;

private:
  /// Ids are counted up from zero: one beyond the number of records that fit is damage.
  Slot *at(uint32_t id) {
    if (id >= limit_)
      return nullptr;
    if (id >= slots.size())
      slots.resize(id + 1);
    return &slots[id];
  }
  std::size_t limit_;
};

class DefinitionReader {
public:
  DefinitionReader(const std::vector<JournalReader> &journals, RankDefinitions &into)
      : journals_(journals), header_(*journals.front().header()), set_(into.set), into_(into) {}

  void read() {
    for (const JournalReader &journal : journals_) {
      RecordCursor records = journal.records();
      for (Record record; records.next(record);)
        take(record, journal.header()->thread);
    }
    for (auto &[name, note] : notes_)
      into_.notFollowed[name] = note.count;
    // A parent may stand in the journal of another thread, so they are placed on demand.
    inParentOrder(
        contexts_, into_.ids.contexts,
        [](const Record &record) { return record.as<DefContextPayload>().parent; },
        [this](const Slots::Slot &slot, uint32_t parent) { return context(slot, parent); });
    inParentOrder(
        comms_, into_.ids.comms,
        [](const Record &record) { return record.as<DefCommPayload>().parent; },
        [this](const Slots::Slot &slot, uint32_t parent) { return comm(slot, parent); });
    for (const Slots::Slot &slot : groups_.slots)
      into_.ids.groups.push_back(slot.record.payload ? group(slot.record) : kNoId);
    for (const Slots::Slot &slot : windows_.slots)
      into_.ids.windows.push_back(slot.record.payload ? window(slot) : kNoId);
    teams();
  }

private:
  std::size_t limit() const {
    std::size_t bytes = 0;
    for (const JournalReader &journal : journals_)
      bytes += journal.bytes();
    return bytes / sizeof(RecordHead);
  }

  void take(const Record &record, uint32_t thread) {
    switch (record.type) {
    case RecordType::DefContext:
      return contexts_.define(record, Slots::Again::KeepFirst);
    case RecordType::DefComm:
      return comms_.define(record, Slots::Again::TakeLatest);
    case RecordType::DefGroup:
      return groups_.define(record, Slots::Again::KeepFirst);
    case RecordType::DefWindow:
      return windows_.define(record, Slots::Again::TakeLatest);
    case RecordType::DefClock:
      into_.clock.push_back({record.time, record.as<DefClockPayload>().offset,
                             record.as<DefClockPayload>().deviation});
      return;
    case RecordType::DefNote:
      return note(record);
    case RecordType::Operation:
      return operationTexts(record);
    case RecordType::Error:
      return errorTexts(record);
    case RecordType::CommCreated:
      return comms_.markEvents(record.small);
    case RecordType::WindowCreate:
      return windows_.markEvents(record.small);
    case RecordType::ThreadSync:
      if (record.small == static_cast<uint32_t>(ThreadSync::TeamBegin)) {
        const TeamMember member = teamMember(record.as<ThreadSyncPayload>().number);
        teams_[member.team].push_back({member.number, thread});
      }
      return;
    case RecordType::ProgramBegin:
      for (std::string_view word : programWords(header_))
        set_.string(word);
      return;
    default:
      return;
    }
  }

  void note(const Record &record) {
    std::string_view tail = record.tail();
    std::string text(takeText(tail));
    if (record.small == static_cast<uint32_t>(NoteKind::Lost)) {
      into_.lost = text;
    } else if (record.small == static_cast<uint32_t>(NoteKind::ThreadsNotFollowed)) {
      into_.threadsNotFollowed.insert(text);
    } else if (record.small == static_cast<uint32_t>(NoteKind::NotFollowed)) {
      Note &note = notes_[text];
      if (record.time >= note.time)
        note = {record.time, record.as<DefNotePayload>().count};
    }
  }

  void operationTexts(const Record &record) {
    std::string_view tail = record.tail();
    for (int i = 0; i < 2; ++i) {
      std::string_view text = takeText(tail);
      if (!text.empty() && std::ranges::find(operationTexts_, text) == operationTexts_.end()) {
        operationTexts_.push_back(text);
        set_.string(text);
      }
    }
  }

  void errorTexts(const Record &record) {
    const uint32_t error = record.as<ErrorPayload>().error;
    if (error >= kErrors.size())
      return;
    set_.string(errorName<std::string>(kErrors[error]));
    std::string_view tail = record.tail();
    set_.string(takeText(tail));
  }

  template <typename ParentOf, typename Add>
  void inParentOrder(const Slots &definitions, std::vector<uint32_t> &ids, ParentOf parentOf,
                     Add add) {
    const auto &slots = definitions.slots;
    ids.assign(slots.size(), kNoId);
    std::vector<bool> visited(slots.size());
    std::vector<uint32_t> chain;
    for (uint32_t first = 0; first < slots.size(); ++first) {
      // A cycle is damage: it is cut where it would close.
      for (uint32_t id = first; id < slots.size() && !visited[id] && slots[id].record.payload;
           id = parentOf(slots[id].record)) {
        visited[id] = true;
        chain.push_back(id);
      }
      for (; !chain.empty(); chain.pop_back()) {
        const Slots::Slot &slot = slots[chain.back()];
        ids[chain.back()] = add(slot, LocalIds::find(ids, parentOf(slot.record)));
      }
    }
  }

  uint32_t context(const Slots::Slot &slot, uint32_t parent) {
    const auto &payload = slot.record.as<DefContextPayload>();
    std::string_view tail = slot.record.tail();
    Context context;
    context.parent = parent;
    context.line = payload.line;
    context.column = payload.column;
    context.isCall = payload.isCall != 0;
    for (uint32_t *text : {&context.function, &context.file, &context.window, &context.expression,
                           &context.directory, &context.call})
      *text = set_.string(takeText(tail));
    return set_.context(context);
  }

  uint32_t comm(const Slots::Slot &slot, uint32_t parent) {
    const auto &payload = slot.record.as<DefCommPayload>();
    std::string_view tail = slot.record.tail();
    Comm comm;
    comm.key = {payload.keyRank, payload.keyCounter};
    comm.sizes = {payload.size, payload.remoteSize};
    comm.parent = parent;
    comm.name = set_.string(takeText(tail));
    comm.hasEvents = slot.hasEvents;
    if (payload.keyCounter == kSelfKey.counter) {
      comm.key = kSelfKey;
      comm.sizes = {1, 0};
      return set_.comm(std::move(comm));
    }
    if (payload.size == 0 || payload.size > header_.worldSize ||
        payload.remoteSize > header_.worldSize - payload.size ||
        payload.localRank >= payload.size || payload.keyRank >= header_.worldSize ||
        payload.side > (payload.remoteSize > 0 ? 1 : 0))
      return kNoId;
    if (payload.duplicate) {
      if (parent == kNoId)
        return kNoId;
      comm.key = {kNoId, payload.duplicate, parent};
    }
    if (comm.key == kWorldKey && payload.size != header_.worldSize)
      return kNoId;
    if (payload.side == 1)
      std::swap(comm.sizes[0], comm.sizes[1]);
    if (comm.key != kWorldKey)
      comm.members = {{payload.side, payload.localRank, header_.rank}};
    return set_.comm(std::move(comm));
  }

  uint32_t group(const Record &record) {
    std::size_t count = record.as<DefGroupPayload>().count;
    if (count > record.tail().size() / sizeof(uint32_t))
      return kNoId;
    const auto *members =
        reinterpret_cast<const uint32_t *>(record.payload + sizeof(DefGroupPayload));
    Ranks ranks(members, members + count);
    bool valid =
        std::ranges::all_of(ranks, [&](uint32_t rank) { return rank < header_.worldSize; });
    return valid ? set_.group(std::move(ranks)) : kNoId;
  }

  uint32_t window(const Slots::Slot &slot) {
    const auto &payload = slot.record.as<DefWindowPayload>();
    std::string_view tail = slot.record.tail();
    uint32_t comm = LocalIds::find(into_.ids.comms, payload.comm);
    if (comm == kNoId)
      return kNoId;
    return set_.window({comm, payload.flavor, set_.string(takeText(tail)), slot.hasEvents});
  }

  void teams() {
    for (auto &[number, members] : teams_) {
      std::ranges::sort(members);
      Ranks team{header_.rank};
      for (auto [place, thread] : members)
        team.push_back(thread);
      into_.ids.teams[number] = set_.team(std::move(team));
    }
  }

  struct Note {
    uint64_t time = 0;
    uint64_t count = 0;
  };

  const std::vector<JournalReader> &journals_;
  const JournalHeader &header_;
  DefinitionSet &set_;
  RankDefinitions &into_;
  Slots contexts_{limit()}, comms_{limit()}, groups_{limit()}, windows_{limit()};
  std::map<std::string, Note> notes_;
  // By the number of the team, each member's number and thread.
  std::map<uint64_t, std::vector<std::pair<uint32_t, uint32_t>>> teams_;
  std::vector<std::string_view> operationTexts_; // few: the predefined operations and types
};

} // namespace

LocalIds LocalIds::through(const Mapping &mapping) const {
  auto each = [](const std::vector<uint32_t> &ids, const std::vector<uint32_t> &to) {
    std::vector<uint32_t> result;
    result.reserve(ids.size());
    for (uint32_t id : ids)
      result.push_back(find(to, id));
    return result;
  };
  LocalIds result{each(contexts, mapping.contexts), each(comms, mapping.comms),
                  each(groups, mapping.groups), each(windows, mapping.windows), teams};
  for (auto &[number, team] : result.teams)
    team = find(mapping.teams, team);
  return result;
}

void readDefinitions(const std::vector<JournalReader> &journals, RankDefinitions &into) {
  if (!journals.empty())
    DefinitionReader(journals, into).read();
}

} // namespace fencepost::archive
