//===- NotFollowed.cpp - calls that may order what the trace leaves open --===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/races/NotFollowed.h"

#include "model/Calls.h"

#include <sstream>

namespace fencepost::analyzer::races {

namespace {

bool mayOrder(std::string_view name) {
  auto call = findCall(name);
  if (!call)
    return false;
  EventKind kind = callInfo(*call).kind;
  return isCollective(kind) || kind == EventKind::Recv || kind == EventKind::SendRecv ||
         kind == EventKind::PersistentStart || kind == EventKind::RequestEnd ||
         kind == EventKind::Probe || kind == EventKind::CommCreate;
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
