//===- Calls.h - the table of MPI functions --------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads calls.def. The plugin's checks, the pass, the runtime's wrappers and
// the analyzer all take what they know of an MPI function from here.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_MODEL_CALLS_H
#define FENCEPOST_MODEL_CALLS_H

#include "model/Event.h"
#include "model/localCalls.def"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace fencepost {

/// What an argument of an MPI function is.
enum class Role : uint8_t {
  Other,
  Window,    // MPI_Win
  NewWindow, // MPI_Win *, created or freed
  Base,      // the window's memory
  NewBase,   // void **, where the library puts the address of memory it allocated
  Size,
  DispUnit,
  Info,
  Group,
  Assert,
  LockType,
  Flag, // int *, whether a test succeeded
  OriginBuffer,
  OriginCount,
  OriginType,
  ResultBuffer,
  ResultCount,
  ResultType,
  CompareBuffer,
  Target,
  Displacement,
  TargetCount,
  TargetType,
  Op,
  Comm,
  NewComm, // MPI_Comm *, created or freed
  SendBuffer,
  SendCount,
  SendCounts, // one for each rank
  SendType,
  RecvBuffer,
  RecvCount,
  RecvCounts, // one for each rank
  RecvType,
  RootBuffer, // read at the root, written elsewhere
  RootCount,
  RootType,
  Peer, // destination of a send, source of a receive
  Tag,
  Source, // of the receiving half of a sendrecv
  RecvTag,
  Root,
  Request, // MPI_Request *
  Requests,
  RequestCount,
  Status, // MPI_Status *, one or many
};

/// Index of a function in the table; the values are those of calls.def's order.
enum class Call : uint16_t {
#define CALL(name, kind, followed, ...) name,
#include "model/calls.def"
  Count
};

inline constexpr std::size_t kMaxArguments = 14;

/// One row of calls.def.
struct CallInfo {
  std::string_view name; // with the MPI_ prefix
  EventKind kind;
  bool followed; // the runtime wraps it
  uint8_t arguments;
  std::array<Role, kMaxArguments> roles;

  /// Position of the first argument of that role.
  constexpr std::optional<unsigned> argument(Role role) const {
    for (unsigned i = 0; i < arguments; ++i)
      if (roles[i] == role)
        return i;
    return std::nullopt;
  }
  constexpr bool has(Role role) const { return argument(role).has_value(); }
};

namespace detail {
enum class Followed { No, Yes, Mpi4 };

template <typename... Roles>
constexpr CallInfo makeCall(std::string_view name, EventKind kind, Followed followed,
                            Roles... roles) {
  static_assert(sizeof...(roles) <= kMaxArguments);
  return {name, kind, followed != Followed::No, sizeof...(roles), {roles...}};
}

constexpr auto makeCallTable() {
  using enum Role;
  constexpr auto Yes = Followed::Yes;
  constexpr auto No = Followed::No;
  [[maybe_unused]] constexpr auto Mpi4 = Followed::Mpi4;
  return std::array<CallInfo, static_cast<std::size_t>(Call::Count)>{
#define CALL(name, kind, followed, ...)                                                            \
  makeCall("MPI_" #name, EventKind::kind, followed __VA_OPT__(, ) __VA_ARGS__),
#include "model/calls.def"
  };
}
} // namespace detail

inline constexpr auto kCalls = detail::makeCallTable();

constexpr const CallInfo &callInfo(Call call) { return kCalls[static_cast<std::size_t>(call)]; }

/// Finds an MPI function by its C name ("MPI_Put").
constexpr std::optional<Call> findCall(std::string_view name) {
  if (!name.starts_with("MPI_"))
    return std::nullopt;
  for (std::size_t i = 0; i < kCalls.size(); ++i)
    if (kCalls[i].name == name)
      return static_cast<Call>(i);
  return std::nullopt;
}

/// Whether the function neither moves data nor orders anything (localCalls.def).
constexpr bool isLocalCall(std::string_view name) {
#define X(local) "MPI_" #local,
  constexpr std::string_view names[] = {FENCEPOST_LOCAL_CALLS(X)};
#undef X
  for (std::string_view local : names)
    if (local == name)
      return true;
  return false;
}

/// How a call accesses the local buffer at an argument of that role.
enum class BufferAccess : uint8_t { None, Read, Write };

constexpr BufferAccess bufferAccess(EventKind kind, Role role) {
  switch (role) {
  case Role::OriginBuffer:
    return kind == EventKind::Get ? BufferAccess::Write : BufferAccess::Read;
  case Role::CompareBuffer:
  case Role::SendBuffer:
    return BufferAccess::Read;
  case Role::ResultBuffer:
  case Role::RecvBuffer:
    return BufferAccess::Write;
  default:
    return BufferAccess::None;
  }
}

} // namespace fencepost

#endif // FENCEPOST_MODEL_CALLS_H
