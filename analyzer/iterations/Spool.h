//===- Spool.h - rows that wait for the results -------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What there is of each iteration is written to disk as it comes, so that memory
// does not grow with their number.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_ITERATIONS_SPOOL_H
#define FENCEPOST_ANALYZER_ITERATIONS_SPOOL_H

#include <cstdint>
#include <cstdio>
#include <memory>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

namespace fencepost::analyzer {

/// A file without a name, in which rows of bytes are kept until they are read once, in order.
class Spool {
public:
  /// Beside `file`. Throws TraceError where nothing can be written there.
  explicit Spool(const std::string &file);

  template <typename T> void put(const T &value) { put(std::span(&value, 1)); }
  template <typename T> void put(std::span<T> values) {
    static_assert(std::is_trivially_copyable_v<T>);
    failed_ = failed_ ||
              std::fwrite(values.data(), sizeof(T), values.size(), file_.get()) != values.size();
  }

  /// Before the first get(). Throws TraceError where not all could be written.
  void rewind();
  template <typename T> T get() {
    T value;
    read(&value, sizeof value);
    return value;
  }

private:
  void read(void *to, std::size_t bytes);

  struct Close {
    void operator()(std::FILE *file) const { std::fclose(file); }
  };
  std::string name_;
  std::unique_ptr<std::FILE, Close> file_;
  bool failed_ = false;
};

} // namespace fencepost::analyzer

#endif // FENCEPOST_ANALYZER_ITERATIONS_SPOOL_H
