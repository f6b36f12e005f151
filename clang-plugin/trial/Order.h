//===- trial/Order.h - what happens before what in a trial ----------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_CLANG_PLUGIN_TRIAL_ORDER_H
#define FENCEPOST_CLANG_PLUGIN_TRIAL_ORDER_H

#include "trial/Events.h"

#include <map>
#include <tuple>
#include <vector>

namespace fencepost::plugin::trial {

/// The calls of all processes, executed together as far as none waits for ever (RMA-RULES 3). In
/// doubt a call orders more than MPI says: of a root that is not known, a broadcast like a barrier.
class Order {
public:
  explicit Order(const std::vector<Course> &courses);

  /// Whether the calls fit together as far as they were executed.
  bool isSound() const { return sound; }

  /// How many calls of the process were executed.
  unsigned executed(unsigned process) const { return positions[process]; }

  /// Whether what the process did before that call of its own (by position) is known to have
  /// happened where another process has executed so many calls.
  bool isBefore(unsigned process, unsigned position, unsigned other, unsigned otherPosition) const {
    return knowledge[other][otherPosition][process] > position;
  }

private:
  using Clock = std::vector<unsigned>; // by process: calls that it has begun
  struct Message {
    Clock clock;
    bool isTaken = false;
    Clock taker;
  };
  using Meeting = std::pair<std::string, unsigned>;                    // comm, which of its
  using Channel = std::tuple<std::string, int64_t, int64_t, int64_t>; // comm, from, to, tag

  const std::vector<Course> &courses;
  bool sound = true;
  std::vector<unsigned> positions;
  std::vector<std::vector<Clock>> knowledge; // by process and position
  std::map<Channel, std::vector<Message>> messages;
  std::map<Channel, unsigned> taken;
  std::map<Meeting, std::map<unsigned, Clock>> begun; // non-blocking collectives, by process
  std::map<std::pair<unsigned, unsigned>, Meeting> joined; // by process and call
  std::map<std::pair<unsigned, std::string>, unsigned> joins; // by process and comm
  /// By process and call: the message that it has sent, or that a receive is to take.
  std::map<std::pair<unsigned, unsigned>, std::pair<Channel, unsigned>> sent, posted;
  std::map<std::tuple<std::string, unsigned, unsigned>, std::vector<Clock>> posts, completions;
  std::map<std::tuple<std::string, unsigned, unsigned>, unsigned> started, waited;
  std::vector<std::map<std::string, std::vector<int64_t>>> exposed, accessed; // groups, by window

  Clock release(unsigned process) const;
  void advance(unsigned process, const std::vector<Clock> &acquired);
  bool step(unsigned process);
  bool meet(unsigned process);
  void join(unsigned process, const CallEvent &event);
  bool haveJoined(unsigned process, unsigned call, std::vector<Clock> &acquired);
  bool send(unsigned process, const CallEvent &event);
  bool receive(unsigned process, const CallEvent &event);
  /// Whether the call sends nothing that must be received before it ends, or that is.
  bool isReceived(unsigned process, unsigned call, std::vector<Clock> &acquired);
  bool take(unsigned process, const std::pair<Channel, unsigned> &message,
            std::vector<Clock> &acquired);
};

} // namespace fencepost::plugin::trial

#endif // FENCEPOST_CLANG_PLUGIN_TRIAL_ORDER_H
