//===- AtomicOrder.cpp - whose atomics an atomic operation has seen -------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/races/AtomicOrder.h"

#include <algorithm>
#include <limits>
#include <map>
#include <unordered_map>

namespace fencepost::analyzer::races {

namespace {

constexpr uint64_t kNever = AtomicOp::kNever;

// ---- values

/// Integers, as the names of types tell; else nothing is known of what an operator does.
struct Integer {
  std::string_view name;
  bool isSigned;
};
constexpr Integer kIntegers[] = {
    {"MPI_SHORT", true},
    {"MPI_UNSIGNED_SHORT", false},
    {"MPI_INT", true},
    {"MPI_UNSIGNED", false},
    {"MPI_LONG", true},
    {"MPI_UNSIGNED_LONG", false},
    {"MPI_LONG_LONG", true},
    {"MPI_UNSIGNED_LONG_LONG", false},
    {"MPI_LONG_LONG_INT", true},
    {"MPI_SIGNED_CHAR", true},
    {"MPI_UNSIGNED_CHAR", false},
    {"MPI_BYTE", false},
    {"MPI_INT8_T", true},
    {"MPI_UINT8_T", false},
    {"MPI_INT16_T", true},
    {"MPI_UINT16_T", false},
    {"MPI_INT32_T", true},
    {"MPI_UINT32_T", false},
    {"MPI_INT64_T", true},
    {"MPI_UINT64_T", false},
    {"MPI_AINT", true},
    {"MPI_OFFSET", true},
    {"MPI_COUNT", true},
    {"MPI_INTEGER", true},
    {"MPI_INTEGER4", true},
    {"MPI_INTEGER8", true},
};

const Integer *findInteger(std::string_view type) {
  auto found = std::ranges::find(kIntegers, type, &Integer::name);
  return found == std::end(kIntegers) ? nullptr : found;
}

uint64_t cut(uint64_t value, uint64_t bytes) {
  return bytes >= 8 ? value : value & ((uint64_t(1) << 8 * bytes) - 1);
}
int64_t extend(uint64_t value, uint64_t bytes) {
  if (bytes >= 8)
    return static_cast<int64_t>(value);
  auto shift = static_cast<unsigned>(64 - 8 * bytes);
  return static_cast<int64_t>(value << shift) >> shift;
}

/// What is there after one of the operators on integers.
std::optional<uint64_t> combine(std::string_view op, const Integer &type, uint64_t bytes,
                                uint64_t found, uint64_t operand) {
  auto less = [&](uint64_t a, uint64_t b) {
    return type.isSigned ? extend(a, bytes) < extend(b, bytes) : cut(a, bytes) < cut(b, bytes);
  };
  if (op == "MPI_SUM")
    return cut(found + operand, bytes);
  if (op == "MPI_PROD")
    return cut(found * operand, bytes);
  if (op == "MPI_MIN")
    return less(operand, found) ? operand : found;
  if (op == "MPI_MAX")
    return less(found, operand) ? operand : found;
  if (op == "MPI_BAND")
    return found & operand;
  if (op == "MPI_BOR")
    return found | operand;
  if (op == "MPI_BXOR")
    return found ^ operand;
  return std::nullopt;
}

// ---- one location

class Location {
public:
  Location(const std::vector<AtomicOp> &ops, bool alone) : ops_(ops), numbers_(ops.size()) {
    for (uint32_t i = 0; i < ops.size(); ++i)
      if (ops[i].writes) {
        numbers_[i] = static_cast<uint32_t>(writes_.size());
        writes_.push_back(i);
        latestDone_.push_back(std::max(ops[i].done, latestDone_.empty() ? 0 : latestDone_.back()));
        (ops[i].left ? byValue_[*ops[i].left] : anyValue_).add(numbers_[i], ops[i].done);
      }
    findLatestEnters();
    if (alone)
      addUp();
    seen_.resize(writes_.size());
    state_.resize(writes_.size());
  }

  std::vector<Seen> run() {
    // Those that were over first: then little is unknown yet of what a write had seen.
    std::vector<uint32_t> order(ops_.size());
    for (uint32_t i = 0; i < order.size(); ++i)
      order[i] = i;
    std::stable_sort(order.begin(), order.end(),
                     [&](uint32_t a, uint32_t b) { return ops_[a].seen < ops_[b].seen; });
    std::vector<Seen> result(ops_.size());
    for (uint32_t i : order)
      if (ops_[i].seen != kNever)
        result[i] = ops_[i].writes ? ofWrite(numbers_[i], 0) : look(i, 0);
    return result;
  }

private:
  /// Writes that may have left a value, by `enter`.
  struct Leavers {
    std::vector<uint32_t> writes;
    std::vector<uint64_t> latestDone; // of it and those before
    void add(uint32_t write, uint64_t done) {
      writes.push_back(write);
      latestDone.push_back(std::max(done, latestDone.empty() ? 0 : latestDone.back()));
    }
  };
  static constexpr std::size_t kMost = 64; // others of one Seen
  static constexpr unsigned kDeepest = 200;

