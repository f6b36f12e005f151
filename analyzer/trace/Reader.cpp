//===- Reader.cpp - reads an OTF2 archive --------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/trace/Reader.h"

#include "analyzer/trace/Contexts.h"
#include "analyzer/trace/Otf2.h"
#include "analyzer/trace/RankReader.h"

#include <algorithm>
#include <array>
#include <deque>
#include <filesystem>
#include <iterator>
#include <set>
#include <span>

namespace fencepost::analyzer {

namespace {

/// Id mappings and clock offsets: OTF2 applies them while it reads the location's events.
void readLocalDefinitions(OTF2_Reader *reader, const std::string &anchor, uint64_t location) {
  std::error_code error;
  if (!std::filesystem::exists(locationFile(anchor, location, ".def"), error))
    return;
  OTF2_DefReader *definitions = OTF2_Reader_GetDefReader(reader, location);
  if (!definitions)
    return;
  uint64_t read = 0;
  OTF2_Reader_ReadAllLocalDefinitions(reader, definitions, &read);
  OTF2_Reader_CloseDefReader(reader, definitions);
}

std::set<uint32_t> ranksWithThreads(const Definitions &definitions) {
  std::set<uint32_t> ranks;
  for (const Location &location : definitions.locations)
    if (location.thread != 0)
      ranks.insert(location.rank);
  return ranks;
}

std::string atWhichRank(const Definitions &definitions, const Location &location) {
  std::string text = "rank " + std::to_string(location.rank);
  if (ranksWithThreads(definitions).contains(location.rank))
    text += " thread " + std::to_string(location.thread);
  return text;
}

/// OTF2 looks the locations of a reader up one after the other: no more than so many each.
constexpr std::size_t kMostSelected = 512;

/// Reading only some of a location's events keeps its file open, with buffers of a megabyte at
/// worst: with more locations all is read at first, and only what comes of it goes in pieces.
constexpr std::size_t kMostOpen = 512;

/// Likewise where the files are so short that what they hold takes less memory than their buffers.
constexpr uint64_t kShort = 4096; // records a location

/// Those pieces: as what is left moves up after each, there are no more than so many.
constexpr uint64_t kLeastPiece = 1'000'000; // records, of many locations
constexpr uint64_t kMostPieces = 16;

/// Where the run can be cut: of other tools' archives not all is known that may be under way.
Marks marksOf(const Definitions &definitions, bool severalThreads) {
  return !definitions.ours() ? Marks::None : severalThreads ? Marks::Every : Marks::OfAll;
}

} // namespace

struct TraceReader::State {
  State(Trace &trace, MPI_Comm comm) : trace(trace), comm(comm) {}

  void open(const std::string &path);
  void select(const std::vector<Location> &mine);
  std::vector<std::unique_ptr<LocationReader>> openEvents(std::span<const Location> mine);
  bool read(uint64_t wanted);
  uint64_t wanted() const;
  uint64_t records() const;
  std::size_t nextCut() const;
  void agree(std::size_t from);
  void cut(std::size_t at);
  template <typename Take> void give(std::size_t until, const Take &take);
  void finish();
  void noteNotUnderstood();

