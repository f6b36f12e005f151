//===- Handle.h - MPI handles as table keys -------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_RUNTIME_MPI_HANDLE_H
#define FENCEPOST_RUNTIME_MPI_HANDLE_H

#include <cstdint>
#include <type_traits>

namespace fencepost::runtime {

/// Open MPI's handles are pointers, MPICH's are numbers.
template <typename Handle> uint64_t handleKey(Handle handle) {
  if constexpr (std::is_pointer_v<Handle>)
    return reinterpret_cast<uintptr_t>(handle);
  else
    return static_cast<uint32_t>(handle);
}

} // namespace fencepost::runtime

#endif // FENCEPOST_RUNTIME_MPI_HANDLE_H
