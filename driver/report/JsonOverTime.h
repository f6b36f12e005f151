//===- JsonOverTime.h - iterations in the JSON report -------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_DRIVER_REPORT_JSONOVERTIME_H
#define FENCEPOST_DRIVER_REPORT_JSONOVERTIME_H

#include "results/Results.h"

#include <nlohmann/json_fwd.hpp>

namespace fencepost::driver {

/// The report's "iterations".
nlohmann::ordered_json jsonOverTime(const OverTime &over);

} // namespace fencepost::driver

#endif // FENCEPOST_DRIVER_REPORT_JSONOVERTIME_H
