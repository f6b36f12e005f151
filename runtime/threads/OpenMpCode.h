//===- OpenMpCode.h - where the OpenMP library's code is ------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_RUNTIME_THREADS_OPENMPCODE_H
#define FENCEPOST_RUNTIME_THREADS_OPENMPCODE_H

#include <atomic>
#include <cstdint>

namespace fencepost::runtime {

struct OpenMpCode {
  std::atomic<uintptr_t> start{0};
  std::atomic<uintptr_t> bytes{0};
};
extern OpenMpCode openMpCode;

inline bool isOpenMpCode(const void *address) {
  return reinterpret_cast<uintptr_t>(address) - openMpCode.start.load(std::memory_order_relaxed) <
         openMpCode.bytes.load(std::memory_order_relaxed);
}

/// Finds the library that this function of it is in.
void findOpenMpCode(const void *function);

/// At the start of recording: says so once when the program's OpenMP library tells nothing of what
/// orders its threads.
void checkOpenMp();

} // namespace fencepost::runtime

#endif // FENCEPOST_RUNTIME_THREADS_OPENMPCODE_H
