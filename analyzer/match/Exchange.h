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
#include <cstring>
#include <type_traits>
#include <vector>

namespace fencepost::analyzer {

using Bytes = std::vector<std::byte>;

/// Sends outgoing[p] to process p and returns what each process sent here. Pieces of at most
/// `piece` bytes for each pair. Collective.
std::vector<Bytes> allToAll(MPI_Comm comm, std::vector<Bytes> outgoing,
                            std::size_t piece = std::size_t(1) << 24);

template <typename T> Bytes toBytes(const std::vector<T> &values) {
  static_assert(std::is_trivially_copyable_v<T>);
  Bytes bytes(values.size() * sizeof(T));
  if (!bytes.empty())
    std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

template <typename T> std::vector<T> fromBytes(const Bytes &bytes) {
  static_assert(std::is_trivially_copyable_v<T>);
  std::vector<T> values(bytes.size() / sizeof(T));
  if (!values.empty())
    std::memcpy(static_cast<void *>(values.data()), bytes.data(), values.size() * sizeof(T));
  return values;
}

/// Sends outgoing[p] to process p; returns what each process sent here. Collective.
template <typename T>
std::vector<std::vector<T>> allToAll(MPI_Comm comm, const std::vector<std::vector<T>> &outgoing) {
  std::vector<Bytes> bytes;
  for (const std::vector<T> &values : outgoing)
    bytes.push_back(toBytes(values));
  std::vector<std::vector<T>> incoming;
  for (const Bytes &received : allToAll(comm, std::move(bytes)))
    incoming.push_back(fromBytes<T>(received));
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
std::vector<std::vector<T>> gather(MPI_Comm comm, const std::vector<T> &mine) {
  int processes;
  MPI_Comm_size(comm, &processes);
  std::vector<std::vector<T>> outgoing(processes);
  outgoing[0] = mine;
  return allToAll(comm, outgoing);
}

} // namespace fencepost::analyzer

#endif // FENCEPOST_ANALYZER_MATCH_EXCHANGE_H
