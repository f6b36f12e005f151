//===- Compare.cpp - the analyzer's races against the model's -------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Compare.h"

#include "Draw.h"
#include "Edges.h"
#include "Record.h"

#include "analyzer/match/Exchange.h"
#include "analyzer/races/Races.h"
#include "analyzer/results/Gather.h"

#include <algorithm>
#include <sstream>

namespace racemodel {

namespace {

using namespace fencepost;
using namespace fencepost::analyzer;

struct Flat {
  FindingId id;
  uint32_t a, b;
};

std::string name(FindingId id) {
  switch (id) {
  case FindingId::LocalRace:
    return "rma-local-race";
  case FindingId::RemoteRace:
    return "rma-remote-race";
  case FindingId::MixedAccumulate:
    return "rma-mixed-accumulate";
  default:
    return "finding " + std::to_string(static_cast<int>(id));
  }
}

void list(std::ostream &out, const char *who, const Verdicts &mine, const Verdicts &others) {
  for (const Verdict &verdict : mine)
    if (!others.count(verdict))
      out << "only " << who << ": " << name(std::get<0>(verdict)) << " #" << std::get<1>(verdict)
          << " #" << std::get<2>(verdict) << '\n';
}

/// Leaves out units as long as there is still a difference.
Program shrink(Program program, MPI_Comm comm) {
  for (bool smaller = true; smaller;) {
    smaller = false;
    std::set<uint32_t> units;
    for (const Call &call : program.calls)
      if (call.what != What::Completion) // goes with what it completes
        units.insert(call.unit);
    for (auto unit = units.rbegin(); unit != units.rend(); ++unit) {
      Program rest = without(program, {*unit});
      if (rest.calls.size() < program.calls.size() && legal(rest) &&
          judge(rest) != analyze(rest, comm)) {
        program = std::move(rest);
        smaller = true;
      }
    }
  }
  return program;
}

} // namespace

Verdicts analyze(const Program &program, MPI_Comm comm) {
  int process, processes;
  MPI_Comm_rank(comm, &process);
  MPI_Comm_size(comm, &processes);
  Trace trace = record(program, process, processes);
  auto participations = findParticipations(trace);
  Results mine;
  Analysis analysis{comm, process, processes, trace, participations, mine, 0};
  findRaces(analysis);
  std::vector<Flat> flat;
  for (const auto &[key, found] : gatherResults(comm, mine).findings)
    if (found.id != FindingId::WeakCompletion) // tells why others race
      flat.push_back({found.id, found.places[0].context, found.places[1].context});
  Verdicts verdicts;
  for (const auto &from : allGather(comm, flat))
    for (const Flat &finding : from) {
      bool isNew =
          verdicts
              .insert({finding.id, std::min(finding.a, finding.b), std::max(finding.a, finding.b)})
              .second;
      if (!isNew) // one finding for each pair of sites
        verdicts.insert({finding.id, finding.b, kNone});
    }
  return verdicts;
}

Comparison compare(unsigned seed, MPI_Comm comm, uint32_t mostThreads) {
  Program program = draw(seed, mostThreads);
  Verdicts expected = judge(program);
  Comparison result{expected.size(), {}};
  if (analyze(program, comm) == expected)
    return result;
  program = shrink(std::move(program), comm);
  expected = judge(program);
  Verdicts found = analyze(program, comm);
  std::ostringstream out;
  out << "seed " << seed << '\n' << show(program);
  list(out, "the model", expected, found);
  list(out, "the analyzer", found, expected);
  result.difference = out.str();
  return result;
}

} // namespace racemodel
