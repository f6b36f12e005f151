//===- LibraryAccesses.cpp - what a call of a library function accessed ---===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/access/LibraryAccesses.h"

#include "model/LibraryCalls.h"
#include "runtime/access/Accesses.h"
#include "runtime/access/FormattedAccesses.h"
#include "runtime/access/Strings.h"

#include <algorithm>

namespace fencepost::runtime {

namespace {

constexpr unsigned kMostArguments = 8;

bool isDigit(uint32_t c) { return c >= '0' && c <= '9'; }

/// As in the C locale: where others fold more characters, the comparison went on at least this far.
uint32_t folded(uint32_t c) { return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c; }

class Extents {
public:
  Extents(const LibraryCall &call, uint64_t returned, const uint64_t *arguments)
      : call_(call), returned_(returned), arguments_(arguments) {}

  /// First byte and number of bytes of an access; none where it did not take place.
  struct Range {
    uint64_t start, bytes;
  };
  Range of(const LibraryAccess &access) const {
    const uint64_t p = arguments_[access.argument];
    const uint64_t a = arguments_[access.a], b = arguments_[access.b];
    const unsigned unit = call_.unit;
    switch (access.extent) {
    case Extent::Bytes:
      return {p, a * unit};
    case Extent::Sorted:
      return {p, a > 1 ? a * b : 0};
    case Extent::Character:
      return {p, unit};
    case Extent::String:
      return {p, stringBytes(p, unit)};
    case Extent::StringIn:
      return {p, stringBytes(p, unit, a)};
    case Extent::BeforeAppended:
      return {p, stringBytes(p, unit) - appended(p, a, UINT64_MAX) + unit};
    case Extent::BeforeAppendedIn:
      return {p, stringBytes(p, unit) - appended(p, a, b) + unit};
    case Extent::Appended:
      return behind(p, appended(p, a, UINT64_MAX));
    case Extent::AppendedIn:
      return behind(p, appended(p, a, b));
    case Extent::Difference:
      return {p, difference(p, a, UINT64_MAX, true)};
    case Extent::StringDifferenceIn:
      return {p, difference(p, a, b, true)};
    case Extent::DifferenceIn:
      return {p, difference(p, a, b, false)};
    case Extent::Number:
      return {p, number(p)};
    case Extent::ReturnedIn:
      return {p, failed() ? 0 : std::min(returned_, a)};
    case Extent::ReturnedItems:
      return {p, returned_ * a};
    case Extent::ReturnedAndEnd:
      return {p, failed() ? 0 : (returned_ + 1) * unit};
    case Extent::ReturnedAndEndIn:
      return {p, failed() ? 0 : std::min(returned_ + 1, a) * unit};
    case Extent::ReturnedLine:
      return {p && !failed() ? *reinterpret_cast<const uint64_t *>(p) : 0,
              failed() ? 0 : returned_ + 1};
    case Extent::StringIfReturned:
      return {p, returned_ ? stringBytes(p, unit, a) : 0};
    case Extent::ToReturned:
      return {p, returned_ ? returned_ - p + unit : stringBytes(p, unit)};
    case Extent::ToReturnedIn:
      return {p, returned_ ? returned_ - p + unit : a * unit};
    case Extent::Gathered:
      return {p, std::min(gathered(a), b)};
    case Extent::GatheredLine:
      return {p, gathered(a) ? stringBytes(p, unit, b) : 0};
    case Extent::Allocation:
    case Extent::Reallocation:
      break;
    }
    return {p, 0};
  }

private:
  bool failed() const { return static_cast<int64_t>(returned_) < 0; }

  /// Bytes of what was appended to the string at `to`, with the NUL.
  uint64_t appended(uint64_t to, uint64_t from, uint64_t most) const {
    const uint64_t unit = call_.unit;
    uint64_t bytes = stringBytes(from, call_.unit, most);
    // Cut off by `most` before its own end: it was given one.
    if (bytes / unit == most)
      bytes += unit;
    return std::min(bytes, stringBytes(to, call_.unit));
  }
  Range behind(uint64_t to, uint64_t bytes) const {
    return {to + stringBytes(to, call_.unit) - bytes, bytes};
  }

  /// Bytes up to the first characters that differ.
  uint64_t difference(uint64_t p, uint64_t q, uint64_t most, bool strings) const {
    const bool folds = call_.name.ends_with("casecmp");
    Text one(p, call_.unit), two(q, call_.unit);
    for (uint64_t i = 0; i < most && one.readable() && two.readable(); ++i) {
      uint32_t c = one.next(), d = two.next();
      if (folds) {
        c = folded(c);
        d = folded(d);
      }
      if (c != d || (strings && c == 0))
        break;
    }
    return one.bytes();
  }

  /// Blanks and a sign, the digits, and the character behind them.
  uint64_t number(uint64_t p) const {
    Text text(p, call_.unit);
    while (text.readable()) {
      uint32_t c = text.next();
      if (c != ' ' && !(c >= '\t' && c <= '\r')) {
        if ((c == '+' || c == '-') && text.readable())
          c = text.next();
        while (isDigit(c) && text.readable())
          c = text.next();
        break;
      }
    }
    return text.bytes();
  }

  /// std::istream::gcount, which libstdc++ keeps behind the pointer to the virtual table.
  static uint64_t gathered(uint64_t stream) {
    struct Stream {
      const void *table;
      int64_t count;
    };
    const int64_t count = stream ? reinterpret_cast<const Stream *>(stream)->count : 0;
    return static_cast<uint64_t>(std::max<int64_t>(count, 0));
  }

  const LibraryCall &call_;
  uint64_t returned_;
  const uint64_t *arguments_;
};

} // namespace

void recordLibraryCall(Site &reads, Site &writes, const LibraryCall &call, uint64_t returned,
                       va_list arguments) {
  uint64_t fixed[kMostArguments] = {};
  for (unsigned i = 0; i < call.arguments; ++i)
    fixed[i] = va_arg(arguments, uint64_t);
  const Extents extents(call, returned, fixed);
  for (const LibraryAccess &access : call) {
    const bool store = access.kind == LibraryAccess::Writes;
    if (!store && access.kind != LibraryAccess::Reads)
      continue;
    const Extents::Range range = extents.of(access);
    if (range.start && range.bytes)
      recordAccess(store ? writes : reads, store, range.start, range.bytes);
  }
  const auto done = static_cast<int64_t>(returned);
  if (const LibraryAccess *format = call.format(); format && done >= 0) {
    const auto *text = reinterpret_cast<const char *>(fixed[format->argument]);
    if (format->kind == LibraryAccess::Format)
      recordPrinted(reads, writes, text, arguments);
    else
      recordScanned(writes, text, done, arguments);
  }
}

} // namespace fencepost::runtime
