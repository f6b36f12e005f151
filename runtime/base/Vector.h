//===- Vector.h - a growing array -----------------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// std::vector throws when memory ends; the runtime may neither throw nor end the
// program, so this one says no instead. For trivially copyable elements. Has no
// destructor: tables of the process are used until its very end.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_RUNTIME_BASE_VECTOR_H
#define FENCEPOST_RUNTIME_BASE_VECTOR_H

#include "runtime/base/Memory.h"

#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>

namespace fencepost::runtime {

template <typename T> class Vector {
  static_assert(std::is_trivially_copyable_v<T>);

public:
  constexpr Vector() = default;
  Vector(const Vector &) = delete;
  Vector &operator=(const Vector &) = delete;

  void releaseMemory() {
    release(data_, capacity_ * sizeof(T));
    data_ = nullptr;
    size_ = capacity_ = 0;
  }

  /// False, with the element not added, when there is no memory.
  bool push(const T &element) {
    if (size_ == capacity_ && !grow(size_ + 1))
      return false;
    data_[size_++] = element;
    return true;
  }
  /// New elements are zero. False, unchanged, when there is no memory.
  bool resize(std::size_t size) {
    if (size > capacity_ && !grow(size))
      return false;
    if (size > size_)
      std::memset(static_cast<void *>(data_ + size_), 0, (size - size_) * sizeof(T));
    size_ = size;
    return true;
  }
  void pop() { --size_; }
  void clear() { size_ = 0; }
  /// Removes an element; the last one takes its place.
  void removeUnordered(std::size_t index) { data_[index] = data_[--size_]; }

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  T *data() { return data_; }
  const T *data() const { return data_; }
  T &operator[](std::size_t index) { return data_[index]; }
  const T &operator[](std::size_t index) const { return data_[index]; }
  T &back() { return data_[size_ - 1]; }
  T *begin() { return data_; }
  T *end() { return data_ + size_; }
  const T *begin() const { return data_; }
  const T *end() const { return data_ + size_; }

  void swap(Vector &other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(capacity_, other.capacity_);
  }

private:
  bool grow(std::size_t needed) {
    std::size_t capacity = capacity_ ? 2 * capacity_ : 8;
    if (capacity < needed)
      capacity = needed;
    T *bigger = static_cast<T *>(allocate(capacity * sizeof(T)));
    if (!bigger)
      return false;
    if (size_)
      std::memcpy(static_cast<void *>(bigger), data_, size_ * sizeof(T));
    release(data_, capacity_ * sizeof(T));
    data_ = bigger;
    capacity_ = capacity;
    return true;
  }

  T *data_ = nullptr;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
};

/// A vector of one scope.
template <typename T> class LocalVector : public Vector<T> {
public:
  ~LocalVector() { this->releaseMemory(); }
};

} // namespace fencepost::runtime

#endif // FENCEPOST_RUNTIME_BASE_VECTOR_H
