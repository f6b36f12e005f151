//===- Bytes.h - definitions as bytes, from rank to rank ------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_RUNTIME_ARCHIVE_BYTES_H
#define FENCEPOST_RUNTIME_ARCHIVE_BYTES_H

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>

namespace fencepost::archive {

class ByteWriter {
public:
  template <typename T> void put(const T &value) {
    static_assert(std::is_trivially_copyable_v<T>);
    bytes.append(reinterpret_cast<const char *>(&value), sizeof(T));
  }
  void put(std::string_view text) {
    put(static_cast<uint64_t>(text.size()));
    bytes.append(text);
  }

  std::string bytes;
};

/// What a ByteWriter wrote. After reading past the end, everything is zero and ok() is false.
class ByteReader {
public:
  explicit ByteReader(std::string_view bytes) : left_(bytes) {}

  template <typename T> T get() {
    static_assert(std::is_trivially_copyable_v<T>);
    T value{};
    if (left_.size() < sizeof(T)) {
      ok_ = false;
      left_ = {};
      return value;
    }
    std::memcpy(&value, left_.data(), sizeof(T));
    left_.remove_prefix(sizeof(T));
    return value;
  }
  std::string_view getText() {
    auto size = get<uint64_t>();
    ok_ = ok_ && size <= left_.size();
    std::string_view text = left_.substr(0, ok_ ? size : 0);
    left_.remove_prefix(text.size());
    return text;
  }
  /// A count of things that take at least `bytesEach`; 0 when they cannot all be there.
  uint64_t getCount(std::size_t bytesEach) {
    auto count = get<uint64_t>();
    if (count <= left_.size() / bytesEach)
      return count;
    ok_ = false;
    return 0;
  }
  bool ok() const { return ok_; }

private:
  std::string_view left_;
  bool ok_ = true;
};

} // namespace fencepost::archive

#endif // FENCEPOST_RUNTIME_ARCHIVE_BYTES_H
