//===- ExchangeTest.cpp - messages of any size arrive whole --------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/match/Exchange.h"

#include <gtest/gtest.h>

using namespace fencepost::analyzer;

namespace {

/// What process `from` sends to `to`: lengths differ by more than a piece.
Bytes message(int from, int to) {
  Bytes bytes(static_cast<std::size_t>((from * 7 + to * 13) % 5) * 29);
  for (std::size_t i = 0; i < bytes.size(); ++i)
    bytes[i] = static_cast<std::byte>(from * 31 + to * 17 + static_cast<int>(i));
  return bytes;
}

TEST(Exchange, InPieces) {
  int process, processes;
  MPI_Comm_rank(MPI_COMM_WORLD, &process);
  MPI_Comm_size(MPI_COMM_WORLD, &processes);
  for (std::size_t piece : {1u, 10u, 29u, 1000u}) {
    std::vector<Bytes> outgoing;
    for (int to = 0; to < processes; ++to)
      outgoing.push_back(message(process, to));
    std::vector<Bytes> incoming = allToAll(MPI_COMM_WORLD, outgoing, piece);
    for (int from = 0; from < processes; ++from)
      EXPECT_EQ(incoming[from], message(from, process)) << "piece " << piece;
  }
}

TEST(Exchange, GatherReachesProcessZeroAlone) {
  int process, processes;
  MPI_Comm_rank(MPI_COMM_WORLD, &process);
  MPI_Comm_size(MPI_COMM_WORLD, &processes);
  auto all = gather(MPI_COMM_WORLD, std::vector<int>(process, process));
  for (int from = 0; from < processes; ++from)
    EXPECT_EQ(all[from], process == 0 ? std::vector<int>(from, from) : std::vector<int>());
}

} // namespace
