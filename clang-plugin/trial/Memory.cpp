//===- trial/Memory.cpp - what a process on trial keeps in memory ---------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "trial/Memory.h"

#include <algorithm>
#include <limits>
#include <set>

namespace fencepost::plugin::trial {

bool Object::mayChange(int64_t begin, int64_t end) const {
  return std::any_of(windows.begin(), windows.end(), [&](const ByteRange &window) {
    return window.overlaps({begin, end});
  });
}

Value Object::load(int64_t offset, int64_t bytes) const {
  if (mayChange(offset, offset + bytes))
    return {};
  auto next = cells.upper_bound(offset);
  if (next != cells.begin()) {
    const auto &[at, cell] = *std::prev(next);
    if (at == offset && cell.bytes == bytes)
      return cell.value;
    if (at + cell.bytes > offset)
      return {};
  }
  const bool isZero = std::any_of(zeros.begin(), zeros.end(), [&](const ByteRange &zero) {
    return zero.begin <= offset && offset + bytes <= zero.end;
  });
  return isZero ? Value::ofNumber(0) : Value();
}

void Object::clear(int64_t begin, int64_t end) {
  if (begin >= end)
    return;
  forget(begin, end);
  zeros.push_back({begin, end});
}

void Object::cut(int64_t begin, int64_t end) {
  std::vector<ByteRange> rests;
  for (const ByteRange &zero : zeros) {
    if (zero.begin < std::min(zero.end, begin))
      rests.push_back({zero.begin, std::min(zero.end, begin)});
    if (std::max(zero.begin, end) < zero.end)
      rests.push_back({std::max(zero.begin, end), zero.end});
  }
  zeros = std::move(rests);
  auto at = cells.lower_bound(begin);
  if (at != cells.begin())
    if (auto before = std::prev(at); before->first + before->second.bytes > begin)
      before->second.value = {};
  while (at != cells.end() && at->first < end) {
    // What is left of it behind the end.
    const int64_t rest = at->first + at->second.bytes - end;
    at = cells.erase(at);
    if (rest > 0)
      cells[end] = {rest, {}};
  }
}

void Object::store(int64_t offset, int64_t bytes, Value value) {
  if (next)
    next->forget();
  cut(offset, offset + bytes);
  cells[offset] = {bytes, value};
}

void Object::forget(int64_t begin, std::optional<int64_t> end) {
  if (next)
    next->forget();
  if (begin < end.value_or(kUpToEnd))
    cut(begin, end.value_or(kUpToEnd));
}

void Object::forget(const Kinds &kinds, bool isZeroKept) {
  if (!isZeroKept)
    zeros.clear();
  for (auto &[at, cell] : cells) {
    const Value::Kind kind = cell.value.kind;
    const bool isOne = kind == Value::Kind::Number ? kinds.numbers
                       : kind == Value::Kind::Real ? kinds.reals
                                                   : kinds.others;
    if (isOne && cell.bytes == kinds.bytes.value_or(cell.bytes))
      cell.value = {};
  }
}

void Object::forgetReached() {
  std::vector<Object *> pending{this};
  std::set<Object *> seen{this};
  while (!pending.empty()) {
    Object *from = pending.back();
    pending.pop_back();
    std::vector<Object *> reached;
    for (const auto &[at, cell] : from->cells)
      if (cell.value.isPlace() && seen.insert(cell.value.object).second)
        reached.push_back(cell.value.object);
    if (from != this)
      from->forget();
    pending.insert(pending.end(), reached.begin(), reached.end());
  }
}

void Object::copyFrom(const Object &other, int64_t from, int64_t to, int64_t bytes) {
  std::vector<std::pair<int64_t, Cell>> copies;
  for (const auto &[at, cell] : other.cells)
    if (at >= from && at + cell.bytes <= from + bytes && !other.mayChange(at, at + cell.bytes))
      copies.push_back({at - from + to, cell});
  std::vector<ByteRange> zeroThere;
  for (const ByteRange &zero : other.zeros) {
    const int64_t begin = std::max(zero.begin, from), end = std::min(zero.end, from + bytes);
    if (begin < end && !other.mayChange(begin, end))
      zeroThere.push_back({begin - from + to, end - from + to});
  }
  forget(to, to + bytes);
  for (const ByteRange &zero : zeroThere)
    clear(zero.begin, zero.end);
  for (const auto &[at, cell] : copies)
    store(at, cell.bytes, cell.value);
}

} // namespace fencepost::plugin::trial
