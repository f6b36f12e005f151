//===- GroupCode.h - C that builds the groups of a window's partners ---------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_DETECTORS_GROUPCODE_H
#define FENCEPOST_ANALYZER_DETECTORS_GROUPCODE_H

#include "analyzer/detectors/PartnerFormula.h"

namespace fencepost::analyzer {

/// A group that each rank of a window makes for itself.
struct PartnerGroup {
  std::string name;
  PartnerSets sets;
};

/// Lists of so many ranks are written out where there is no formula.
inline constexpr std::size_t kMostListed = 16;

/// Whether groupCode can say it.
bool hasGroupCode(const PartnerSets &sets);

/// The lines that declare the groups and make them, once for a window.
std::string groupCode(const std::vector<PartnerGroup> &groups, const std::string &window);

} // namespace fencepost::analyzer

#endif // FENCEPOST_ANALYZER_DETECTORS_GROUPCODE_H
