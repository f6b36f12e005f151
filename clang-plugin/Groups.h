//===- Groups.h - which processes a group consists of -----------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Post and start name their partners by groups, which programs make right before: MPI_Comm_group
// of the communicator, and MPI_Group_incl of a few ranks.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_CLANG_PLUGIN_GROUPS_H
#define FENCEPOST_CLANG_PLUGIN_GROUPS_H

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace clang {
class CallExpr;
} // namespace clang

namespace fencepost::plugin {

class FunctionInfo;

/// The ranks in the communicator of the processes in the group that the call, MPI_Win_start or
/// MPI_Win_post, is given; with a rank, what that process has there. Nothing where it is not
/// certain.
std::optional<std::vector<int64_t>> ranksOf(const clang::CallExpr *opening,
                                            const FunctionInfo &info, const std::string &comm,
                                            std::optional<int64_t> rank = std::nullopt);

} // namespace fencepost::plugin

#endif // FENCEPOST_CLANG_PLUGIN_GROUPS_H
