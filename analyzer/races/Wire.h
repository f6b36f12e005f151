//===- Wire.h - values in a row of bytes ----------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_RACES_WIRE_H
#define FENCEPOST_ANALYZER_RACES_WIRE_H

#include "analyzer/match/Exchange.h"
#include "analyzer/races/Clock.h"

#include <cstring>
#include <type_traits>

namespace fencepost::analyzer::races {

template <typename T> void put(Bytes &bytes, const T &value) {
  static_assert(std::is_trivially_copyable_v<T>);
  std::size_t at = bytes.size();
  bytes.resize(at + sizeof(T));
  std::memcpy(bytes.data() + at, &value, sizeof(T));
}

inline void put(Bytes &bytes, const Clock &clock) {
  put(bytes, clock.base());
  put(bytes, static_cast<uint32_t>(clock.entries().size()));
  for (const Stamp &entry : clock.entries())
    put(bytes, entry);
}

/// Takes values out in the order they were put in; both ends are the same program.
class Unpack {
public:
  explicit Unpack(const Bytes &bytes) : bytes_(bytes) {}
  bool more() const { return at_ < bytes_.size(); }

  template <typename T> T get() {
    T value;
    std::memcpy(static_cast<void *>(&value), bytes_.data() + at_, sizeof(T));
    at_ += sizeof(T);
    return value;
  }
  Clock getClock() {
    Clock clock(get<uint32_t>());
    for (auto n = get<uint32_t>(); n > 0; --n)
      clock.add(get<Stamp>());
    return clock;
  }

private:
  const Bytes &bytes_;
  std::size_t at_ = 0;
};

} // namespace fencepost::analyzer::races

#endif // FENCEPOST_ANALYZER_RACES_WIRE_H
