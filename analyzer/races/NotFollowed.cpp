//===- NotFollowed.cpp - calls that may order what the trace leaves open --===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/races/NotFollowed.h"

#include "model/Calls.h"

#include <algorithm>
#include <sstream>

namespace fencepost::analyzer::races {

namespace {

/// Functions without a row in the table of calls that wait for other ranks: those that make
/// communicators with other processes, and the collective ones on files.
bool waitsForOthers(std::string_view name) {
  constexpr std::string_view kMakers[] = {"MPI_Comm_accept",
                                          "MPI_Comm_connect",
                                          "MPI_Comm_create_from_group",
                                          "MPI_Comm_join",
                                          "MPI_Comm_spawn",
                                          "MPI_Comm_spawn_multiple",
                                          "MPI_Lookup_name",
                                          "MPI_Intercomm_create_from_groups"};
  constexpr std::string_view kOnFiles[] = {"_all", "_all_begin", "_all_end", "_ordered_begin",
                                           "_ordered_end"};
  auto is = [&](std::string_view maker) { return name == maker; };
  auto endsWith = [&](std::string_view end) {
    return name.ends_with(end) || name.ends_with(std::string(end) + "_c");
  };
  return std::ranges::any_of(kMakers, is) ||
         (name.starts_with("MPI_File_") && std::ranges::any_of(kOnFiles, endsWith));
}

bool mayOrder(std::string_view name) {
  auto call = findCall(name);
  if (!call)
    return waitsForOthers(name);
  EventKind kind = callInfo(*call).kind;
  return isCollective(kind) || kind == EventKind::Recv || kind == EventKind::SendRecv ||
         kind == EventKind::PersistentStart || kind == EventKind::RequestEnd ||
         kind == EventKind::Probe || kind == EventKind::MessageFound ||
         kind == EventKind::CommCreate || kind == EventKind::FileAll;
}

} // namespace

std::string unfollowedOrder(const Definitions &definitions) {
  std::istringstream calls(definitions.property("FENCEPOST::NOT_FOLLOWED"));
  std::string names;
  for (std::string call; std::getline(calls, call, ';');) {
    std::string name = call.substr(0, call.find(':'));
    if (mayOrder(name))
      names += (names.empty() ? "" : ", ") + name;
  }
  return names;
}

} // namespace fencepost::analyzer::races
