//===- checks/SharedPeers.cpp - what meets in memory that processes share -===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "checks/SharedPeers.h"

#include "Feasibility.h"
#include "FunctionInfo.h"
#include "Program.h"
#include "Shifts.h"
#include "checks/Check.h"
#include "checks/FencePeers.h"
#include "checks/Orders.h"

#include "clang/AST/Expr.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace fencepost::plugin {

namespace {

/// A function with more of them is generated.
constexpr std::size_t kMostAccesses = 400;

/// Memory of the window that an access is found to be in.
struct Place {
  unsigned window;
  const Address *memory;
  std::string root; // of the access
  const AskedMemory *asked;
  const Expr *rank; // whose it is; null: the process's own
};

/// The pointer among many that the access is through, and the rank that it was asked for.
std::optional<Place> elementOf(const AskedMemory &asked, const Address &accessed) {
  if (asked.address.places.size() != 1 || accessed.places.size() != 1 ||
      asked.address.base != accessed.base)
    return std::nullopt;
  const std::string &root = asked.address.root, &name = asked.address.places.front().name;
  const std::size_t at = root.rfind(name);
  std::string renamed = root;
  renamed.replace(at, name.size(), accessed.places.front().name);
  if (renamed != accessed.root)
    return std::nullopt;
  return Place{asked.window, &asked.address, accessed.root, &asked, accessed.places.front().index};
}

std::optional<Place> memoryOf(const Step &step, const Address &accessed) {
  for (const WindowMemory &memory : step.graph.memories)
    if (memory.address.root == accessed.root) {
      auto creation = step.makerOf(memory.window);
      if (creation && creation->expr == memory.creation && isShared(*creation))
        return Place{memory.window, &memory.address, accessed.root, nullptr, nullptr};
    }
  for (const AskedMemory &asked : step.graph.asked)
    if (auto element = elementOf(asked, accessed))
      return element;
    else if (asked.address.root == accessed.root)
      return Place{asked.window, &asked.address, accessed.root, &asked, asked.rank()};
  return std::nullopt;
}

/// Where it begins; nothing where that is not known of the process.
std::optional<int64_t> offsetOf(const Address &address, const FunctionInfo &info,
                                const Process &process) {
  if (address.terms.empty())
    return address.offset;
  if (address.isTranslated)
    return std::nullopt;
  int64_t begin = address.offset;
  for (const Address::Index &index : address.indices) {
    auto number = numberOf(index.expr, info, process);
    if (!number || *number < 0)
      return std::nullopt;
    begin += *number * index.bytes;
  }
  return begin;
}

/// What surely orders nothing that comes behind it, in the window's fence epoch or otherwise.
std::optional<Segment> orderAt(const Step &step, unsigned window) {
  const CallExpr *fence = openerOf(step, window, &Epochs::fence);
  if (!fence)
    return segmentOf(step, window);
  return mayBeOrdered(step, fence, window) ? std::nullopt
                                           : std::optional(Segment{fence, Held::Nothing});
}

/// Whose memory the pointer is of, by the number of processes and the rank.
std::optional<Reach> ownersOf(const Step &step, const Place &place, const CFGBlock *block,
                              const std::string &comm) {
  auto reach = reachOf(step, block, comm, nullptr, false, false);
  if (!place.asked || !reach)
    return reach;
  const CFGBlock *query = step.graph.blockOf.lookup(place.asked->query.expr);
  if (!query)
    return std::nullopt;
  bool isForOthers = false;
  const CFGBlock *loop = loopOverAll(step, query, place.asked->rank(), comm, isForOthers);
  const bool isElement = !place.asked->address.places.empty();
  if (isElement) {
    // Each of the pointers must have been asked for.
    if (!loop || isForOthers)
      return std::nullopt;
    query = block;
    loop = loopOverAll(step, block, place.rank, comm, isForOthers);
  } else if (loop && step.feasibility.loopAround(block) != step.feasibility.loopAround(query)) {
    return std::nullopt;
  }
  auto asked = reachOf(step, loop ? loop : query, comm, place.rank, loop, isForOthers);
  if (!asked)
    return std::nullopt;
  for (int64_t processes = Reach::kFewest; processes <= Reach::kMost; ++processes) {
    auto &owners = reach->reached[processes - Reach::kFewest];
    for (int64_t rank = 0; rank < processes; ++rank) {
      const uint8_t memories = asked->of(processes, rank);
      if (owners[rank] && (memories || !place.asked->mayBeOwn))
        owners[rank] = memories;
    }
    reach->isOutside[processes - Reach::kFewest] |= asked->isOutside[processes - Reach::kFewest];
  }
  return reach;
}

std::optional<SharedAccess> makeAccess(const Step &step) {
  const Access &access = step.action.access;
  auto place = memoryOf(step, access.address);
  auto segment = place ? orderAt(step, place->window) : std::nullopt;
  const std::string comm = segment ? step.commOf(place->window) : "";
  if (comm.empty() || comm == "MPI_COMM_SELF")
    return std::nullopt;
  const CFGBlock *block = placeOf(step);
  auto reach = block != step.block && mayDependOnRank(block, step.info)
                   ? std::nullopt
                   : ownersOf(step, *place, block, comm);
  if (!reach)
    return std::nullopt;
  SharedAccess shared{place->window, segment->begin, segment->held, &access, block, *reach};
  std::vector<const Address *> addresses{&access.address};
  for (const Access::First &first : access.first)
    if (first.address.root == place->root && !first.loop->calls.contains(segment->begin))
      addresses.push_back(&first.address);
  bool isAny = false;
  for (int64_t processes = Reach::kFewest; processes <= Reach::kMost; ++processes)
    for (int64_t rank = 0; rank < processes; ++rank) {
      if (!reach->of(processes, rank))
        continue;
      for (const Address *address : addresses)
        if (auto begin = offsetOf(*address, step.info, {comm, rank, processes})) {
          const int64_t at = *begin - place->memory->offset;
          shared.ranges[processes - Reach::kFewest][rank].push_back({at, at + address->bytes});
          isAny = true;
        }
    }
  return isAny ? std::optional(shared) : std::nullopt;
}

/// Whether two processes access a byte in common, however many there are.
bool meet(const SharedAccess &a, const SharedAccess &b) {
  auto haveCommon = [](const std::vector<ByteRange> &first, const std::vector<ByteRange> &second) {
    return llvm::any_of(first, [&](const ByteRange &range) {
      return llvm::any_of(second, [&](const ByteRange &other) { return range.overlaps(other); });
    });
  };
  bool isAny = false;
  for (int64_t processes = Reach::kFewest; processes <= Reach::kMost; ++processes) {
    if (!a.reach.isMeantFor(processes) || !b.reach.isMeantFor(processes))
      continue;
    const auto &ofA = a.ranges[processes - Reach::kFewest];
    const auto &ofB = b.ranges[processes - Reach::kFewest];
    bool meets = false;
    for (int64_t one = 0; one < processes; ++one)
      for (int64_t two = 0; two < processes; ++two)
        meets |= one != two && (a.reach.of(processes, one) & b.reach.of(processes, two)) != 0 &&
                 haveCommon(ofA[one], ofB[two]);
    if (!meets)
      return false;
    isAny = true;
  }
  return isAny;
}

} // namespace

bool SharedAccess::isFence() const {
  auto call = mpiCall(begin);
  return call && call->kind() == EventKind::Fence;
}

void SharedPeers::enter(const Step &step) {
  pairs.clear();
  const Access &access = step.action.access;
  if (step.action.kind != Action::Kind::Access || access.bound || access.isOfOthers ||
      access.mayBeNothing || step.graph.asked.empty() || accesses.size() >= kMostAccesses ||
      step.info.program->ordersByMemory())
    return;
  auto shared = makeAccess(step);
  if (!shared)
    return;
  accesses.push_back(*shared);
  auto place = [](const SharedAccess &each) { return each.access->expr->getBeginLoc(); };
  for (const SharedAccess &other : accesses)
    if (other.window == shared->window && other.begin == shared->begin &&
        (other.access->writes || access.writes) && !keepOut(other.held, shared->held) &&
        (areInOne(step, other.place, shared->place, shared->begin) ||
         other.reach.isParted(shared->reach)) &&
        meet(other, *shared))
      place(*shared) < place(other) ? pairs.push_back({*shared, other})
                                    : pairs.push_back({other, *shared});
}

} // namespace fencepost::plugin
