//===- Exchange.cpp - large messages between the analysis processes ------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/match/Exchange.h"

#include <algorithm>
#include <cstdint>

namespace fencepost::analyzer {

std::vector<Bytes> allToAll(MPI_Comm comm, std::vector<Bytes> outgoing, std::size_t piece) {
  int processes, process;
  MPI_Comm_size(comm, &processes);
  MPI_Comm_rank(comm, &process);
  std::vector<Bytes> incoming(processes);
  // What stays here need not travel.
  incoming[process] = std::move(outgoing[process]);
  outgoing[process].clear();
  if (processes == 1)
    return incoming;

  std::vector<uint64_t> toSend(processes), toReceive(processes);
  for (int p = 0; p < processes; ++p)
    toSend[p] = outgoing[p].size();
  MPI_Alltoall(toSend.data(), 1, MPI_UINT64_T, toReceive.data(), 1, MPI_UINT64_T, comm);
  for (int p = 0; p < processes; ++p)
    if (p != process)
      incoming[p].resize(toReceive[p]);

  // All displacements of a round fit an int as well.
  piece = std::min(piece, std::size_t(INT32_MAX) / std::size_t(processes));
  uint64_t largest = std::max(*std::max_element(toSend.begin(), toSend.end()),
                              *std::max_element(toReceive.begin(), toReceive.end()));
  uint64_t rounds = (largest + piece - 1) / piece;
  MPI_Allreduce(MPI_IN_PLACE, &rounds, 1, MPI_UINT64_T, MPI_MAX, comm);

  std::vector<int> sendCounts(processes), sendStarts(processes);
  std::vector<int> receiveCounts(processes), receiveStarts(processes);
  Bytes sendBuffer, receiveBuffer;
  for (uint64_t round = 0; round < rounds; ++round) {
    uint64_t start = round * piece;
    auto part = [&](uint64_t size) {
      return static_cast<int>(size <= start ? 0 : std::min<uint64_t>(piece, size - start));
    };
    sendBuffer.clear();
    int received = 0;
    for (int p = 0; p < processes; ++p) {
      sendCounts[p] = part(toSend[p]);
      sendStarts[p] = static_cast<int>(sendBuffer.size());
      sendBuffer.insert(sendBuffer.end(), outgoing[p].begin() + (sendCounts[p] ? start : 0),
                        outgoing[p].begin() + (sendCounts[p] ? start + sendCounts[p] : 0));
      receiveCounts[p] = p == process ? 0 : part(toReceive[p]);
      receiveStarts[p] = received;
      received += receiveCounts[p];
    }
    receiveBuffer.resize(received);
    MPI_Alltoallv(sendBuffer.data(), sendCounts.data(), sendStarts.data(), MPI_BYTE,
                  receiveBuffer.data(), receiveCounts.data(), receiveStarts.data(), MPI_BYTE, comm);
    for (int p = 0; p < processes; ++p)
      std::copy_n(receiveBuffer.begin() + receiveStarts[p], receiveCounts[p],
                  incoming[p].begin() + (receiveCounts[p] ? start : 0));
  }
  return incoming;
}

} // namespace fencepost::analyzer
