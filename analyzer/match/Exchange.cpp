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

void exchangeBytes(MPI_Comm comm, const std::vector<std::span<const std::byte>> &outgoing,
                   const std::function<std::byte *(int, std::size_t)> &place, std::size_t piece) {
  int processes, process;
  MPI_Comm_size(comm, &processes);
  MPI_Comm_rank(comm, &process);
  if (processes == 1)
    return;
  std::vector<uint64_t> toSend(processes, 0), toReceive(processes);
  for (int p = 0; p < processes; ++p)
    if (p != process)
      toSend[p] = outgoing[p].size();
  MPI_Alltoall(toSend.data(), 1, MPI_UINT64_T, toReceive.data(), 1, MPI_UINT64_T, comm);
  std::vector<std::byte *> incoming(processes, nullptr);
  for (int p = 0; p < processes; ++p)
    if (p != process)
      incoming[p] = place(p, toReceive[p]);

  // All displacements of a round fit an int as well.
  piece = std::min(piece, std::size_t(INT32_MAX) / std::size_t(processes));
  uint64_t largest = *std::max_element(toSend.begin(), toSend.end());
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
      if (sendCounts[p]) {
        auto from = outgoing[p].subspan(start, static_cast<std::size_t>(sendCounts[p]));
        sendBuffer.insert(sendBuffer.end(), from.begin(), from.end());
      }
      receiveCounts[p] = part(toReceive[p]);
      receiveStarts[p] = received;
      received += receiveCounts[p];
    }
    receiveBuffer.resize(received);
    MPI_Alltoallv(sendBuffer.data(), sendCounts.data(), sendStarts.data(), MPI_BYTE,
                  receiveBuffer.data(), receiveCounts.data(), receiveStarts.data(), MPI_BYTE, comm);
    for (int p = 0; p < processes; ++p)
      if (receiveCounts[p])
        std::copy_n(receiveBuffer.begin() + receiveStarts[p], receiveCounts[p],
                    incoming[p] + start);
  }
}

} // namespace fencepost::analyzer
