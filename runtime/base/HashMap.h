//===- HashMap.h - a hash table with 64-bit keys --------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Open addressing with linear probing; removal shifts back, so that there are no
// tombstones. Values are trivially copyable. Callers lock.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_RUNTIME_BASE_HASHMAP_H
#define FENCEPOST_RUNTIME_BASE_HASHMAP_H

#include "runtime/base/Hash.h"
#include "runtime/base/Vector.h"

namespace fencepost::runtime {

template <typename Value> class HashMap {
public:
  Value *find(uint64_t key) {
    if (count_ == 0)
      return nullptr;
    for (std::size_t i = home(key);; i = next(i)) {
      if (!slots_[i].used)
        return nullptr;
      if (slots_[i].key == key)
        return &slots_[i].value;
    }
  }

  /// The value of a key, made zero when it is new. Null when there is no memory.
  Value *insert(uint64_t key) {
    if (4 * (count_ + 1) > 3 * slots_.size() && !grow())
      return nullptr;
    std::size_t i = home(key);
    for (; slots_[i].used; i = next(i))
      if (slots_[i].key == key)
        return &slots_[i].value;
    slots_[i] = {key, {}, true};
    ++count_;
    return &slots_[i].value;
  }

  void erase(uint64_t key) {
    if (count_ == 0)
      return;
    std::size_t hole = home(key);
    for (; slots_[hole].used && slots_[hole].key != key; hole = next(hole))
      ;
    if (!slots_[hole].used)
      return;
    for (std::size_t i = next(hole); slots_[i].used; i = next(i)) {
      // An element may fill the hole when its home is not between the hole and itself.
      const std::size_t fromHome = (i - home(slots_[i].key)) & (slots_.size() - 1);
      const std::size_t fromHole = (i - hole) & (slots_.size() - 1);
      if (fromHome >= fromHole) {
        slots_[hole] = slots_[i];
        hole = i;
      }
    }
    slots_[hole].used = false;
    --count_;
  }

  template <typename Visit> void forEach(Visit visit) {
    for (auto &slot : slots_)
      if (slot.used)
        visit(slot.key, slot.value);
  }

  std::size_t size() const { return count_; }

  void releaseMemory() {
    slots_.releaseMemory();
    count_ = 0;
  }

private:
  struct Slot {
    uint64_t key;
    Value value;
    bool used;
  };

  std::size_t home(uint64_t key) const { return mixHash(key) & (slots_.size() - 1); }
  std::size_t next(std::size_t i) const { return (i + 1) & (slots_.size() - 1); }

  bool grow() {
    Vector<Slot> old;
    old.swap(slots_);
    if (!slots_.resize(old.empty() ? 16 : 2 * old.size())) {
      slots_.swap(old);
      return false;
    }
    for (const Slot &slot : old) {
      if (!slot.used)
        continue;
      std::size_t i = home(slot.key);
      while (slots_[i].used)
        i = next(i);
      slots_[i] = slot;
    }
    old.releaseMemory();
    return true;
  }

  Vector<Slot> slots_;
  std::size_t count_ = 0;
};

} // namespace fencepost::runtime

#endif // FENCEPOST_RUNTIME_BASE_HASHMAP_H
