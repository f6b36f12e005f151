//===- Call.cpp - a call that an error is about ---------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/errors/Call.h"

#include "analyzer/races/Access.h"

namespace fencepost::analyzer {

std::string describe(const Definitions &definitions, const CallAt &call) {
  return definitions.describe(call.context) + " on rank " + std::to_string(call.rank);
}

PlaceOfFinding placeOf(const Definitions &definitions, std::string role, const CallAt &call) {
  PlaceOfFinding place;
  place.role = std::move(role);
  if (EventKind kind = definitions.region(call.context).kind(); isOperation(kind)) {
    place.kind = races::accessKindName(races::accessKind(kind));
    place.side = "origin";
  }
  place.rank = call.rank;
  place.thread = call.thread;
  place.context = call.context;
  return place;
}

bool updatesTarget(const Definitions &definitions, const Event &event) {
  if (event.kind == EventKind::Put)
    return true;
  return isAtomic(event.kind) && definitions.strings[event.op] != "MPI_NO_OP";
}

void addWrongAssertion(const Analysis &analysis, const CallAt &call, const char *role,
                       const CallAt &other, const std::string &message, const char *why,
                       const char *advice) {
  const Definitions &definitions = analysis.definitions();
  FoundInstance found{.id = FindingId::WrongAssert};
  found.message = definitions.describe(call.context) + ": " + message;
  found.why = why;
  found.advice = advice;
  found.places = {placeOf(definitions, "access", call), placeOf(definitions, role, other)};
  found.ranks = {call.rank, other.rank};
  analysis.results.add(std::move(found));
}

} // namespace fencepost::analyzer
