//===- Interner.h - equal values once, in the order they came -------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_RUNTIME_ARCHIVE_INTERNER_H
#define FENCEPOST_RUNTIME_ARCHIVE_INTERNER_H

#include <cstddef>
#include <cstdint>
#include <deque>
#include <unordered_set>

namespace fencepost::archive {

inline std::size_t hashCombine(std::size_t seed, std::size_t value) {
  return (seed ^ value) * 0x9e3779b97f4a7c15u + (seed >> 7);
}

/// Numbers distinct values. `Key` takes what makes two values equal out of one: a reference or a
/// view into it. Values keep their addresses.
template <typename Value, typename Key, typename Hash> class Interner {
public:
  Interner() : index_(0, IndexHash{this}, IndexEqual{this}) {}
  Interner(const Interner &) = delete;
  Interner &operator=(const Interner &) = delete;

  /// The number of the value, which is added when it is new.
  uint32_t intern(Value value) {
    values_.push_back(std::move(value));
    auto [place, isNew] = index_.insert(static_cast<uint32_t>(values_.size() - 1));
    if (!isNew)
      values_.pop_back();
    return *place;
  }

  std::size_t size() const { return values_.size(); }
  Value &operator[](std::size_t number) { return values_[number]; }
  const Value &operator[](std::size_t number) const { return values_[number]; }
  auto begin() const { return values_.begin(); }
  auto end() const { return values_.end(); }

private:
  struct IndexHash {
    const Interner *owner;
    std::size_t operator()(uint32_t number) const { return Hash()(Key()(owner->values_[number])); }
  };
  struct IndexEqual {
    const Interner *owner;
    bool operator()(uint32_t a, uint32_t b) const {
      return Key()(owner->values_[a]) == Key()(owner->values_[b]);
    }
  };

  std::deque<Value> values_;
  std::unordered_set<uint32_t, IndexHash, IndexEqual> index_;
};

} // namespace fencepost::archive

#endif // FENCEPOST_RUNTIME_ARCHIVE_INTERNER_H
