//===- Exchange.cpp - what the ranks tell each other at the end -----------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/archive/Exchange.h"

#include <algorithm>
#include <climits>

namespace fencepost::archive {

namespace {
constexpr int kTag = 0;

/// Counts are int in MPI 3: longer strings go in pieces.
template <typename Transfer> void inPieces(std::string &bytes, Transfer transfer) {
  constexpr std::size_t kPiece = INT_MAX;
  for (std::size_t at = 0; at < bytes.size(); at += kPiece)
    transfer(bytes.data() + at, static_cast<int>(std::min(kPiece, bytes.size() - at)));
}
} // namespace

Exchange::Exchange(MPI_Comm comm) {
  PMPI_Comm_dup(comm, &comm_);
  PMPI_Comm_rank(comm_, &rank_);
  PMPI_Comm_size(comm_, &size_);
}

Exchange::~Exchange() { PMPI_Comm_free(&comm_); }

void Exchange::barrier() { PMPI_Barrier(comm_); }

int Exchange::firstRank(bool mine) {
  int candidate = mine ? rank_ : INT_MAX;
  int first = INT_MAX;
  PMPI_Allreduce(&candidate, &first, 1, MPI_INT, MPI_MIN, comm_);
  return first == INT_MAX ? -1 : first;
}

void Exchange::broadcast(std::string &bytes, int root) {
  uint64_t size = bytes.size();
  PMPI_Bcast(&size, 1, MPI_UINT64_T, root, comm_);
  bytes.resize(size);
  inPieces(bytes,
           [&](char *piece, int length) { PMPI_Bcast(piece, length, MPI_BYTE, root, comm_); });
}

std::vector<std::string> Exchange::gatherToRank0(const std::string &bytes) {
  std::vector<std::string> all;
  if (rank_ != 0) {
    send(bytes, 0);
    return all;
  }
  all.push_back(bytes);
  for (int from = 1; from < size_; ++from)
    all.push_back(receive(from));
  return all;
}

void Exchange::send(std::string bytes, int to) {
  uint64_t size = bytes.size();
  PMPI_Send(&size, 1, MPI_UINT64_T, to, kTag, comm_);
  inPieces(bytes,
           [&](char *piece, int length) { PMPI_Send(piece, length, MPI_BYTE, to, kTag, comm_); });
}

std::string Exchange::receive(int from) {
  uint64_t size = 0;
  PMPI_Recv(&size, 1, MPI_UINT64_T, from, kTag, comm_, MPI_STATUS_IGNORE);
  std::string bytes(size, '\0');
  inPieces(bytes, [&](char *piece, int length) {
    PMPI_Recv(piece, length, MPI_BYTE, from, kTag, comm_, MPI_STATUS_IGNORE);
  });
  return bytes;
}

} // namespace fencepost::archive
