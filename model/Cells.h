//===- Cells.h - which accesses of loops the segment has already --*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A load or store in a loop that is checked by itself may come again and again
// to the same addresses. Behind its page check it looks into a table of cells
// whether the runtime has this very check at this very address in the segment:
//
//     tag = (address << kCheckBits) + module.first + number of the check
//     module.cells[((address >> 3) + kCellStep * number) & module.mask] == tag
//
// Else it makes its calls, and passes the tag and the cell to
// __fencepost_checked. The runtime empties the table when the segment ends. In a
// process with several threads it stays empty.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_MODEL_CELLS_H
#define FENCEPOST_MODEL_CELLS_H

#include <cstdint>

namespace fencepost {

inline constexpr unsigned kCheckBits = 17; // the other bits hold an address
inline constexpr uint64_t kCells = uint64_t{1} << 15; // 256 KiB: what most second-level caches like
inline constexpr uint64_t kCellStep = 40503;

/// Of a module. Before the runtime has filled it in: one cell, which is 0 as no tag is.
struct ModuleCells {
  const uint64_t *cells;
  uint64_t mask;
  uint64_t first; // number of the module's first check
};

} // namespace fencepost

extern "C" {
/// Announces a module with that many checks. Called at most once for each, from a constructor.
void __fencepost_register_cells(fencepost::ModuleCells *module, uint64_t checks);

/// The accesses of a check have been told.
void __fencepost_checked(uint64_t tag, const uint64_t *cell);
}

#endif // FENCEPOST_MODEL_CELLS_H
