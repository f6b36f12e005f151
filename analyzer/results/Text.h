//===- Text.h - numbers and lists in sentences ---------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_RESULTS_TEXT_H
#define FENCEPOST_ANALYZER_RESULTS_TEXT_H

#include <cstdint>
#include <set>
#include <string>

namespace fencepost::analyzer {

/// "1.20 s", "35.1 ms", "12 us".
std::string secondsText(double seconds);

/// "31 %", "0.4 %".
std::string percentText(double share);

/// "rank 3", "ranks 0, 2, 3", "ranks 0, 1, 2 and 13 more".
std::string ranksText(const std::set<uint32_t> &ranks);

/// "once", "3 times".
std::string timesText(uint64_t count);

/// "1 call", "3 calls".
std::string countText(uint64_t count, const std::string &noun);

} // namespace fencepost::analyzer

#endif // FENCEPOST_ANALYZER_RESULTS_TEXT_H
