//===- clocks.cpp - happens-before clocks, timed --------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Propagates clocks through a pattern of synchronization, and vector clocks with
// an entry for every location through the same. Prints for both nanoseconds and
// bytes an event. Run by benchmarks/clocks.
//
//===----------------------------------------------------------------------===//

#include "analyzer/races/Propagation.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <memory>
#include <random>
#include <string>
#include <string_view>

namespace {

using namespace fencepost::analyzer;
using namespace fencepost::analyzer::races;

/// The same run for both: actions in an order in which they may happen.
class Run {
public:
  explicit Run(uint32_t locations) : programs(locations), position(locations) {
    for (uint32_t i = 0; i < locations; ++i)
      programs[i].strand = i;
  }

  uint32_t locations() const { return static_cast<uint32_t>(programs.size()); }
  uint64_t events() const { return order.size(); }

  uint32_t instance(Flow flow) {
    instances.push_back({{KeyKind::Message, 0, 0, 0, 0, instances_++}, flow});
    return static_cast<uint32_t>(instances.size() - 1);
  }
  void act(uint32_t location, Action::Kind kind, uint32_t index) {
    programs[location].actions.push_back({++position[location], ++now, kind, true, index});
    order.push_back({location, kind, index});
  }
  void probe(uint32_t location) { act(location, Action::Probe, probes++); }

  void message(uint32_t from, uint32_t to, uint32_t index, bool give) {
    act(give ? from : to, give ? Action::Give : Action::Take, index);
  }

  /// Every enter before every leave, of all.
  void barrier() {
    ++globals;
    for (uint32_t i = 0; i < locations(); ++i)
      programs[i].globals.push_back({++position[i], globals});
    for (uint32_t i = 0; i < locations(); ++i)
      act(i, Action::Global, globals);
  }

