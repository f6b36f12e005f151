//===- Reader.cpp - reads an OTF2 archive --------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/trace/Reader.h"

#include "analyzer/trace/ReadEvents.h"
#include "analyzer/trace/Threads.h"

#include <algorithm>
#include <filesystem>
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

std::string atWhichRank(const Definitions &definitions, const Location &location) {
  std::string text = "rank " + std::to_string(location.rank);
  for (const Location &other : definitions.locations)
    if (other.rank == location.rank && other.thread != 0)
      return text + " thread " + std::to_string(location.thread);
  return text;
}

/// OTF2 looks the locations of a reader up one after the other: no more than so many each.
constexpr std::size_t kMostSelected = 512;

void readLocation(OTF2_Reader *reader, const Location &location, const EventDefinitions &forEvents,
                  Trace &trace) {
  LocationTrace read{.id = location.id, .rank = location.rank, .thread = location.thread};
  std::string file = locationFile(trace.path, location.id, ".evt");
  // A rank that left nothing: its location is there for the others' sake.
  std::error_code error;
  if (!location.events && !std::filesystem::exists(file, error)) {
    read.complete = false;
    trace.locations.push_back(std::move(read));
    return;
  }
  // A record takes more than a byte.
  uint64_t mostRecords = std::filesystem::file_size(file, error);
  ReadOutcome outcome =
      readEvents(reader, location, forEvents, trace.definitions, mostRecords, read);
  trace.records += outcome.records;
  if (!outcome.whole)
    trace.notes.push_back(file + ": damaged after " + std::to_string(outcome.records) + " of " +
                          std::to_string(location.events) + " records: " +
                          atWhichRank(trace.definitions, location) + " is analyzed up to there");
  trace.locations.push_back(std::move(read));
}

void readLocations(std::span<const Location> locations, const EventDefinitions &forEvents,
                   Trace &trace) {
  ReaderHandle reader = openArchive(trace.path);
  for (const Location &location : locations)
    OTF2_Reader_SelectLocation(reader.get(), location.id);
  if (OTF2_Reader_OpenDefFiles(reader.get()) == OTF2_SUCCESS) {
    for (const Location &location : locations)
      readLocalDefinitions(reader.get(), trace.path, location.id);
    OTF2_Reader_CloseDefFiles(reader.get());
  }
  if (OTF2_Reader_OpenEvtFiles(reader.get()) != OTF2_SUCCESS)
    throw TraceError(trace.path + ": the archive's events cannot be opened: copy the whole archive "
                                  "or record the run again");
  for (const Location &location : locations)
    readLocation(reader.get(), location, forEvents, trace);
  OTF2_Reader_CloseEvtFiles(reader.get());
}

} // namespace

Trace readTrace(const std::string &path, int process, int processes) {
  silenceOtf2();
  Trace trace;
  trace.path = findAnchor(path);
  EventDefinitions forEvents;
  readDefinitions(openArchive(trace.path).get(), trace.path, trace.definitions, forEvents);

  std::vector<Location> mine;
  for (const Location &location : trace.definitions.locations)
    if (ownerOfRank(location.rank, processes) == process)
      mine.push_back(location);
  for (const Location &location : mine) {
    std::error_code error;
    std::string file = locationFile(trace.path, location.id, ".evt");
    if (location.events && !std::filesystem::exists(file, error))
      throw TraceError(file + ": the events of " + atWhichRank(trace.definitions, location) +
                       " are missing: copy the whole archive or record the run again");
  }
  for (std::span<const Location> rest(mine); !rest.empty();) {
    std::size_t count = std::min(rest.size(), kMostSelected);
    readLocations(rest.first(count), forEvents, trace);
    rest = rest.subspan(count);
  }
  auto sameRank = [](const LocationTrace &a, const LocationTrace &b) { return a.rank == b.rank; };
  for (auto first = trace.locations.begin(); first != trace.locations.end();) {
    auto last = first;
    while (last != trace.locations.end() && sameRank(*first, *last))
      ++last;
    tieThreads({first, last});
    first = last;
  }
  return trace;
}

} // namespace fencepost::analyzer
