//===- trial/Order.cpp - what happens before what in a trial --------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "trial/Order.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

namespace fencepost::plugin::trial {

namespace {

/// By process: what it hears when its waits end; none: they never do.
using Heard = std::vector<std::optional<Clock>>;

/// Executes the calls once.
class Execution {
public:
  Execution(const std::vector<Course> &courses, const Heard &heard);

  bool sound = true;
  std::vector<unsigned> positions;
  std::vector<std::vector<Clock>> knowledge; // by process and position

private:
  struct Message {
    Clock clock;
    bool isTaken = false;
    Clock taker;
  };
  using Meeting = std::pair<std::string, unsigned>;                   // comm, which of its
  using Channel = std::tuple<std::string, int64_t, int64_t, int64_t>; // comm, from, to, tag

  const std::vector<Course> &courses;
  const Heard &heard;
  std::map<Channel, std::vector<Message>> messages;
  std::map<Channel, unsigned> taken;
  std::map<Meeting, std::map<unsigned, Clock>> begun;      // non-blocking collectives, by process
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
  /// Whether what it awaits behind its next call never comes.
  bool isStuck(unsigned process) const;
};

Execution::Execution(const std::vector<Course> &courses, const Heard &heard)
    : positions(courses.size()), knowledge(courses.size()), courses(courses), heard(heard),
      exposed(courses.size()), accessed(courses.size()) {
  for (std::vector<Clock> &each : knowledge)
    each.push_back(Clock(courses.size()));
  for (bool isAny = true; isAny && sound;) {
    isAny = false;
    for (unsigned process = 0; process < courses.size(); ++process)
      while (positions[process] < courses[process].calls.size() && sound && step(process))
        isAny = true;
  }
}

bool Execution::isStuck(unsigned process) const {
  return !heard[process] && llvm::is_contained(courses[process].awaits, positions[process] + 1);
}

Clock Execution::release(unsigned process) const {
  Clock clock = knowledge[process].back();
  clock[process] = positions[process] + 1;
  return clock;
}

void Execution::advance(unsigned process, const std::vector<Clock> &acquired) {
  Clock clock = knowledge[process].back();
  for (const Clock &each : acquired)
    merge(clock, each);
  ++positions[process];
  if (llvm::is_contained(courses[process].awaits, positions[process]))
    merge(clock, *heard[process]);
  knowledge[process].push_back(std::move(clock));
}

bool isMeeting(EventKind kind) {
  return kind == EventKind::WinCreate || kind == EventKind::WinFree || kind == EventKind::Fence ||
         kind == EventKind::CommCreate || kind == EventKind::AllToAll ||
         kind == EventKind::OneToAll || kind == EventKind::AllToOne || kind == EventKind::Scan;
}

const Comm *commOf(const Course &course, const CallEvent &event) {
  return event.comm ? &course.comms[*event.comm] : nullptr;
}

/// Of all that take part in the collective, those that a process with that rank has heard of when
/// it is over.
std::vector<Clock> heardOf(const CallEvent &event, std::size_t rank, std::vector<Clock> all) {
  const std::size_t root = event.root.value_or(-1);
  if (event.kind == EventKind::OneToAll && root < all.size())
    return {all[root]};
  if (event.kind == EventKind::AllToOne && root < all.size() && root != rank)
    return {};
  if (event.kind == EventKind::Scan)
    all.resize(rank);
  return all;
}

bool Execution::meet(unsigned process) {
  const CallEvent &own = courses[process].calls[positions[process]];
  const Comm *comm = commOf(courses[process], own);
  if (!comm)
    return false;
  if (comm->size == 1) {
    advance(process, {});
    return true;
  }
  std::vector<Clock> all;
  for (int64_t each : comm->members) {
    if (positions[each] >= courses[each].calls.size())
      return false;
    const CallEvent &event = courses[each].calls[positions[each]];
    const Comm *other = isMeeting(event.kind) ? commOf(courses[each], event) : nullptr;
    // It has other things to do first, maybe for ever.
    if (!other || (other->name != comm->name && other->size < int64_t(courses.size())))
      return false;
    if (other->name != comm->name || event.kind != own.kind ||
        (own.kind == EventKind::Fence &&
         courses[each].windows[*event.window].name != courses[process].windows[*own.window].name)) {
      sound = false;
      return false;
    }
    all.push_back(release(each));
  }
  for (std::size_t rank = 0; rank < all.size(); ++rank)
    advance(comm->members[rank], heardOf(own, rank, all));
  return true;
}

/// It goes on at once.
void Execution::join(unsigned process, const CallEvent &event) {
  const Comm &comm = *commOf(courses[process], event);
  const Meeting meeting(comm.name, joins[{process, comm.name}]++);
  begun[meeting][process] = release(process);
  joined[{process, positions[process]}] = meeting;
}

/// Whether the call is no non-blocking collective, or all have begun it.
bool Execution::haveJoined(unsigned process, unsigned call, std::vector<Clock> &acquired) {
  auto found = joined.find({process, call});
  if (found == joined.end())
    return true;
  const CallEvent &event = courses[process].calls[call];
  const Comm &comm = *commOf(courses[process], event);
  const auto &clocks = begun[found->second];
  std::vector<Clock> all;
  for (int64_t each : comm.members) {
    auto begins = clocks.find(each);
    if (begins == clocks.end())
      return false;
    all.push_back(begins->second);
  }
  llvm::append_range(acquired, heardOf(event, comm.rank, all));
  return true;
}

bool Execution::send(unsigned process, const CallEvent &event) {
  const Comm *comm = commOf(courses[process], event);
  const auto key = std::pair(process, positions[process]);
  if (sent.count(key))
    return true;
  if (*event.target >= comm->size) {
    sound = false;
    return false;
  }
  if (*event.target < 0)
    return true;
  const Channel channel{comm->name, comm->rank, *event.target, *event.tag};
  std::vector<Message> &queue = messages[channel];
  sent[key] = {channel, static_cast<unsigned>(queue.size())};
  queue.push_back({release(process)});
  return true;
}

bool Execution::receive(unsigned process, const CallEvent &event) {
  const Comm *comm = commOf(courses[process], event);
  const auto key = std::pair(process, positions[process]);
  if (event.isFromNobody || posted.count(key))
    return true;
  // From whom is not known: nothing behind it is.
  if (!comm || !event.source || !event.sourceTag || *event.source < 0 || *event.sourceTag < 0 ||
      *event.source >= comm->size)
    return false;
  const Channel channel{comm->name, *event.source, comm->rank, *event.sourceTag};
  posted[key] = {channel, taken[channel]++};
  return true;
}

bool Execution::take(unsigned process, const std::pair<Channel, unsigned> &message,
                     std::vector<Clock> &acquired) {
  std::vector<Message> &queue = messages[message.first];
  if (message.second >= queue.size())
    return false;
  Message &found = queue[message.second];
  if (!found.isTaken) {
    found.isTaken = true;
    found.taker = release(process);
  }
  acquired.push_back(found.clock);
  return true;
}

bool Execution::isReceived(unsigned process, unsigned call, std::vector<Clock> &acquired) {
  auto found = sent.find({process, call});
  if (found == sent.end() || courses[process].calls[call].kind != EventKind::SynchronousSend)
    return true;
  const Message &message = messages[found->second.first][found->second.second];
  if (message.isTaken)
    acquired.push_back(message.taker);
  return message.isTaken;
}

bool Execution::step(unsigned process) {
  const unsigned position = positions[process];
  const CallEvent &event = courses[process].calls[position];
  const auto key = std::pair(process, position);
  if (isStuck(process) || (event.call.argument(Role::Window) && !event.window))
    return false; // it is not known of which
  const bool hasRequest = event.call.argument(Role::Request) != nullptr;
  if (isMeeting(event.kind) && !(hasRequest && isCollective(event.kind)))
    return meet(process);
  std::vector<Clock> acquired;
  switch (event.kind) {
  case EventKind::Send:
  case EventKind::SynchronousSend: {
    if (!event.comm || !event.target || !event.tag || !send(process, event))
      return false;
    if (!hasRequest && !isReceived(process, position, acquired))
      return false;
    advance(process, acquired);
    return true;
  }
  case EventKind::Recv:
    if (!receive(process, event) ||
        (!hasRequest && !event.isFromNobody && !take(process, posted.at(key), acquired)))
      return false;
    advance(process, acquired);
    return true;
  case EventKind::SendRecv:
    if (!event.comm || !event.target || !event.tag || hasRequest || !send(process, event) ||
        !receive(process, event) ||
        (!event.isFromNobody && !take(process, posted.at(key), acquired)))
      return false;
    advance(process, acquired);
    return true;
  case EventKind::Completion:
    for (unsigned call : event.completed) {
      const auto begun = std::pair(process, call);
      if (auto found = posted.find(begun);
          found != posted.end() && !take(process, found->second, acquired))
        return false;
      if (!isReceived(process, call, acquired) || !haveJoined(process, call, acquired))
        return false;
    }
    advance(process, acquired);
    return true;
  case EventKind::Post:
  case EventKind::Complete: {
    const std::string &window = courses[process].windows[*event.window].name;
    const bool isPost = event.kind == EventKind::Post;
    if (isPost)
      exposed[process][window] = event.group;
    for (int64_t other : isPost ? event.group : accessed[process][window])
      (isPost ? posts : completions)[{window, process, static_cast<unsigned>(other)}].push_back(
          release(process));
    advance(process, {});
    return true;
  }
  case EventKind::Start:
  case EventKind::Wait: {
    const std::string &window = courses[process].windows[*event.window].name;
    const bool isStart = event.kind == EventKind::Start;
    if (isStart)
      accessed[process][window] = event.group;
    const std::vector<int64_t> others = isStart ? event.group : exposed[process][window];
    for (int64_t other : others) {
      const std::tuple pair(window, static_cast<unsigned>(other), process);
      const std::vector<Clock> &calls = (isStart ? posts : completions)[pair];
      const unsigned next = (isStart ? started : waited)[pair];
      if (next >= calls.size())
        return false;
      acquired.push_back(calls[next]);
    }
    for (int64_t other : others)
      ++(isStart ? started : waited)[{window, static_cast<unsigned>(other), process}];
    advance(process, acquired);
    return true;
  }
  case EventKind::AllToAll:
  case EventKind::OneToAll:
  case EventKind::AllToOne:
  case EventKind::Scan:
    if (!event.comm)
      return false;
    join(process, event);
    advance(process, {});
    return true;
  default:
    advance(process, {});
    return true;
  }
}

} // namespace

Order::Order(const std::vector<Course> &courses)
    : courses(courses), positions(courses.size()), knowledge(courses.size()),
      heard(courses.size(), Clock(courses.size())) {
  constexpr unsigned kMostPasses = 16;
  for (unsigned pass = 0;; ++pass) {
    Execution execution(courses, heard);
    sound = execution.sound;
    positions = std::move(execution.positions);
    knowledge = std::move(execution.knowledge);
    // Those of whom not all is known may leave something at any time.
    bool isAll = pass < kMostPasses;
    for (std::size_t i = 0; i < courses.size(); ++i)
      isAll &= courses[i].isFinalized && positions[i] == courses[i].calls.size();
    const Heard before = heard;
    for (unsigned i = 0; i < courses.size(); ++i)
      if (heard[i] && !courses[i].awaits.empty())
        heard[i] = isAll ? heardBy(i) : std::nullopt;
    if (heard == before)
      return;
  }
}

} // namespace fencepost::plugin::trial