  const AtomicOp &write(uint32_t number) const { return ops_[writes_[number]]; }

  /// Writes that began until then.
  uint32_t begun(uint64_t time) const {
    auto after = std::upper_bound(
        writes_.begin(), writes_.end(), time,
        [&](uint64_t wanted, uint32_t index) { return wanted < ops_[index].enter; });
    return static_cast<uint32_t>(after - writes_.begin());
  }
  Seen all(const AtomicOp &op) const { return {begun(op.seen), {}}; }

  // ---- writes that others surely came after

  void findLatestEnters() {
    for (uint32_t index : writes_)
      if (ops_[index].surely && ops_[index].done != kNever)
        latestEnters_.emplace_back(ops_[index].done, ops_[index].enter);
    std::sort(latestEnters_.begin(), latestEnters_.end());
    for (std::size_t i = 1; i < latestEnters_.size(); ++i)
      latestEnters_[i].second = std::max(latestEnters_[i].second, latestEnters_[i - 1].second);
  }
  /// What was over before that time was no longer the last write when `op` looked.
  uint64_t overwrittenBefore(const AtomicOp &op) const {
    auto after = std::lower_bound(latestEnters_.begin(), latestEnters_.end(),
                                  std::pair<uint64_t, uint64_t>(op.enter, 0));
    return after == latestEnters_.begin() ? 0 : std::prev(after)->second;
  }

  /// Calls visit(write) for those that may have left what `op` found; at most kMost, else false.
  template <typename Visit>
  bool forEachLeaver(const Leavers &leavers, uint32_t self, Visit visit) const {
    const AtomicOp &op = ops_[self];
    uint64_t from = overwrittenBefore(op);
    auto first = std::lower_bound(leavers.writes.begin(), leavers.writes.end(), begun(op.seen));
    std::size_t steps = 0;
    for (auto i = static_cast<std::size_t>(first - leavers.writes.begin()); i-- > 0;) {
      if (leavers.latestDone[i] < from)
        break;
      if (++steps > 4 * kMost)
        return false;
      if (write(leavers.writes[i]).done >= from && writes_[leavers.writes[i]] != self)
        visit(leavers.writes[i]);
    }
    return true;
  }

  // ---- counters: every write adds, and in one direction

  void addUp() {
    std::optional<int64_t> low, high;
    auto observe = [&](int64_t value) {
      low = std::min(low.value_or(value), value);
      high = std::max(high.value_or(value), value);
    };
    for (const AtomicOp &op : ops_) {
      if (op.writes && (!op.added || *op.added <= 0 || *op.added > (int64_t(1) << 40)))
        return;
      total_ += op.added.value_or(0);
      if (op.seen == kNever || !op.found)
        continue;
      observe(static_cast<int64_t>(*op.found));
      if (op.left)
        observe(static_cast<int64_t>(*op.left));
    }
    // Anything else: somebody stores or puts there, too, or the counter went round.
    if (low && *high >= *low && *high - *low <= total_ && *low > -kFar && *high < kFar)
      leastFirst_ = *high - total_;
    for (uint32_t index : writes_)
      sums_.emplace_back(ops_[index].done, *ops_[index].added);
    std::sort(sums_.begin(), sums_.end());
    for (std::size_t i = 1; i < sums_.size(); ++i)
      sums_[i].second += sums_[i - 1].second;
    for (uint32_t index : writes_)
      least_ = std::min(least_, *ops_[index].added);
  }

  /// What a counter's value tells: none; those that were over before; else nothing.
  std::optional<Seen> count(const AtomicOp &op) const {
    if (!leastFirst_)
      return std::nullopt;
    int64_t most = static_cast<int64_t>(*op.found) - *leastFirst_;
    if (most <= 0)
      return Seen{};
    auto after = std::lower_bound(sums_.begin(), sums_.end(),
                                  std::pair<uint64_t, int64_t>(op.enter, INT64_MIN));
    int64_t surely = after == sums_.begin() ? 0 : std::prev(after)->second;
    if (most - surely >= least_)
      return std::nullopt;
    auto running = std::lower_bound(latestDone_.begin(), latestDone_.end(), op.enter);
    Seen seen{static_cast<uint32_t>(running - latestDone_.begin()), {}};
    for (uint32_t i = seen.prefix, end = begun(op.enter); i < end; ++i)
      if (write(i).done < op.enter)
        seen.others.push_back(i);
    return seen.others.size() > kMost ? std::nullopt : std::optional(seen);
  }

