//===- HeatMap.h - a map of ranks and iterations ------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_DRIVER_REPORT_HEATMAP_H
#define FENCEPOST_DRIVER_REPORT_HEATMAP_H

#include "Terminal.h"
#include "results/Results.h"

#include <span>
#include <string>

namespace fencepost::driver {

/// Lines of a map, a character a field: light for the least of the values, dark for the most, under
/// a line with the title. A line says instead what all are where they differ by less than a tenth
/// of the most, and nothing where all are 0. `values`: row by row, seconds.
std::string heatMap(std::string_view title, const OverTime &over, int64_t ranks,
                    std::span<const double> values, const TextStyle &style);

} // namespace fencepost::driver

#endif // FENCEPOST_DRIVER_REPORT_HEATMAP_H