  Trace &trace;
  MPI_Comm comm;
  uint64_t phase = 0;
  bool all = false;        // is read at first
  uint64_t piecesLeft = 1; // of what was read as a whole
  std::vector<ReaderHandle> readers{};
  EventDefinitions forEvents{};
  std::deque<RankReader> ranks{};
  std::vector<LocationReader *> locations{}; // theirs
  std::vector<Event> room{};                 // for reading
  // Of the synchronizations of all ranks since the last cut:
  std::size_t reached = 0;           // so many did all ranks pass,
  std::vector<std::size_t> agreed{}; // at these nothing was under way
  bool last = false;
};

void TraceReader::State::open(const std::string &path) {
  silenceOtf2();
  trace.path = findAnchor(path);
  readDefinitions(openArchive(trace.path).get(), trace.path, trace.definitions, forEvents);
  int process, processes;
  MPI_Comm_rank(comm, &process);
  MPI_Comm_size(comm, &processes);
  std::vector<Location> mine;
  for (const Location &location : trace.definitions.locations)
    if (ownerOfRank(location.rank, processes) == process)
      mine.push_back(location);
  std::size_t count = trace.definitions.locations.size();
  bool many = count > kMostOpen * static_cast<std::size_t>(processes);
  bool isShort = phase > 1 && records() <= kShort * count;
  all = phase == 0 || many || isShort;
  uint64_t share = records() / static_cast<uint64_t>(processes);
  // As many on all processes.
  if (phase != 0)
    piecesLeft =
        std::clamp<uint64_t>(many ? records() / kLeastPiece : share / phase, 1, kMostPieces);
  select(mine);
}

void TraceReader::State::select(const std::vector<Location> &mine) {
  for (const Location &location : mine) {
    std::error_code error;
    std::string file = locationFile(trace.path, location.id, ".evt");
    if (location.events && !std::filesystem::exists(file, error))
      throw TraceError(file + ": the events of " + atWhichRank(trace.definitions, location) +
                       " are missing: copy the whole archive or record the run again");
  }
  std::vector<std::unique_ptr<LocationReader>> opened;
  for (std::span<const Location> rest(mine); !rest.empty();) {
    std::size_t count = std::min(rest.size(), kMostSelected);
    std::ranges::move(openEvents(rest.first(count)), std::back_inserter(opened));
    rest = rest.subspan(count);
  }
  for (auto first = opened.begin(); first != opened.end();) {
    auto last = std::find_if(first, opened.end(), [&](const auto &location) {
      return location->location().rank != (*first)->location().rank;
    });
    for (auto location = first; location != last; ++location)
      locations.push_back(location->get());
    ranks.emplace_back(trace.definitions,
                       std::vector(std::move_iterator(first), std::move_iterator(last)));
    first = last;
  }
}

std::vector<std::unique_ptr<LocationReader>>
TraceReader::State::openEvents(std::span<const Location> mine) {
  OTF2_Reader *reader = readers.emplace_back(openArchive(trace.path)).get();
  for (const Location &location : mine)
    OTF2_Reader_SelectLocation(reader, location.id);
  if (OTF2_Reader_OpenDefFiles(reader) == OTF2_SUCCESS) {
    for (const Location &location : mine)
      readLocalDefinitions(reader, trace.path, location.id);
    OTF2_Reader_CloseDefFiles(reader);
  }
  if (OTF2_Reader_OpenEvtFiles(reader) != OTF2_SUCCESS)
    throw TraceError(trace.path + ": the archive's events cannot be opened: copy the whole archive "
                                  "or record the run again");
  std::set<uint32_t> several = ranksWithThreads(trace.definitions);
  std::vector<std::unique_ptr<LocationReader>> opened;
  for (const Location &location : mine) {
    // A record takes more than a byte; a rank that left nothing has no file.
    std::error_code error;
    uint64_t bytes =
        std::filesystem::file_size(locationFile(trace.path, location.id, ".evt"), error);
    opened.push_back(std::make_unique<LocationReader>(
        reader, location, forEvents, trace.definitions, error ? 0 : bytes,
        marksOf(trace.definitions, several.contains(location.rank))));
  }
  return opened;
}

/// Those that the archive promises, of the whole run.
uint64_t TraceReader::State::records() const {
  uint64_t records = 0;
  for (const Location &location : trace.definitions.locations)
    records += location.events;
  return records;
}

/// Of each location, to begin with.
uint64_t TraceReader::State::wanted() const {
  return all ? UINT64_MAX
             : std::max<uint64_t>(1, phase / std::max<std::size_t>(1, locations.size()));
}

/// Where the phase ends that goes next.
std::size_t TraceReader::State::nextCut() const {
  if (phase == 1)
    return agreed.front();
  return all ? agreed[agreed.size() / piecesLeft] : agreed.back();
}

/// Reads on where fewer records than that are held, or where the others are ahead. Whether all
/// processes are at the end.
bool TraceReader::State::read(uint64_t wanted) {
  struct {
    uint64_t atEnd = 1, reached = UINT64_MAX;
  } all;
  for (RankReader &rank : ranks) {
    rank.read(wanted, reached, room);
    all.atEnd &= rank.atEnd();
    all.reached = std::min<uint64_t>(all.reached, rank.passed());
  }
  MPI_Allreduce(MPI_IN_PLACE, &all, 2, MPI_UINT64_T, MPI_MIN, comm);
  std::size_t before = reached;
  reached = all.reached == UINT64_MAX ? 0 : all.reached;
  if (reached > before)
    agree(before);
  return all.atEnd;
}

/// Finds at which synchronizations nothing was under way anywhere.
void TraceReader::State::agree(std::size_t from) {
  std::vector<uint64_t> sums(2 * (reached - from)); // balances, and who was not quiet
  for (const RankReader &rank : ranks)
    for (std::size_t i = from; i < reached; ++i) {
      sums[2 * (i - from)] += rank[i].balance;
      sums[2 * (i - from) + 1] += !rank[i].quiet;
    }
  constexpr std::size_t kMost = 1 << 20;
  for (std::size_t i = 0; i < sums.size(); i += kMost)
    MPI_Allreduce(MPI_IN_PLACE, sums.data() + i, static_cast<int>(std::min(kMost, sums.size() - i)),
                  MPI_UINT64_T, MPI_SUM, comm);
  for (std::size_t i = from; i < reached; ++i)
    if (sums[2 * (i - from)] == 0 && sums[2 * (i - from) + 1] == 0)
      agreed.push_back(i);
}

/// Gives the locations of a phase, which `take` fills by rank, with where they can be cut: at most
/// after that synchronization.
template <typename Take> void TraceReader::State::give(std::size_t until, const Take &take) {
  trace.locations.resize(locations.size());
  std::span<LocationTrace> rest(trace.locations);
  for (RankReader &rank : ranks) {
    std::span<LocationTrace> phase = rest.first(rank.locations().size());
    rest = rest.subspan(phase.size());
    std::vector<std::vector<uint32_t>> cuts(phase.size());
    for (std::size_t passed : agreed)
      for (std::size_t i = 0; i < phase.size() && passed <= until; ++i)
        cuts[i].push_back(rank.at(passed)[i].place.events);
    take(rank, phase);
    for (std::size_t i = 0; i < phase.size(); ++i)
      phase[i].cuts = std::move(cuts[i]);
  }
}

void TraceReader::State::cut(std::size_t at) {
  give(at, [at](RankReader &rank, std::span<LocationTrace> phase) { rank.cutAt(at, phase); });
  reached -= at + 1;
  std::erase_if(agreed, [&](std::size_t passed) { return passed <= at; });
  for (std::size_t &passed : agreed)
    passed -= at + 1;
}

void TraceReader::State::finish() {
  noteNotUnderstood();
  give(SIZE_MAX, [](RankReader &rank, std::span<LocationTrace> phase) { rank.finish(phase); });
  for (const LocationReader *location : locations) {
    const Location &of = location->location();
    trace.records += location->records();
    std::error_code error;
    std::string file = locationFile(trace.path, of.id, ".evt");
    if (!location->isWhole() && (of.events || std::filesystem::exists(file, error)))
      trace.notes.push_back(file + ": damaged after " + std::to_string(location->records()) +
                            " of " + std::to_string(of.events) + " records: " +
                            atWhichRank(trace.definitions, of) + " is analyzed up to there");
  }
  locations.clear();
  ranks.clear();
  last = true;
}

void TraceReader::State::noteNotUnderstood() {
  static constexpr std::pair<uint64_t NotUnderstood::*, const char *> kKinds[] = {
      {&NotUnderstood::sync, "RmaSync"},
      {&NotUnderstood::waitChange, "RmaWaitChange"},
      {&NotUnderstood::tryLock, "RmaTryLock"},
      {&NotUnderstood::unknown, "unknown"}};
  std::array<uint64_t, std::size(kKinds)> counts{};
  for (const auto &location : locations)
    for (std::size_t i = 0; i < counts.size(); ++i)
      counts[i] += location->notUnderstood().*kKinds[i].first;
  MPI_Allreduce(MPI_IN_PLACE, counts.data(), static_cast<int>(counts.size()), MPI_UINT64_T, MPI_SUM,
                comm);
  std::string text;
  for (std::size_t i = 0; i < counts.size(); ++i)
    if (counts[i])
      text += (text.empty() ? "" : ", ") + std::to_string(counts[i]) + " " + kKinds[i].second;
  if (!text.empty())
    trace.notes.push_back("records of the archive that are not followed: " + text +
                          "; the synchronization and waiting that they tell of are missing here");
}

TraceReader::TraceReader(const std::string &path, MPI_Comm comm, uint64_t phase)
    : state_(std::make_unique<State>(trace, comm)) {
  state_->phase = phase;
  state_->open(path);
}

TraceReader::~TraceReader() = default;

bool TraceReader::next() {
  State &state = *state_;
  trace.locations.clear();
  if (state.last)
    return false;
  for (uint64_t wanted = state.wanted();; wanted *= 2) {
    bool atEnd = state.read(wanted);
    unifyContexts(trace.definitions, state.locations, state.comm);
    bool goesOn = !atEnd || state.phase == 1 || (state.all && state.piecesLeft > 1);
    if (goesOn && !state.agreed.empty()) {
      state.cut(state.nextCut());
      if (state.piecesLeft > 1)
        --state.piecesLeft;
      return true;
    }
    if (atEnd) {
      state.finish();
      return true;
    }
  }
}

bool TraceReader::isLast() const { return state_->last; }

} // namespace fencepost::analyzer
