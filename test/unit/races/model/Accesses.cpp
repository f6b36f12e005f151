//===- Accesses.cpp - what a program accesses, from where to where --------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Accesses.h"

#include <algorithm>
#include <numeric>

namespace racemodel {

namespace {

std::set<uint64_t> bytesOf(const Blocks &blocks, uint64_t base) {
  std::set<uint64_t> bytes;
  for (uint64_t block = 0; block < blocks.count; ++block)
    for (uint64_t byte = 0; byte < blocks.bytes; ++byte)
      bytes.insert(base + blocks.address + block * static_cast<uint64_t>(blocks.stride) + byte);
  return bytes;
}

class Collector {
public:
  Collector(const Program &program, const Order &order)
      : program(program), calls(program.calls), order(order) {}

  std::vector<Access> run() {
    for (std::size_t i = 0; i < calls.size(); ++i) {
      for (Use use : {Use::Read, Use::Write})
        buffers(i, use == Use::Write);
      if (isOperation(calls[i].what) && calls[i].target.count)
        target(i);
    }
    return std::move(accesses);
  }

private:
  void buffers(std::size_t i, bool write) {
    const Call &call = calls[i];
    Side side = isOperation(call.what) ? Side::Origin : Side::Local;
    Access access{call.rank, i, side, write, {}, {enterOf(i)}, {}, {}};
    for (const Buffer &buffer : call.buffers)
      if ((buffer.use == Use::Write) == write)
        access.bytes.merge(bytesOf(buffer.blocks, 0));
    if (access.bytes.empty())
      return;
    if (isOperation(call.what))
      access.ends = localEnds(i);
    else if (uint32_t end = call.nonBlocking ? completionOf(program, i) : static_cast<uint32_t>(i);
             end != kNone)
      access.ends = {leaveOf(end)};
    access.locks = ownLocks(access);
    accesses.push_back(std::move(access));
  }

  void target(std::size_t i) {
    const Call &call = calls[i];
    const Part &part = program.windows[call.window].parts[call.peer];
    uint64_t base = part.base + static_cast<uint64_t>(call.displacement) * part.unit;
    bool write = call.what != What::Get && !readsOnly(call);
    Access access{program.target(call),       i,  Side::Target, write,
                  bytesOf(call.target, base), {}, {},           {}};
    access.starts = {enterOf(i)};
    access.ends = remoteEnds(i);
    Epoch epoch = epochOf(program, i);
    if (epoch.lock != kNone)
      access.locks.insert(epoch.lock);
    if (epoch.fence != kNone)
      if (uint32_t fence = sameFence(program, epoch.fence, access.memory); fence != kNone)
        access.starts.push_back(enterOf(fence));
    if (epoch.lock == kNone && epoch.start != kNone)
      if (uint32_t post = matchingPost(program, epoch.start, access.memory); post != kNone) {
        access.starts.push_back(enterOf(post));
        uint32_t wait = closing(program, post, {What::WinWait, What::WinTest});
        if (wait != kNone)
          access.ends.push_back(leaveOf(wait));
      }
    accesses.push_back(std::move(access));
  }

  /// Whether the data that comes back is all that is done at the target.
  static bool readsOnly(const Call &call) {
    return call.what == What::Get ||
           (isGetLike(call.what) && call.what != What::CompareAndSwap && call.op == kNoOp);
  }

  /// Whether a call of the process completes, in one way or another, what was issued in the epoch
  /// of the operation to its target until then.
  bool completes(std::size_t i, std::size_t later) const {
    const Call &op = calls[i], &call = calls[later];
    if (call.rank != op.rank || call.window != op.window ||
        !order.before(leaveOf(i), enterOf(later)))
      return false;
    Epoch epoch = epochOf(program, i);
    if (epoch.lock != kNone)
      return later <= closing(program, epoch.lock, {What::Unlock, What::UnlockAll}) &&
             (call.peer == kNone || call.peer == op.peer);
    if (epoch.start != kNone)
      return later == closing(program, epoch.start, {What::Complete});
    return call.what == What::Fence || call.what == What::WinFree;
  }

  std::vector<Node> localEnds(std::size_t i) const {
    std::vector<Node> ends;
    for (std::size_t later = 0; later < calls.size(); ++later)
      if (completes(i, later))
        switch (calls[later].what) {
        case What::Flush:
        case What::FlushAll:
        case What::FlushLocal:
        case What::FlushLocalAll:
        case What::Unlock:
        case What::UnlockAll:
        case What::Complete:
        case What::Fence:
        case What::WinFree:
          ends.push_back(leaveOf(later));
          break;
        default:
          break;
        }
    if (uint32_t end = completionOf(program, i); end != kNone)
      ends.push_back(leaveOf(end));
    return ends;
  }

  std::vector<Node> remoteEnds(std::size_t i) const {
    std::vector<Node> ends;
    if (readsOnly(calls[i]))
      ends = localEnds(i);
    for (std::size_t later = 0; later < calls.size(); ++later)
      if (completes(i, later))
        switch (calls[later].what) {
        case What::Flush:
        case What::FlushAll:
        case What::Unlock:
        case What::UnlockAll:
          ends.push_back(leaveOf(later));
          break;
        case What::Fence: // whoever leaves it knows
        case What::WinFree:
          ends.push_back(enterOf(later));
          break;
        default:
          break;
        }
    return ends;
  }

  /// The epochs of the rank's locks on itself that last as long as the access.
  std::set<std::size_t> ownLocks(const Access &access) const {
    std::set<std::size_t> locks;
    for (std::size_t i = 0; i < calls.size(); ++i) {
      const Call &lock = calls[i];
      bool own = lock.rank == access.memory &&
                 (lock.what == What::LockAll || (lock.what == What::Lock && ofItself(lock)));
      if (!own || !order.before(leaveOf(i), access.starts.front()))
        continue;
      uint32_t unlock = closing(program, i, {What::Unlock, What::UnlockAll});
      // The call that unlocks may be the one that ends the access.
      bool lasts = unlock == kNone ||
                   std::any_of(access.ends.begin(), access.ends.end(),
                               [&](Node end) { return order.before(end, leaveOf(unlock)); });
      if (lasts)
        locks.insert(i);
    }
    return locks;
  }
  bool ofItself(const Call &lock) const { return program.target(lock) == lock.rank; }

  const Program &program;
  const std::vector<Call> &calls;
  const Order &order;
  std::vector<Access> accesses;
};

} // namespace

std::vector<Access> accessesOf(const Program &program, const Order &order) {
  return Collector(program, order).run();
}

} // namespace racemodel
