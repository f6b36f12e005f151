//===- cells.h - particles in cells, of which the edges are exchanged -------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_BENCHMARKS_CELLS_H
#define FENCEPOST_BENCHMARKS_CELLS_H

struct particles {
  int count;
  double *x, *speed;
  int *cell;
};

/// Cells of [0, 1), and how much is in each.
struct cells {
  int count;
  double *mass;
};

void advance(struct particles *all, double time);
void sortIn(struct particles *all, struct cells *cells);
double attraction(const struct particles *all, const struct cells *cells);

#endif // FENCEPOST_BENCHMARKS_CELLS_H
