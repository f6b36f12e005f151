//===- SharedObjects.cpp - POSIX objects that order processes -------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/races/SharedObjects.h"

#include "analyzer/match/Exchange.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace fencepost::analyzer::races {

namespace {

struct Sent {
  SharedStep step;
  uint32_t rank, process;
};

/// A step's part in a flow, on its way back.
struct Link {
  InstanceKey instance;
  SharedStep step;
};

using Object = std::tuple<uint32_t, uint32_t, uint64_t>; // window, owner, offset

std::map<Object, std::vector<Sent>> gather(const Analysis &analysis, std::vector<RankPlan> &plans) {
  std::vector<std::vector<Sent>> outgoing(static_cast<std::size_t>(analysis.processes));
  for (uint32_t p = 0; p < plans.size(); ++p)
    for (SharedStep &step : plans[p].sharedSteps) {
      step.plan = p;
      outgoing[static_cast<std::size_t>(ownerOfRank(step.owner, analysis.processes))].push_back(
          {step, plans[p].rank, static_cast<uint32_t>(analysis.process)});
    }
  std::map<Object, std::vector<Sent>> objects;
  for (const std::vector<Sent> &from : allToAll(analysis.comm, std::move(outgoing)))
    for (const Sent &sent : from)
      objects[{sent.step.window, sent.step.owner, sent.step.offset}].push_back(sent);
  return objects;
}

/// The releases between two acquires are a link of the chain.
void link(const Object &object, std::vector<Sent> &steps,
          std::vector<std::vector<Link>> &outgoing) {
  auto key = [](const Sent &sent) {
    return std::tuple(sent.step.time, !sent.step.gives, sent.rank, sent.step.position);
  };
  std::sort(steps.begin(), steps.end(),
            [&](const Sent &a, const Sent &b) { return key(a) < key(b); });
  auto [window, owner, offset] = object;
  InstanceKey instance{{KeyKind::Collective, window, owner, static_cast<uint32_t>(offset >> 32),
                        static_cast<uint32_t>(offset), 0},
                       Flow::Atomics};
  bool released = false, acquired = false; // this link was
  for (const Sent &sent : steps) {
    if (sent.step.gives && acquired)
      ++instance.key.sequence;
    if (sent.step.gives)
      released = true;
    acquired = !sent.step.gives;
    if (released)
      outgoing[sent.process].push_back({instance, sent.step});
  }
}

} // namespace

void chainSharedObjects(const Analysis &analysis, Numbering &numbering,
                        std::vector<RankPlan> &plans) {
  std::vector<std::vector<Link>> outgoing(static_cast<std::size_t>(analysis.processes));
  for (auto &[object, steps] : gather(analysis, plans))
    link(object, steps, outgoing);
  for (const std::vector<Link> &from : allToAll(analysis.comm, std::move(outgoing)))
    for (const Link &link : from)
      plans[link.step.plan].programs[link.step.strand].actions.push_back(
          {link.step.position, link.step.time, link.step.gives ? Action::Give : Action::Take, true,
           numbering.instance(link.instance)});
}

} // namespace fencepost::analyzer::races
