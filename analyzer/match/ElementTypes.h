//===- ElementTypes.h - elements of the predefined datatypes -----------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_MATCH_ELEMENTTYPES_H
#define FENCEPOST_ANALYZER_MATCH_ELEMENTTYPES_H

#include <cstdint>
#include <string_view>

namespace fencepost::analyzer {

/// How far the elements of a predefined type are from each other, where elements of concurrent
/// atomics must coincide; 1: unknown.
uint64_t elementExtent(std::string_view type);

/// Whether its elements are a value and an index, or two values.
bool isPairType(std::string_view type);

} // namespace fencepost::analyzer

#endif // FENCEPOST_ANALYZER_MATCH_ELEMENTTYPES_H