  // ---- what was seen

  const Seen &ofWrite(uint32_t number, unsigned depth) {
    if (state_[number] == State::Known)
      return seen_[number];
    state_[number] = State::Running;
    Seen seen = look(writes_[number], depth);
    seen_[number] = std::move(seen);
    state_[number] = State::Known;
    return seen_[number];
  }

  Seen look(uint32_t index, unsigned depth) {
    const AtomicOp &op = ops_[index];
    if (!op.found || op.seen == kNever)
      return all(op);
    bool any = false;
    if (!forEachLeaver(anyValue_, index, [&](uint32_t) { any = true; }) || any)
      return count(op).value_or(all(op));
    auto leavers = byValue_.find(*op.found);
    if (leavers == byValue_.end())
      return {}; // what was there before any of them
    Seen seen;
    bool certain = true;
    uint32_t end = begun(op.seen);
    bool few = forEachLeaver(leavers->second, index, [&](uint32_t number) {
      seen.others.push_back(number);
      if (write(number).replaces)
        return;
      if (state_[number] == State::Running || depth == kDeepest) {
        certain = false;
        return;
      }
      const Seen &before = ofWrite(number, depth + 1);
      seen.prefix = std::max(seen.prefix, std::min(before.prefix, end));
      for (uint32_t other : before.others)
        if (other < end)
          seen.others.push_back(other);
    });
    if (!few || !certain)
      return all(op);
    tidy(seen);
    return seen.others.size() > kMost ? all(op) : seen;
  }

  static void tidy(Seen &seen) {
    auto &others = seen.others;
    std::sort(others.begin(), others.end());
    others.erase(std::unique(others.begin(), others.end()), others.end());
    std::size_t within = 0;
    for (; within < others.size() && others[within] <= seen.prefix; ++within)
      seen.prefix = std::max(seen.prefix, others[within] + 1);
    others.erase(others.begin(), others.begin() + static_cast<std::ptrdiff_t>(within));
  }

  enum class State : uint8_t { Unknown, Running, Known };
  static constexpr int64_t kFar = int64_t(1) << 62;

  const std::vector<AtomicOp> &ops_;
  std::vector<uint32_t> numbers_;    // of those that write
  std::vector<uint32_t> writes_;     // indices of ops
  std::vector<uint64_t> latestDone_; // of each write and those before it
  std::unordered_map<uint64_t, Leavers> byValue_;
  Leavers anyValue_;
  std::vector<std::pair<uint64_t, uint64_t>> latestEnters_; // by done: the latest enter until then
  std::vector<Seen> seen_;
  std::vector<State> state_;
  int64_t total_ = 0, least_ = std::numeric_limits<int64_t>::max();
  std::optional<int64_t> leastFirst_;              // a counter: at least this was there first
  std::vector<std::pair<uint64_t, int64_t>> sums_; // by done: what was added until then
};

} // namespace

AtomicOp describeAtomic(EventKind kind, std::string_view op, std::string_view type, uint64_t bytes,
                        const AtomicValues &values) {
  AtomicOp atomic;
  bool returns = kind != EventKind::Accumulate;
  const Integer *integer = findInteger(type);
  if (returns && values.result)
    atomic.found = cut(*values.result, bytes);
  if (kind == EventKind::CompareAndSwap) {
    bool known = atomic.found && values.compare;
    bool swapped = known && *atomic.found == cut(*values.compare, bytes);
    atomic.surely = swapped && values.operand != values.compare;
    atomic.writes = atomic.surely || !known;
    if (values.operand)
      atomic.left = cut(*values.operand, bytes);
    return atomic;
  }
  atomic.writes = atomic.surely = op != "MPI_NO_OP";
  if (!atomic.writes || !values.operand)
    return atomic;
  if (op == "MPI_REPLACE") {
    atomic.left = cut(*values.operand, bytes);
    atomic.replaces = !returns;
    return atomic;
  }
  if (!integer)
    return atomic;
  if (op == "MPI_SUM")
    atomic.added = extend(*values.operand, bytes);
  if (!atomic.found)
    return atomic;
  atomic.left = combine(op, *integer, bytes, *atomic.found, cut(*values.operand, bytes));
  // A sum with 0 is how many programs read.
  if (atomic.left == atomic.found)
    atomic.writes = atomic.surely = false, atomic.added.reset();
  return atomic;
}

std::vector<Seen> whatWasSeen(const std::vector<AtomicOp> &ops, bool alone) {
  return Location(ops, alone).run();
}

} // namespace fencepost::analyzer::races