  struct Step {
    uint32_t location;
    Action::Kind kind;
    uint32_t index;
  };
  std::vector<Program> programs;
  std::vector<InstanceKey> instances;
  std::vector<Step> order;
  uint32_t probes = 0;

private:
  std::vector<uint64_t> position;
  uint64_t now = 0;
  uint32_t globals = 0, instances_ = 0;
};

// ---- patterns; each makes one round

void barriers(Run &run, std::mt19937 &) {
  for (uint32_t i = 0; i < run.locations(); ++i)
    for (int access = 0; access < 3; ++access)
      run.probe(i);
  run.barrier();
}

/// All tell both of their neighbours, `tells` first.
void exchange(Run &run, Flow flow, std::initializer_list<uint32_t> distances) {
  uint32_t n = run.locations();
  for (uint32_t distance : distances) {
    std::vector<uint32_t> told;
    for (uint32_t i = 0; i < n; ++i) {
      told.push_back(run.instance(flow));
      run.message(i, (i + distance) % n, told.back(), true);
    }
    for (uint32_t i = 0; i < n; ++i)
      run.message((i + n - distance) % n, i, told[(i + n - distance) % n], false);
  }
  for (uint32_t i = 0; i < n; ++i)
    run.probe(i);
}

/// Halo messages, with a reduction of all every tenth time.
void halo(Run &run, std::mt19937 &) {
  for (int i = 0; i < 10; ++i)
    exchange(run, Flow::Message, {1, run.locations() - 1});
  run.barrier();
}

/// Post, start, complete, wait around a ring.
void pscw(Run &run, std::mt19937 &) {
  for (int i = 0; i < 10; ++i) {
    exchange(run, Flow::PostToComplete, {run.locations() - 1});
    exchange(run, Flow::CompleteToWait, {1});
  }
  run.barrier();
}

void randomly(Run &run, std::mt19937 &random) {
  uint32_t n = run.locations();
  for (uint32_t i = 0; i < 10 * n; ++i) {
    uint32_t from = random() % n, to = random() % n, message = run.instance(Flow::Message);
    run.message(from, to, message, true);
    run.message(from, to, message, false);
    run.probe(to);
  }
  run.barrier();
}

/// Four threads a rank meet before and after their first one talks to the neighbours.
void hybrid(Run &run, std::mt19937 &) {
  constexpr uint32_t kThreads = 4;
  uint32_t n = run.locations(), ranks = n / kThreads;
  auto meet = [&] {
    for (uint32_t rank = 0; rank < ranks; ++rank) {
      uint32_t object = run.instance(Flow::Together);
      for (uint32_t i = rank * kThreads; i < (rank + 1) * kThreads; ++i)
        run.act(i, Action::Give, object);
      for (uint32_t i = rank * kThreads; i < (rank + 1) * kThreads; ++i)
        run.act(i, Action::Take, object);
    }
  };
  for (int i = 0; i < 10; ++i) {
    for (uint32_t location = 0; location < n; ++location)
      run.probe(location);
    meet();
    std::vector<uint32_t> told;
    for (uint32_t rank = 0; rank < ranks; ++rank) {
      told.push_back(run.instance(Flow::Message));
      run.message(rank * kThreads, 0, told.back(), true);
    }
    for (uint32_t rank = 0; rank < ranks; ++rank)
      run.message(0, rank * kThreads, told[(rank + ranks - 1) % ranks], false);
    meet();
  }
  run.barrier();
}

constexpr std::pair<std::string_view, void (*)(Run &, std::mt19937 &)> kPatterns[] = {
    {"barriers", barriers},
    {"halo", halo},
    {"pscw", pscw},
    {"random", randomly},
    {"hybrid", hybrid}};

/// Of the processor.
double secondsSince(std::clock_t start) { return double(std::clock() - start) / CLOCKS_PER_SEC; }

// ---- vector clocks with an entry for every location

using Dense = std::vector<uint64_t>;

void join(Dense &to, const Dense &from) {
  for (std::size_t i = 0; i < to.size(); ++i)
    to[i] = std::max(to[i], from[i]);
}

/// Seconds; clocks that would be kept are not, only counted.
double dense(const Run &run) {
  std::clock_t start = std::clock();
  std::vector<Dense> clocks(run.locations(), Dense(run.locations()));
  std::vector<std::unique_ptr<Dense>> given(run.instances.size());
  Dense all(run.locations());
  uint32_t left = 0;
  for (const Run::Step &step : run.order) {
    Dense &mine = clocks[step.location];
    ++mine[step.location];
    if (step.kind == Action::Give) {
      auto &there = given[step.index];
      if (there)
        join(*there, mine);
      else
        there = std::make_unique<Dense>(mine);
    } else if (step.kind == Action::Take) {
      join(mine, *given[step.index]);
    } else if (step.kind == Action::Global) {
      if (left++ == 0)
        for (const Dense &clock : clocks)
          join(all, clock);
      mine = all;
      left %= run.locations();
    }
  }
  return secondsSince(start);
}

} // namespace

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  std::string wanted = argc > 1 ? argv[1] : "";
  auto locations = static_cast<uint32_t>(argc > 2 ? std::atoi(argv[2]) : 16);
  uint64_t events = argc > 3 ? std::strtoull(argv[3], nullptr, 10) : 100000;
  for (auto [name, round] : kPatterns) {
    if (wanted != name)
      continue;
    Run run(locations);
    std::mt19937 random(1);
    while (run.events() < events)
      round(run, random);
    std::clock_t start = std::clock();
    Clocks clocks =
        propagate(MPI_COMM_SELF, run.programs, run.instances, run.probes, wanted != "hybrid");
    double seconds = secondsSince(start);
    std::size_t bytes = clocks.probes.size() * sizeof(Probed);
    for (const Clock &clock : clocks.clocks)
      bytes += sizeof(Clock) + clock.entries().size() * sizeof(Stamp);
    auto count = static_cast<double>(run.events());
    double denseBytes = double(run.probes) * locations * sizeof(uint64_t);
    std::printf("%.0f %.1f %.1f %.1f %.1f\n", count, seconds / count * 1e9,
                static_cast<double>(bytes) / count, dense(run) / count * 1e9, denseBytes / count);
  }
  MPI_Finalize();
  return 0;
}
