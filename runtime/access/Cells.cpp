//===- Cells.cpp - which accesses of loops the segment has already --------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/access/Cells.h"

#include "model/Cells.h"
#include "runtime/process/Options.h"
#include "runtime/process/Thread.h"

#include <cstring>

using namespace fencepost;
using namespace fencepost::runtime;

namespace fencepost::runtime {

namespace {

constexpr uint64_t kMostFilled = 1 << 14; // beyond that all are emptied
constexpr uint64_t kMostChecks = uint64_t{1} << kCheckBits;

uint64_t cells[kCells];
uint32_t filled[kMostFilled];
uint64_t filledCount;
uint64_t nextCheck = 1;
bool stopped;

} // namespace

void stopCells() {
  __atomic_store_n(&stopped, true, __ATOMIC_SEQ_CST);
  emptyCells();
}

void emptyCells() {
  if (filledCount <= kMostFilled)
    for (uint64_t i = 0; i < filledCount; ++i)
      cells[filled[i]] = 0;
  else
    std::memset(cells, 0, sizeof(cells));
  filledCount = 0;
}

} // namespace fencepost::runtime

extern "C" [[gnu::visibility("default")]] void __fencepost_register_cells(ModuleCells *module,
                                                                          uint64_t checks) {
  const uint64_t first = __atomic_fetch_add(&nextCheck, checks, __ATOMIC_RELAXED);
  // One that does not get numbers keeps its own cell, which is never filled.
  if (options().access == Access::segments && first + checks < kMostChecks)
    *module = {cells, kCells - 1, first};
}

extern "C" [[gnu::visibility("default")]] void __fencepost_checked(uint64_t tag, const uint64_t *cell) {
  Thread *thread = threadLocal.thread;
  if (!thread || threadLocal.depth || __atomic_load_n(&stopped, __ATOMIC_RELAXED))
    return;
  Writing writing(*thread);
  const auto index = static_cast<uint64_t>(cell - cells);
  if (!writing || index >= kCells) // the module has its own cell
    return;
  cells[index] = tag;
  if (filledCount < kMostFilled)
    filled[filledCount] = static_cast<uint32_t>(index);
  filledCount += filledCount <= kMostFilled;
}
