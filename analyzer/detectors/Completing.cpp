//===- Completing.cpp - the polls that lead to a completion --------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/detectors/Completing.h"

namespace fencepost::analyzer {

namespace {

/// The call of the thread before an event; the event itself where there is none.
uint32_t callBefore(const LocationTrace &location, uint32_t event) {
  for (uint32_t i = event; i-- > 0;)
    if (location.events[i].kind != EventKind::Local)
      return i;
  return event;
}

bool isOfMessage(const Event &found, const Event &receive) {
  return found.kind == EventKind::MessageFound && found.comm == receive.comm &&
         found.peer == receive.peer && found.tag == receive.tag;
}

} // namespace

std::vector<const Event *> pollsBefore(const LocationTrace &location, uint32_t event,
                                       uint32_t context) {
  std::vector<const Event *> polls;
  for (uint32_t at = callBefore(location, event); at != event; at = callBefore(location, event)) {
    const Event &poll = location.events[at];
    if (!isPoll(poll) || poll.context != context)
      break;
    polls.push_back(&poll);
    event = at;
  }
  return polls;
}

std::vector<const Event *> probesBefore(const Definitions &definitions,
                                        const LocationTrace &location, uint32_t event) {
  const Event &receive = location.events[event];
  uint32_t probe = event; // MPI_Mprobe and MPI_Improbe took the message
  if (definitions.region(receive.context).kind() != EventKind::Probe) {
    probe = callBefore(location, event);
    const Event &before = location.events[probe];
    // Other tools do not say what a probe found.
    bool mayHaveFound = !definitions.ours() && isPoll(before) &&
                        definitions.region(before.context).kind() == EventKind::MessageFound;
    if (probe == event || (!isOfMessage(before, receive) && !mayHaveFound))
      return {};
  }
  std::vector<const Event *> probes = {&location.events[probe]};
  std::vector<const Event *> polls = pollsBefore(location, probe, probes.front()->context);
  probes.insert(probes.end(), polls.begin(), polls.end());
  return probes;
}

} // namespace fencepost::analyzer
