//===- Table.h - definitions by their id ------------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ids in an archive are dense in practice but need not be: small ids index a
// vector, the rest are hashed. An id that was never defined gives an empty
// definition, so that a damaged archive cannot lead anywhere.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_TRACE_TABLE_H
#define FENCEPOST_ANALYZER_TRACE_TABLE_H

#include <algorithm>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace fencepost::analyzer {

template <typename T> class Table {
public:
  /// The definition of that id, made if it is new.
  T &define(uint32_t id) {
    if (id >= dense.size()) {
      if (id >= kDense)
        return sparse[id];
      dense.resize(id + 1);
      present.resize(id + 1);
    }
    present[id] = 1;
    return dense[id];
  }

  const T *find(uint32_t id) const {
    if (id < dense.size())
      return present[id] ? &dense[id] : nullptr;
    auto found = sparse.find(id);
    return found == sparse.end() ? nullptr : &found->second;
  }

  const T &operator[](uint32_t id) const {
    static const T kEmpty{};
    const T *found = find(id);
    return found ? *found : kEmpty;
  }

  /// Drops the dense ids from `end` on.
  void truncate(uint32_t end) {
    if (end < dense.size()) {
      dense.resize(end);
      present.resize(end);
    }
  }

  /// One more than the highest id below the hashed ones.
  uint32_t end() const { return static_cast<uint32_t>(dense.size()); }

private:
  static constexpr uint32_t kDense = 1u << 22;
  std::vector<T> dense;
  std::vector<uint8_t> present; // not of bool: it is asked for every record
  std::unordered_map<uint32_t, T> sparse;
};

} // namespace fencepost::analyzer

#endif // FENCEPOST_ANALYZER_TRACE_TABLE_H
