//===- Cells.h - which accesses of loops the segment has already ----------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_RUNTIME_ACCESS_CELLS_H
#define FENCEPOST_RUNTIME_ACCESS_CELLS_H

namespace fencepost::runtime {

/// The segment has ended: no access is there already.
void emptyCells();

/// The process gets further threads: the cells are of one segment, and stay empty from now on.
void stopCells();

} // namespace fencepost::runtime

#endif // FENCEPOST_RUNTIME_ACCESS_CELLS_H
