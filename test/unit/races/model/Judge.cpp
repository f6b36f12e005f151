//===- Judge.cpp - the races of a program, by the rules -------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Judge.h"

#include "Accesses.h"

#include <algorithm>
#include <optional>

namespace racemodel {

namespace {

using fencepost::FindingId;

class Judgement {
public:
  explicit Judgement(const Program &program)
      : program(program), order(program), accesses(accessesOf(program, order)) {}

  Verdicts run() const {
    Verdicts verdicts;
    for (std::size_t i = 0; i < accesses.size(); ++i)
      for (std::size_t j = 0; j < i; ++j)
        if (auto id = race(accesses[i], accesses[j])) {
          uint32_t a = callOf(accesses[i]).site, b = callOf(accesses[j]).site;
          verdicts.insert({*id, std::min(a, b), std::max(a, b)});
        }
    return verdicts;
  }

private:
  const Call &callOf(const Access &access) const { return program.calls[access.call]; }

  static bool overlap(const Access &a, const Access &b) {
    return std::any_of(a.bytes.begin(), a.bytes.end(),
                       [&](uint64_t byte) { return b.bytes.count(byte) != 0; });
  }

  /// Whether b starts only when a is over.
  bool before(const Access &a, const Access &b) const {
    for (Node end : a.ends)
      for (Node start : b.starts)
        if (order.before(end, start))
          return true;
    return false;
  }

  /// RMA-RULES 3, locks.
  bool exclude(const Access &a, const Access &b) const {
    for (std::size_t one : a.locks)
      for (std::size_t two : b.locks) {
        const Call &first = program.calls[one], &second = program.calls[two];
        if (one != two && first.window == second.window && (first.exclusive || second.exclusive) &&
            !((first.assertion | second.assertion) & kNoCheck))
          return true;
      }
    return false;
  }

  // ---- RMA-RULES 5, separate memory model

  static bool inPart(const Access &access, const Part &part) {
    return std::any_of(access.bytes.begin(), access.bytes.end(), [&](uint64_t byte) {
      return byte >= part.base && byte < part.base + part.size;
    });
  }
  const Part *partOf(uint32_t window, uint32_t rank) const {
    const auto &ranks = program.comms[program.windows[window].comm];
    for (std::size_t i = 0; i < ranks.size(); ++i)
      if (ranks[i] == rank)
        return &program.windows[window].parts[i];
    return nullptr;
  }
  /// A load or store of the owner of the memory of such a window, and an operation through it.
  bool isSeparate(const Access &local, const Access &operation) const {
    What what = callOf(local).what;
    if ((what != What::Load && what != What::Store) || operation.side != Side::Target ||
        local.memory != operation.memory || !program.windows[callOf(operation).window].separate)
      return false;
    const Part *part = partOf(callOf(operation).window, local.memory);
    return part && inPart(local, *part);
  }
  /// Calls of the owner that synchronize the window, or one over the same memory.
  std::vector<std::size_t> syncsOf(uint32_t window, uint32_t rank) const {
    std::vector<std::size_t> syncs;
    const Part *mine = partOf(window, rank);
    for (std::size_t i = 0; i < program.calls.size(); ++i) {
      const Call &call = program.calls[i];
      bool isSync = call.what == What::WinCreate || call.what == What::WinFree ||
                    (call.what >= What::Fence && call.what <= What::WinSync);
      if (!isSync || call.rank != rank)
        continue;
      const Part *part = partOf(call.window, rank);
      if (part && mine && part->base < mine->base + mine->size &&
          mine->base < part->base + part->size)
        syncs.push_back(i);
    }
    return syncs;
  }
  bool seenBefore(const Access &a, const Access &b) const {
    bool localFirst = a.side == Side::Local;
    const Access &operation = localFirst ? b : a;
    std::vector<std::size_t> syncs = syncsOf(callOf(operation).window, operation.memory);
    return std::any_of(syncs.begin(), syncs.end(), [&](std::size_t sync) {
      Node from = localFirst ? enterOf(sync) : leaveOf(sync);
      bool ended = std::any_of(a.ends.begin(), a.ends.end(),
                               [&](Node end) { return order.before(end, from); });
      return ended && std::any_of(b.starts.begin(), b.starts.end(),
                                  [&](Node start) { return order.before(from, start); });
    });
  }

  /// Whether b comes after the start of a.
  bool isUnderWay(const Access &a, const Access &b) const {
    return callOf(a).request && std::any_of(b.starts.begin(), b.starts.end(), [&](Node start) {
             return order.before(enterOf(a.call), start);
           });
  }

  std::optional<FindingId> race(const Access &a, const Access &b) const {
    const Call &first = callOf(a), &second = callOf(b);
    bool separate = isSeparate(a, b) || isSeparate(b, a);
    bool meet = overlap(a, b) || (separate && a.write && b.write);
    if (a.memory != b.memory || !(a.write || b.write) || !meet)
      return std::nullopt;
    // Those of one call are not for the program to order; loads, stores and messages among
    // themselves are another tool's business, unless one was started and is not complete.
    if (a.call == b.call)
      return std::nullopt;
    if (a.side == Side::Local && b.side == Side::Local && !isUnderWay(a, b) && !isUnderWay(b, a))
      return std::nullopt;
    if (exclude(a, b))
      return std::nullopt;
    if (separate ? seenBefore(a, b) || seenBefore(b, a) : before(a, b) || before(b, a))
      return std::nullopt;
    if (a.side != Side::Target && b.side != Side::Target)
      return FindingId::LocalRace;
    bool atomic = a.side == Side::Target && b.side == Side::Target && isAtomic(first.what) &&
                  isAtomic(second.what);
    if (!atomic)
      return FindingId::RemoteRace;
    // RMA-RULES 4, second exemption.
    if (first.rank == second.rank && first.window == second.window)
      return std::nullopt;
    if (first.window != second.window || first.type != second.type ||
        (*a.bytes.begin() - *b.bytes.begin()) % kTypes[first.type].bytes != 0)
      return FindingId::RemoteRace;
    if (first.what == What::CompareAndSwap || second.what == What::CompareAndSwap ||
        first.op == second.op || first.op == kNoOp || second.op == kNoOp)
      return std::nullopt;
    return FindingId::MixedAccumulate;
  }

  const Program &program;
  Order order;
  std::vector<Access> accesses;
};

} // namespace

Verdicts judge(const Program &program) { return Judgement(program).run(); }

} // namespace racemodel
