//===- kernels.c - what the particles do ------------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cells.h"

void advance(struct particles *all, double time) {
  for (int i = 0; i < all->count; ++i) {
    all->x[i] += time * all->speed[i];
    if (all->x[i] >= 1)
      all->x[i] -= 1;
  }
}

void sortIn(struct particles *all, struct cells *cells) {
  for (int i = 0; i < cells->count; ++i)
    cells->mass[i] = 0;
  for (int i = 0; i < all->count; ++i) {
    const int cell = (int)(all->x[i] * cells->count);
    all->cell[i] = cell;
    cells->mass[cell] += 1;
  }
}

double attraction(const struct particles *all, const struct cells *cells) {
  double sum = 0;
  for (int i = 0; i < all->count; ++i) {
    const double mass = cells->mass[all->cell[i]];
    if (mass > 1)
      sum += mass * all->speed[i];
  }
  return sum;
}
