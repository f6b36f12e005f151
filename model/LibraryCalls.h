//===- LibraryCalls.h - memory that library functions access ----------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads libraryCalls.def. The C library is not instrumented: what it accesses
// is known from its calls. The plugin's checks take from here that a call
// accesses a buffer, the pass which calls to instrument, and the runtime how
// many bytes a call accessed.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_MODEL_LIBRARYCALLS_H
#define FENCEPOST_MODEL_LIBRARYCALLS_H

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace fencepost {

/// How much of the memory at a pointer an access covers. `a` and `b` are arguments of the call.
enum class Extent : uint8_t {
  Bytes,              // a
  Sorted,             // a items of b bytes, when there are two at least
  Character,          // one
  String,             // with its NUL
  StringIn,           // the same, but at most a
  BeforeAppended,     // a string with its NUL, to which the one at argument a was appended then
  Appended,           // what was appended, with its NUL
  BeforeAppendedIn,   // the same where at most b of the string at a are appended
  AppendedIn,         //
  Difference,         // of two strings, up to the first difference from that at argument a
  StringDifferenceIn, // the same, but at most b
  DifferenceIn,       // of memory: no NUL ends it
  Number,             // the digits at the start of a string and what ends them
  ReturnedIn,         // what the function returns, at most a; nothing if negative
  ReturnedItems,      // what it returns, times argument a
  ReturnedAndEnd,     // what it returns and a NUL; nothing if negative
  ReturnedAndEndIn,   // the same, but at most a
  ReturnedLine,       // the same, behind a pointer to the pointer
  StringIfReturned,   // a string if it returns a pointer; a says how long it may be
  ToReturned,         // up to what the pointer it returns points to; the whole string if null
  ToReturnedIn,       // the same; a if null
  Gathered,           // what the std::istream at argument a says it read, at most b
  GatheredLine,       // the same and a NUL
  Allocation,         // what malloc or new made there
  Reallocation,       // the same, unless it stays in place with a bytes
};

struct LibraryAccess {
  enum Kind : uint8_t { Reads, Writes, Releases, Format, Scans } kind;
  uint8_t argument;
  Extent extent;
  uint8_t a, b;
};

inline constexpr std::size_t kMostLibraryAccesses = 4;

/// One row of libraryCalls.def.
struct LibraryCall {
  std::string_view symbol;
  std::string_view name; // as the source calls it
  uint8_t unit;          // bytes of a character, or an integer
  uint8_t count;         // of accesses
  uint8_t arguments;     // that the accesses speak of: as many at least
  std::array<LibraryAccess, kMostLibraryAccesses> accesses;

  constexpr const LibraryAccess *begin() const { return accesses.data(); }
  constexpr const LibraryAccess *end() const { return accesses.data() + count; }
  constexpr const LibraryAccess *find(LibraryAccess::Kind kind) const {
    for (const LibraryAccess &access : *this)
      if (access.kind == kind)
        return &access;
    return nullptr;
  }
  /// The format whose arguments follow it; null for functions without.
  constexpr const LibraryAccess *format() const {
    const LibraryAccess *printed = find(LibraryAccess::Format);
    return printed ? printed : find(LibraryAccess::Scans);
  }
  constexpr bool releases() const { return find(LibraryAccess::Releases) != nullptr; }
};

/// The argument that bounds the extent, or none (-1).
constexpr int limitOf(const LibraryAccess &access) {
  switch (access.extent) {
  case Extent::Bytes:
  case Extent::Sorted:
  case Extent::StringIn:
  case Extent::ReturnedIn:
  case Extent::ReturnedItems:
  case Extent::ReturnedAndEndIn:
  case Extent::StringIfReturned:
  case Extent::ToReturnedIn:
    return access.a;
  case Extent::AppendedIn:
  case Extent::StringDifferenceIn:
  case Extent::DifferenceIn:
  case Extent::Gathered:
  case Extent::GatheredLine:
    return access.b;
  default:
    return -1;
  }
}

namespace detail::library {
using enum Extent;
#define FENCEPOST_ACCESS(name, kind)                                                               \
  constexpr LibraryAccess name(uint8_t argument, Extent extent = String, uint8_t a = 0,            \
                               uint8_t b = 0) {                                                    \
    return {LibraryAccess::kind, argument, extent, a, b};                                          \
  }
FENCEPOST_ACCESS(reads, Reads)
FENCEPOST_ACCESS(writes, Writes)
FENCEPOST_ACCESS(releases, Releases)
FENCEPOST_ACCESS(format, Format)
FENCEPOST_ACCESS(scans, Scans)
#undef FENCEPOST_ACCESS

template <typename... Accesses>
constexpr LibraryCall make(std::string_view symbol, std::string_view name, uint8_t unit,
                           Accesses... accesses) {
  static_assert(sizeof...(accesses) <= kMostLibraryAccesses);
  LibraryCall call{symbol, name, unit, sizeof...(accesses), 0, {accesses...}};
  for (const LibraryAccess &access : call)
    for (uint8_t used : {access.argument, access.a, access.b})
      call.arguments = used >= call.arguments ? static_cast<uint8_t>(used + 1) : call.arguments;
  return call;
}

constexpr auto makeTable() {
  return std::to_array<LibraryCall>({
#define LIBRARY_AS(symbol, name, ...) make(#symbol, name, 1, __VA_ARGS__),
#define LIBRARY_WIDE(name, ...) make(#name, #name, 4, __VA_ARGS__),
#define LIBRARY_INT(name, ...) make(#name, #name, 4, __VA_ARGS__),
#include "model/libraryCalls.def"
  });
}
} // namespace detail::library

inline constexpr auto kLibraryCalls = detail::library::makeTable();

/// Index of a function in the table by its symbol; -1 when it is not there.
constexpr int findLibraryCall(std::string_view symbol) {
  for (std::size_t i = 0; i < kLibraryCalls.size(); ++i)
    if (kLibraryCalls[i].symbol == symbol)
      return static_cast<int>(i);
  return -1;
}

} // namespace fencepost

#endif // FENCEPOST_MODEL_LIBRARYCALLS_H
