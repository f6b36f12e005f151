//===- Strings.h - lengths of the program's strings -----------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads again what a library function has read. In a program with a race the
// string may have lost its end since: no byte is read beyond the first page and
// the tracked pages that follow it, and what is beyond matters to nobody.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_RUNTIME_ACCESS_STRINGS_H
#define FENCEPOST_RUNTIME_ACCESS_STRINGS_H

#include "runtime/access/PageBits.h"
#include "runtime/access/Shadow.h"

#include <cstdint>
#include <cstring>

namespace fencepost::runtime {

/// Characters of 1 or 4 bytes, from an address on.
class Text {
public:
  Text(uint64_t address, unsigned unit) : start_(address), at_(address), unit_(unit) {}

  /// Whether the next character may be read.
  bool readable() const { return at_ && (isOn(at_, start_) || pageMarks(at_ + unit_ - 1)); }
  uint32_t next() {
    uint32_t character = 0;
    std::memcpy(&character, reinterpret_cast<const void *>(at_), unit_);
    at_ += unit_;
    return character;
  }
  uint64_t bytes() const { return at_ - start_; }

private:
  bool isOn(uint64_t address, uint64_t page) const {
    return (address + unit_ - 1) >> kPageShift == page >> kPageShift;
  }
  uint64_t start_, at_;
  unsigned unit_;
};

/// Bytes of a string with its NUL, of at most `most` characters.
inline uint64_t stringBytes(uint64_t address, unsigned unit, uint64_t most = UINT64_MAX) {
  Text text(address, unit);
  for (uint64_t i = 0; i < most && text.readable(); ++i)
    if (text.next() == 0)
      break;
  return text.bytes();
}

} // namespace fencepost::runtime

#endif // FENCEPOST_RUNTIME_ACCESS_STRINGS_H
