//===- AlgorithmTable.h - what algorithms and containers do to elements -----===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_CLANG_PLUGIN_ALGORITHMTABLE_H
#define FENCEPOST_CLANG_PLUGIN_ALGORITHMTABLE_H

#include "llvm/ADT/StringRef.h"

#include <cstdint>

namespace fencepost::plugin {

/// A function of the library that accesses all the elements of a range, or at least the first.
struct Algorithm {
  llvm::StringLiteral name;
  bool isCounted; // the range is given by its begin and a count, not by begin and end
  bool writes;
  bool copies;        // to what the next argument begins
  bool twice = false; // reads a second range, where the next argument begins
  int64_t least = 1;  // it leaves shorter ranges alone
};

inline constexpr Algorithm kAlgorithms[] = {
    {"fill", false, true, false},
    {"fill_n", true, true, false},
    {"generate", false, true, false},
    {"generate_n", true, true, false},
    {"iota", false, true, false},
    {"copy", false, false, true},
    {"copy_n", true, false, true},
    {"move", false, false, true},
    {"transform", false, false, true},
    {"accumulate", false, false, false},
    {"reduce", false, false, false},
    {"inner_product", false, false, false, true},
    {"count", false, false, false},
    {"find", false, false, false},
    {"sort", false, true, false, false, 2},
    {"stable_sort", false, true, false, false, 2},
    {"reverse", false, true, false, false, 2},
    {"shuffle", false, true, false, false, 2},
    {"make_heap", false, true, false, false, 2},
    {"sort_heap", false, true, false, false, 2},
    {"swap_ranges", false, true, true},
    {"partial_sum", false, false, true},
    {"for_each", false, false, false},
    {"for_each_n", true, false, false},
    {"any_of", false, false, false},
    {"all_of", false, false, false},
    {"none_of", false, false, false},
    {"count_if", false, false, false},
    {"find_if", false, false, false},
    {"find_if_not", false, false, false},
    {"max_element", false, false, false, false, 2},
    {"min_element", false, false, false, false, 2},
    {"minmax_element", false, false, false, false, 2},
    {"copy_if", false, false, false},
    {"is_sorted", false, false, false, false, 2},
    {"equal", false, false, false},
    {"unique", false, false, false, false, 2},
    {"remove", false, false, false},
    {"remove_if", false, false, false},
    {"replace", false, false, false},
    {"inclusive_scan", false, false, true},
    {"exclusive_scan", false, false, true},
    {"transform_reduce", false, false, false, true},
    {"adjacent_difference", false, false, true},
};

/// What a method of a container surely does to the memory that it had.
struct ContainerMethod {
  llvm::StringLiteral container;
  llvm::StringLiteral method; // or "=", for assignments
  enum class Effect {
    Writes,      // to all elements, or gives them back for others
    WritesFirst, // the same of the first one
    Releases,    // no element is left there
  } effect;
  enum class When {
    Always,
    Begin, // the first argument is the container's begin
    Zero,  // it is 0
    Given, // what is assigned is not taken over
    Taken, // it is
  } when;
  unsigned arguments = 0; // of the overload that surely does so; 0: all do
};

inline constexpr ContainerMethod kContainerMethods[] = {
    {"array", "fill", ContainerMethod::Effect::Writes, ContainerMethod::When::Always},
    {"array", "=", ContainerMethod::Effect::Writes, ContainerMethod::When::Always},
    {"array", "swap", ContainerMethod::Effect::Writes, ContainerMethod::When::Always},
    {"vector", "assign", ContainerMethod::Effect::Writes, ContainerMethod::When::Always},
    {"vector", "=", ContainerMethod::Effect::Writes, ContainerMethod::When::Given},
    {"vector", "=", ContainerMethod::Effect::Releases, ContainerMethod::When::Taken},
    {"vector", "clear", ContainerMethod::Effect::Releases, ContainerMethod::When::Always},
    {"vector", "resize", ContainerMethod::Effect::Releases, ContainerMethod::When::Zero},
    {"vector", "insert", ContainerMethod::Effect::WritesFirst, ContainerMethod::When::Begin, 2},
    {"vector", "emplace", ContainerMethod::Effect::WritesFirst, ContainerMethod::When::Begin},
    {"vector", "erase", ContainerMethod::Effect::WritesFirst, ContainerMethod::When::Begin, 1},
    {"basic_string", "assign", ContainerMethod::Effect::WritesFirst, ContainerMethod::When::Always},
    {"basic_string", "clear", ContainerMethod::Effect::WritesFirst, ContainerMethod::When::Always},
    {"basic_string", "=", ContainerMethod::Effect::WritesFirst, ContainerMethod::When::Given},
    {"basic_string", "=", ContainerMethod::Effect::WritesFirst, ContainerMethod::When::Taken},
    {"unique_ptr", "reset", ContainerMethod::Effect::Releases, ContainerMethod::When::Always},
    {"unique_ptr", "=", ContainerMethod::Effect::Releases, ContainerMethod::When::Given},
    {"unique_ptr", "=", ContainerMethod::Effect::Releases, ContainerMethod::When::Taken},
};

} // namespace fencepost::plugin

#endif // FENCEPOST_CLANG_PLUGIN_ALGORITHMTABLE_H
