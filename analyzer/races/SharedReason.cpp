//===- SharedReason.cpp - why ordered ranks do not see each other's accesses =//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/races/SharedReason.h"

#include "analyzer/races/Pair.h"

#include <algorithm>

namespace fencepost::analyzer::races {

namespace {

class SharedReason : Pair {
public:
  using Pair::Pair;

  Reason explain() const {
    Reason reason;
    bool published = isPublished(), refreshed = isRefreshed();
    std::string order = later_.syncContext == kNone ? "" : words_.call(later_.syncContext);
    std::string window = this->window(), sync = "MPI_Win_sync(" + window + ")";
    reason.why = (order.empty() ? who(earlier_) + " and " + who(later_) + " are ordered"
                                : order + " orders " + who(earlier_) + " and " + who(later_)) +
                 ", but not what they see of each other's accesses: ";
    if (!published && !refreshed)
      reason.why += "neither does " + who(earlier_) + " synchronize " + window + " " +
                    afterFirst() + ", nor " + who(later_) + " " + beforeSecond();
    else if (!published)
      reason.why += who(earlier_) + " does not synchronize " + window + " " + afterFirst() +
                    ", so that " + at(earlier_) + " need not be done for others yet";
    else
      reason.why += who(later_) + " does not synchronize " + window + " " + beforeSecond() +
                    ", so that " + at(later_) + " need not come after it";
    reason.why += ".";
    reason.advice = "call " + sync + " ";
    if (!published)
      reason.advice += "on " + who(earlier_) + " " + afterFirst();
    if (!published && !refreshed)
      reason.advice += ", and ";
    if (!refreshed || published)
      reason.advice += "on " + who(later_) + " " + beforeSecond();
    reason.advice += ".";
    if (earlier_.releaseContext != kNone && !published)
      reason.release = earlier_.releaseContext;
    reason.synchronization = later_.syncContext;
    return reason;
  }

private:
  /// Whether the first one's rank synchronized the window before it let the other one go on.
  bool isPublished() const {
    if (!earlier_.visibility)
      return true;
    const auto &published = memory_.visibilities[earlier_.visibility].published;
    return std::ranges::any_of(
        published, [&](const Stamp &stamp) { return memory_.knows(later_.start, stamp); });
  }
  /// Whether the second one's rank did so after it had waited.
  bool isRefreshed() const {
    if (!later_.visibility)
      return true;
    const Start &refreshed = memory_.visibilities[later_.visibility].refreshed;
    return memory_.anyEnd(earlier_,
                          [&](const Stamp &end) { return memory_.knows(refreshed, end); });
  }

  std::string afterFirst() const {
    return earlier_.releaseContext == kNone
               ? "after " + at(earlier_)
               : "between " + at(earlier_) + " and " + words_.call(earlier_.releaseContext);
  }
  std::string beforeSecond() const {
    return later_.syncContext == kNone
               ? "before " + at(later_)
               : "between " + words_.call(later_.syncContext) + " and " + at(later_);
  }
  std::string window() const {
    for (const Accessor *accessor : {&earlier_, &later_})
      if (accessor->visibility) {
        const std::string &name =
            definitions_.windows[memory_.visibilities[accessor->visibility].window].name;
        return name.empty() ? "win" : name;
      }
    return "win";
  }
};

} // namespace

Reason explainUnseen(const Definitions &definitions, const Memory &memory, const Accessor &earlier,
                     const Accessor &later) {
  return SharedReason(definitions, memory, FindingId::RemoteRace, earlier, later).explain();
}

} // namespace fencepost::analyzer::races
