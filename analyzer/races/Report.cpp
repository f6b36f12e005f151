//===- Report.cpp - tells a race ------------------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/races/Report.h"

#include "analyzer/races/Reason.h"
#include "analyzer/races/WindowParts.h"
#include "analyzer/races/Words.h"

#include <cinttypes>
#include <cstdio>
#include <string>
#include <utility>

namespace fencepost::analyzer::races {

namespace {

class Teller {
public:
  Teller(const Analysis &analysis, const Memory &memory, const Race &race)
      : definitions_(analysis.definitions()), race_(race),
        earlier_(memory.accessors[race.earlier.accessor]),
        later_(memory.accessors[race.later.accessor]), memory_(memory),
        words_(definitions_, earlier_, later_) {
    findReference(analysis.trace);
  }

  /// The race; then, where that is its reason, the local completion that was taken for more.
  std::vector<FoundInstance> tell() const {
    FoundInstance found{.id = race_.id};
    // One order for a pair of sites, whichever came first: operations, then by site.
    bool swap = isOperation(earlier_) != isOperation(later_) ? !isOperation(earlier_)
                : earlier_.isPendingMessage() != later_.isPendingMessage()
                    ? !earlier_.isPendingMessage()
                    : std::pair(definitions_.site(later_.context), later_.rank) <
                          std::pair(definitions_.site(earlier_.context), earlier_.rank);
    const Access &first = swap ? race_.later : race_.earlier;
    const Access &second = swap ? race_.earlier : race_.later;
    const Accessor &one = swap ? later_ : earlier_, &two = swap ? earlier_ : later_;
    found.message = message(one, two);
    Reason reason = explain(definitions_, memory_, race_.id, earlier_, later_);
    bool whole = race_.earlier.whole || race_.later.whole;
    found.why = (whole ? "In the separate memory model a store to a window's memory conflicts with "
                         "every concurrent put and accumulate to that window. "
                       : "") +
                reason.why;
    found.advice = reason.advice;
    found.places = {place(one, first, reason.epoch), place(two, second, reason.epoch)};
    const Accessor &operation = isOperation(earlier_) ? earlier_ : later_;
    if (operation.endContext != kNone && reason.namesCompletion)
      found.places.push_back(other("completion", operation.endContext,
                                   operation.endsHere ? memory_.rank : operation.rank));
    if (reason.release != kNone && reason.release != reason.synchronization)
      found.places.push_back(other("synchronization", reason.release, earlier_.rank));
    if (reason.synchronization != kNone)
      found.places.push_back(other("synchronization", reason.synchronization, later_.rank));
    found.ranks = race_.ranks;
    found.instances = race_.instances;
    if (!reason.weakCompletion || reason.release == kNone)
      return {std::move(found)};
    return {found, weakCompletion(reason, found)};
  }

private:
  FoundInstance weakCompletion(const Reason &reason, const FoundInstance &race) const {
    FoundInstance found{.id = FindingId::WeakCompletion};
    uint32_t local = earlier_.localEndContext;
    found.message = words_.call(local) + " completes " + words_.name(earlier_) +
                    " at its origin only, before " + words_.call(reason.release) + " tells of it";
    found.why = race.why;
    found.advice = race.advice;
    found.places = {other("completion", local, earlier_.rank),
                    other("operation", earlier_.context, earlier_.rank),
                    other("synchronization", reason.release, earlier_.rank)};
    found.ranks = race.ranks;
    found.instances = race.instances;
    return found;
  }

  /// Not a load, a store or the buffer of a message.
  static bool isOperation(const Accessor &accessor) { return accessor.side != Side::Local; }

  /// Where byte 0 of the ranges is: of the window, or of the operation's buffer.
  void findReference(const Trace &trace) {
    for (const Access *access : {&race_.earlier, &race_.later}) {
      const Accessor &accessor = access == &race_.earlier ? earlier_ : later_;
      bool message = race_.id == FindingId::LocalRace && accessor.isPendingMessage();
      if (accessor.side == Side::Origin || (message && reference_ == 0))
        reference_ = access->bytes.address;
      // Of two ranks' loads and stores: in the window that both have mapped.
      bool direct =
          accessor.side == Side::Local && earlier_.rank != later_.rank && accessor.window != kNone;
      if (accessor.side != Side::Target && !direct)
        continue;
      if (const WindowPart *part = findWindowPart(trace, memory_.rank, accessor.window)) {
        reference_ = windowBase(*part);
        dynamic_ = part->flavor == kDynamic;
        unit_ = part->dispUnit > 1 ? static_cast<uint32_t>(part->dispUnit) : 0;
      }
      return;
    }
  }

