//===- DrawMessages.h - random messages, collectives and requests ---------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_TEST_UNIT_RACES_MODEL_DRAW_MESSAGES_H
#define FENCEPOST_TEST_UNIT_RACES_MODEL_DRAW_MESSAGES_H

#include "DrawBuffers.h"

#include <tuple>

namespace racemodel {

class DrawMessages {
public:
  DrawMessages(Sequence &sequence, DrawBuffers &buffers) : sequence(sequence), buffers(buffers) {}

  void begin();
  /// All messages are received, all requests completed.
  void end();

  void message();
  void collective();
  /// Completes some requests of some rank.
  void complete();

  /// A collective without data of a communicator, at each rank after some calls of its. Returns the
  /// ranks' calls.
  using Calls = std::map<uint32_t, std::vector<std::size_t>>; // by rank
  Calls together(What what, uint32_t comm, const Calls &after = {});
  /// Makes the call a non-blocking one, to be completed later.
  void makeRequest(Call &call);
  /// Must be told where it stands.
  void requested(std::size_t call) { pending.push_back(call); }

private:
  using Channel = std::tuple<uint32_t, uint32_t, uint32_t, uint32_t>; // comm, from, to, tag
  struct Traffic {
    std::vector<std::size_t> sends, receives; // calls
    std::vector<uint32_t> units;              // of each message
  };

  void send(const Channel &channel, What what, bool nonBlocking);
  void receive(const Channel &channel, bool nonBlocking);
  void post(const Channel &channel, Call call);
  uint32_t unitOf(Traffic &traffic, std::size_t number);
  bool completable(std::size_t call) const;
  bool completeSome(uint32_t rank, bool all);
  std::size_t addMember(Call call, std::vector<std::size_t> after = {});

  Sequence &sequence;
  DrawBuffers &buffers;
  std::map<Channel, Traffic> channels;
  std::map<std::pair<uint32_t, uint32_t>, std::size_t> lastCollective; // by comm, rank
  std::vector<std::size_t> pending;                                    // calls
  uint64_t requests = 0;
};

} // namespace racemodel

#endif // FENCEPOST_TEST_UNIT_RACES_MODEL_DRAW_MESSAGES_H
