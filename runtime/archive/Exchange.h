//===- Exchange.h - what the ranks tell each other at the end -------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_RUNTIME_ARCHIVE_EXCHANGE_H
#define FENCEPOST_RUNTIME_ARCHIVE_EXCHANGE_H

#include <cstdint>
#include <mpi.h>
#include <string>
#include <vector>

namespace fencepost::archive {

/// Byte strings over a duplicate of a communicator. Everything but the accessors is collective.
class Exchange {
public:
  explicit Exchange(MPI_Comm comm);
  ~Exchange();
  Exchange(const Exchange &) = delete;
  Exchange &operator=(const Exchange &) = delete;

  MPI_Comm comm() const { return comm_; }
  uint32_t rank() const { return static_cast<uint32_t>(rank_); }
  uint32_t size() const { return static_cast<uint32_t>(size_); }

  void barrier();
  /// The lowest rank for which it is true; -1 when there is none.
  int firstRank(bool mine);
  int firstFailure(bool mine) { return firstRank(!mine); }
  void broadcast(std::string &bytes, int root);
  std::vector<std::string> gatherToRank0(const std::string &bytes);

  /// A binomial tree to rank 0: a rank absorbs its children, whose subtrees hold the ranks that
  /// follow its own, in order, and then sends `give()` to its parent. False when absorbing
  /// failed.
  template <typename Give, typename Absorb> bool reduceToRank0(Give give, Absorb absorb) {
    bool fine = true;
    for (int distance = 1; distance < size_; distance *= 2) {
      if (rank_ & distance) {
        send(give(), rank_ - distance);
        return fine;
      }
      if (rank_ + distance < size_)
        fine = absorb(receive(rank_ + distance)) && fine;
    }
    return fine;
  }

private:
  void send(std::string bytes, int to);
  std::string receive(int from);

  MPI_Comm comm_ = MPI_COMM_NULL;
  int rank_ = 0;
  int size_ = 1;
};

} // namespace fencepost::archive

#endif // FENCEPOST_RUNTIME_ARCHIVE_EXCHANGE_H