  std::string bytes() const {
    auto shared = sharedHull(race_.earlier.bytes, race_.later.bytes);
    if (!shared)
      return {};
    uint64_t first = shared->begin - reference_, last = shared->end - 1 - reference_;
    auto range = [](std::string what, uint64_t from, uint64_t to) {
      return from == to ? what + " " + std::to_string(from)
                        : what + "s " + std::to_string(from) + "-" + std::to_string(to);
    };
    if (dynamic_) { // a displacement is an address
      char address[32];
      std::snprintf(address, sizeof address, "0x%" PRIx64, first);
      return std::to_string(last - first + 1) + " bytes at " + address;
    }
    std::string text = range("byte", first, last);
    bool whole = unit_ && first % unit_ == 0 && (last + 1) % unit_ == 0;
    return whole ? text + ": " + range("element", first / unit_, last / unit_) : text;
  }

  std::string windowName() const {
    bool first = earlier_.side == Side::Target || later_.window == kNone;
    const Accessor &accessor = first ? earlier_ : later_;
    return accessor.window == kNone ? "window" : words_.window(accessor);
  }

  /// Of an operation with several buffers the site tells the origin's.
  std::string buffer(const Accessor &operation) const {
    const bool writes = (&operation == &earlier_ ? race_.earlier : race_.later).write;
    if (writes && operation.kind != AccessKind::Get)
      return "the result buffer";
    const std::string expression = definitions_.site(operation.context).expression;
    return expression.empty() || operation.kind == AccessKind::CompareAndSwap
               ? "the buffer"
               : "the buffer `" + expression + "`";
  }

  std::string message(const Accessor &one, const Accessor &two) const {
    if (race_.id == FindingId::LocalRace) {
      return words_.name(two) + " uses " + buffer(one) + " of " + words_.name(one) + " (" +
             bytes() + ") before that is complete";
    }
    std::string what = race_.id == FindingId::MixedAccumulate
                           ? " are concurrent with different operations, " +
                                 definitions_.strings[one.op] + " and " +
                                 definitions_.strings[two.op]
                           : " are not ordered";
    return words_.name(one) + " (" + windowName() + ", " + bytes() + ") and " + words_.name(two) +
           what;
  }

  /// `epoch`: that both are in, unless they say it themselves.
  PlaceOfFinding place(const Accessor &accessor, const Access &access, uint32_t epoch) const {
    PlaceOfFinding place{.role = "access",
                         .kind = std::string(accessKindName(accessor.kind)),
                         .side = std::string(sideName(accessor.side)),
                         .rank = accessor.rank,
                         .thread = accessor.thread,
                         .context = accessor.context,
                         .target = accessor.target,
                         .rangeBegin = {},
                         .rangeEnd = {}};
    place.rangeBegin = static_cast<int64_t>(access.bytes.address - reference_);
    place.rangeEnd = static_cast<int64_t>(access.bytes.end() - reference_);
    place.unit = unit_;
    const std::vector<Hold> &holds = memory_.holds[accessor.holds];
    place.epoch = accessor.epochContext != kNone ? accessor.epochContext
                  : holds.empty()                ? epoch
                                                 : holds.front().context;
    return place;
  }

  PlaceOfFinding other(const char *role, uint32_t context, uint32_t rank) const {
    PlaceOfFinding place;
    place.role = role;
    place.context = context;
    place.rank = rank;
    return place;
  }

  const Definitions &definitions_;
  const Race &race_;
  const Accessor &earlier_, &later_;
  const Memory &memory_;
  Words words_;
  uint64_t reference_ = 0;
  bool dynamic_ = false; // the window
  uint32_t unit_ = 0;    // bytes of an element; 0: unknown
};

} // namespace

std::vector<FoundInstance> tell(const Analysis &analysis, const Memory &memory, const Race &race) {
  return Teller(analysis, memory, race).tell();
}

} // namespace fencepost::analyzer::races
