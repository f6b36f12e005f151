//===- Gather.cpp - brings the results of all processes together ---------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Findings travel as CBOR: there are few, and they are mostly text.
//
//===----------------------------------------------------------------------===//

#include "analyzer/results/Gather.h"

#include "analyzer/match/Exchange.h"

#include <nlohmann/json.hpp>

namespace fencepost::analyzer {

namespace {

using nlohmann::json;

json optional(const std::optional<int64_t> &value) { return value ? json(*value) : json(); }

std::optional<int64_t> optional(const json &value) {
  return value.is_null() ? std::nullopt : std::optional(value.get<int64_t>());
}

json pack(const FoundInstance &found) {
  json places = json::array();
  for (const PlaceOfFinding &place : found.places)
    places.push_back({place.role, place.kind, place.side, place.rank, place.thread, place.context,
                      place.target, optional(place.rangeBegin), optional(place.rangeEnd),
                      place.unit, place.epoch});
  return {static_cast<uint32_t>(found.id),
          found.message,
          found.why,
          found.advice,
          places,
          found.ranks,
          found.instances};
}

FoundInstance unpack(const json &from) {
  FoundInstance found{.id = static_cast<FindingId>(from[0].get<uint32_t>()),
                      .message = from[1],
                      .why = from[2],
                      .advice = from[3],
                      .places = {},
                      .ranks = from[5].get<std::set<uint32_t>>(),
                      .instances = from[6]};
  for (const json &place : from[4])
    found.places.push_back({place[0], place[1], place[2], place[3], place[4], place[5], place[6],
                            optional(place[7]), optional(place[8]), place[9], place[10]});
  return found;
}

} // namespace

Results gatherResults(MPI_Comm comm, const Results &mine) {
  json texts = {json::array(), mine.notes};
  for (const auto &[key, found] : mine.findings)
    texts[0].push_back(pack(found));

  Results all;
  for (const auto &from : gather(comm, mine.severities.rows()))
    for (const Severity &row : from)
      all.add(row.metric, row.context, row.rank, row.value);
  for (const auto &from : gather(comm, std::vector(mine.waits.begin(), mine.waits.end())))
    for (const WaitInstance &wait : from)
      all.add(wait);
  for (const std::vector<uint8_t> &from : gather(comm, json::to_cbor(texts))) {
    if (from.empty())
      continue;
    json received = json::from_cbor(from);
    for (const json &found : received[0])
      all.add(unpack(found));
    for (const json &text : received[1])
      all.note(text);
  }
  return all;
}

} // namespace fencepost::analyzer
