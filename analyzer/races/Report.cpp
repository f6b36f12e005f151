//===- Report.cpp - tells a race ------------------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/races/Report.h"

#include "analyzer/races/Memories.h"
#include "analyzer/races/Reason.h"

#include <string>
#include <utility>

namespace fencepost::analyzer::races {

namespace {

class Teller {
public:
  Teller(const Analysis &analysis, const Memory &memory, const Race &race)
      : definitions_(analysis.definitions()), race_(race),
        earlier_(memory.accessors[race.earlier.accessor]),
        later_(memory.accessors[race.later.accessor]), memoryRank_(memory.rank) {
    findReference(analysis.trace);
  }

  FoundInstance tell(const Memory &memory) const {
    FoundInstance found{.id = race_.id};
    // One order for a pair of sites, whichever came first: operations, then by site.
    bool swap = isOperation(earlier_) != isOperation(later_)
                    ? !isOperation(earlier_)
                    : std::pair(definitions_.site(later_.context), later_.rank) <
                          std::pair(definitions_.site(earlier_.context), earlier_.rank);
    const Access &first = swap ? race_.later : race_.earlier;
    const Access &second = swap ? race_.earlier : race_.later;
    const Accessor &one = swap ? later_ : earlier_, &two = swap ? earlier_ : later_;
    found.message = message(one, two);
    Reason reason = explain(definitions_, memory, race_.id, earlier_, later_);
    found.why = reason.why;
    found.advice = reason.advice;
    found.places = {place(one, first), place(two, second)};
    const Accessor &operation = isOperation(earlier_) ? earlier_ : later_;
    if (operation.endContext != kNone && reason.namesCompletion)
      found.places.push_back(other("completion", operation.endContext,
                                   operation.endsHere ? memoryRank_ : operation.rank));
    if (reason.namesSynchronization)
      found.places.push_back(other("synchronization", later_.syncContext, later_.rank));
    found.ranks = race_.ranks;
    found.instances = race_.instances;
    return found;
  }

private:
  /// Not a load, a store or the buffer of a message.
  static bool isOperation(const Accessor &accessor) { return accessor.side != Side::Local; }

  /// Where byte 0 of the ranges is: of the window, or of the operation's buffer.
  void findReference(const Trace &trace) {
    for (const Access *access : {&race_.earlier, &race_.later}) {
      const Accessor &accessor = access == &race_.earlier ? earlier_ : later_;
      if (accessor.side == Side::Origin)
        reference_ = access->bytes.address;
      // Of two ranks' loads and stores: in the window that both have mapped.
      bool direct = accessor.side == Side::Local && earlier_.rank != later_.rank &&
                    accessor.window != kNone;
      if (accessor.side != Side::Target && !direct)
        continue;
      if (const WindowPart *part = findWindowPart(trace, memoryRank_, accessor.window))
        reference_ = windowBase(*part);
      return;
    }
  }

  std::string bytes() const {
    auto shared = sharedHull(race_.earlier.bytes, race_.later.bytes);
    if (!shared)
      return {};
    uint64_t first = shared->begin - reference_, last = shared->end - 1 - reference_;
    return first == last ? "byte " + std::to_string(first)
                         : "bytes " + std::to_string(first) + "-" + std::to_string(last);
  }

  std::string windowName() const {
    uint32_t window = earlier_.side == Side::Target ? earlier_.window : later_.window;
    const std::string &name = definitions_.windows[window].name;
    return name.empty() ? "window" : name;
  }

  std::string message(const Accessor &one, const Accessor &two) const {
    if (race_.id == FindingId::LocalRace) {
      std::string buffer = definitions_.site(one.context).expression;
      return name(definitions_, two) + " uses the buffer " +
             (buffer.empty() ? std::string() : "`" + buffer + "` ") + "of " +
             name(definitions_, one) + " (" + bytes() + ") before that is complete";
    }
    std::string what = race_.id == FindingId::MixedAccumulate
                           ? " are concurrent with different operations, " +
                                 definitions_.strings[one.op] + " and " +
                                 definitions_.strings[two.op]
                           : " are not ordered";
    return name(definitions_, one) + " (" + windowName() + ", " + bytes() + ") and " +
           name(definitions_, two) + what;
  }

  PlaceOfFinding place(const Accessor &accessor, const Access &access) const {
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
  uint32_t memoryRank_;
  uint64_t reference_ = 0;
};

} // namespace

FoundInstance tell(const Analysis &analysis, const Memory &memory, const Race &race) {
  return Teller(analysis, memory, race).tell(memory);
}

} // namespace fencepost::analyzer::races
