//===- Exchange.h - large messages between the analysis processes --------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MPI counts are ints: what may be larger goes in pieces.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_MATCH_EXCHANGE_H
#define FENCEPOST_ANALYZER_MATCH_EXCHANGE_H

#include <mpi.h>

#include <cstddef>
#include <functional>
#include <span>
#include <type_traits>
#include <vector>

namespace fencepost::analyzer {

using Bytes = std::vector<std::byte>;

inline constexpr std::size_t kPiece = std::size_t(1) << 24;

/// Sends outgoing[p] to each other process p, in pieces of at most `piece` bytes for each pair,
/// into the memory that place(p, bytes) gives at the receiver; nothing goes to the process itself.
/// Collective.
void exchangeBytes(MPI_Comm comm, const std::vector<std::span<const std::byte>> &outgoing,
                   const std::function<std::byte *(int, std::size_t)> &place, std::size_t piece);

/// Sends outgoing[p] to process p; returns what each process sent here. Collective.
template <typename T>
std::vector<std::vector<T>> allToAll(MPI_Comm comm, std::vector<std::vector<T>> outgoing,
                                     std::size_t piece = kPiece) {
  static_assert(std::is_trivially_copyable_v<T>);
  int process;
  MPI_Comm_rank(comm, &process);
  std::vector<std::span<const std::byte>> bytes;
  for (const std::vector<T> &values : outgoing)
    bytes.push_back(std::as_bytes(std::span(values)));
  std::vector<std::vector<T>> incoming(outgoing.size());
  exchangeBytes(
      comm, bytes,
      [&](int from, std::size_t size) {
        incoming[from].resize(size / sizeof(T));
        return reinterpret_cast<std::byte *>(incoming[from].data());
      },
      piece);
  incoming[process] = std::move(outgoing[process]);
  return incoming;
}

/// What every process has, on every process. Collective.
template <typename T>
std::vector<std::vector<T>> allGather(MPI_Comm comm, const std::vector<T> &mine) {
  int processes;
  MPI_Comm_size(comm, &processes);
  return allToAll(comm, std::vector<std::vector<T>>(processes, mine));
}

/// What every process has, on process 0; empty elsewhere. Collective.
template <typename T>
std::vector<std::vector<T>> gather(MPI_Comm comm, std::vector<T> mine) {
  int processes;
  MPI_Comm_size(comm, &processes);
  std::vector<std::vector<T>> outgoing(processes);
  outgoing[0] = std::move(mine);
  return allToAll(comm, std::move(outgoing));
}

} // namespace fencepost::analyzer

#endif // FENCEPOST_ANALYZER_MATCH_EXCHANGE_H
