//===- Scalar.cpp - single values in the program's memory -----------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/mpi/Scalar.h"

#include "runtime/access/PageBits.h"

#include <atomic>
#include <cerrno>
#include <cstring>
#include <sys/syscall.h>
#include <unistd.h>

namespace fencepost::runtime {

namespace {

/// Asks the kernel: it reads a set of signals there before it sees that the rest is nonsense.
bool kernelCanRead(uint64_t address) {
  const int keptErrno = errno;
  constexpr int kNoSuchOperation = ~0;
  syscall(SYS_rt_sigprocmask, kNoSuchOperation, address & ~uint64_t{7}, nullptr, 8);
  const bool can = errno == EINVAL;
  errno = keptErrno;
  return can;
}

/// Pages stay what they are: each is asked for once.
bool canRead(uint64_t address) {
  constexpr std::size_t kPages = 256;
  static std::atomic<uint64_t> readable[kPages];
  const uint64_t page = address >> kPageShift;
  std::atomic<uint64_t> &known = readable[page % kPages];
  if (known.load(std::memory_order_relaxed) == page)
    return true;
  if (!kernelCanRead(address))
    return false;
  known.store(page, std::memory_order_relaxed);
  return true;
}

} // namespace

bool readScalar(const Scalar &scalar, uint64_t &bits) {
  const auto first = reinterpret_cast<uint64_t>(scalar.address);
  bits = 0;
  if (scalar.bytes == 0 || scalar.bytes > sizeof(bits) || !canRead(first) ||
      !canRead(first + scalar.bytes - 1))
    return false;
  std::memcpy(&bits, scalar.address, scalar.bytes);
  return true;
}

} // namespace fencepost::runtime
