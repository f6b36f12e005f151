//===- trial/Memory.h - what a process on trial keeps in memory -----------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_CLANG_PLUGIN_TRIAL_MEMORY_H
#define FENCEPOST_CLANG_PLUGIN_TRIAL_MEMORY_H

#include "ByteRange.h"

#include <bit>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <vector>

namespace clang {
class FunctionDecl;
class VarDecl;
} // namespace clang

namespace fencepost::plugin::trial {

struct Object;

/// A number, a pointer, what MPI knows by a handle, a function; or nobody knows.
struct Value {
  enum class Kind : uint8_t { Unknown, Number, Real, Pointer, Handle, Function };
  Kind kind = Kind::Unknown;
  int64_t number = 0;       // bytes into the object, of a pointer; the index of a handle; the
                            // bits of a real as double
  Object *object = nullptr; // of a pointer; null: it points to nothing
  const clang::FunctionDecl *function = nullptr;

  static Value ofNumber(int64_t number) { return {Kind::Number, number}; }
  static Value ofReal(double real) { return {Kind::Real, std::bit_cast<int64_t>(real)}; }
  static Value ofPointer(Object *object, int64_t offset = 0) {
    return {Kind::Pointer, offset, object};
  }
  static Value ofHandle(int64_t index) { return {Kind::Handle, index}; }
  static Value ofFunction(const clang::FunctionDecl *function) {
    return {Kind::Function, 0, nullptr, function};
  }

  bool isKnown() const { return kind != Kind::Unknown; }
  bool isPlace() const { return kind == Kind::Pointer && object; }
  double real() const { return std::bit_cast<double>(number); }
  /// Of a number or pointer: whether it is not zero.
  std::optional<bool> truth() const {
    if (kind == Kind::Number)
      return number != 0;
    if (kind == Kind::Real)
      return real() != 0;
    if (kind == Kind::Pointer || kind == Kind::Function)
      return kind == Kind::Function || object != nullptr;
    return std::nullopt;
  }
  Value moved(int64_t bytes) const {
    Value copy = *this;
    copy.number += bytes;
    return copy;
  }
};

/// A variable, or memory from the heap or of a window.
struct Object {
  const clang::VarDecl *variable = nullptr;
  int64_t owner = -1;                   // the other process whose memory of a shared window it is
  unsigned window = 0;                  // that window, of this process
  bool isShared = false;                // others may have its address
  bool isUnion = false;                 // or has one, of which parts were named
  std::vector<ByteRange> windows = {};  // that others may change
  std::optional<int64_t> capacity = {}; // of a vector's elements: how many there is memory for
  Object *next = nullptr;               // of the same elements, if their container left them there

  static constexpr int64_t kUpToEnd = std::numeric_limits<int64_t>::max();

  Value load(int64_t offset, int64_t bytes) const;
  /// Every byte is zero from there on, in objects of any type.
  void clear(int64_t begin = 0, int64_t end = kUpToEnd);
  void store(int64_t offset, int64_t bytes, Value value);
  /// Nobody knows what is there; without an end: from there on.
  void forget(int64_t begin = 0, std::optional<int64_t> end = std::nullopt);
  /// The same of what its pointers lead to, and theirs.
  void forgetReached();
  /// What a store somewhere may change.
  struct Kinds {
    bool numbers = true, reals = true, others = true;
    std::optional<int64_t> bytes = std::nullopt; // of each

    bool areAll() const { return numbers && reals && others && !bytes; }
  };
  /// Nobody knows what is there of those, nor, unless `isZeroKept`, where bytes were cleared.
  void forget(const Kinds &kinds, bool isZeroKept);
  /// Nobody ever knows what is there.
  void lose() { windows.push_back({0, std::numeric_limits<int32_t>::max()}); }
  /// Of elements: they may lie there now. What is stored through old pointers may change those.
  void moveTo(Object *elements) {
    lose();
    next = elements;
  }
  void copyFrom(const Object &other, int64_t from, int64_t to, int64_t bytes);

private:
  struct Cell {
    int64_t bytes;
    Value value;
  };
  std::map<int64_t, Cell> cells; // that do not overlap
  std::vector<ByteRange> zeros;  // the same, nor any cell: cleared, and nothing stored since

  void cut(int64_t begin, int64_t end);
  bool mayChange(int64_t begin, int64_t end) const;
};

} // namespace fencepost::plugin::trial

#endif // FENCEPOST_CLANG_PLUGIN_TRIAL_MEMORY_H
