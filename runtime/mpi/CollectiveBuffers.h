//===- CollectiveBuffers.h - what each collective sends and receives ------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One function for each collective, whose parameters are those of the call up to
// the communicator; the blocking, non-blocking, persistent and large-count forms
// share it. Arguments that the standard does not call significant at a rank are
// not looked at there. A block that stays in place is neither sent nor received.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_RUNTIME_MPI_COLLECTIVEBUFFERS_H
#define FENCEPOST_RUNTIME_MPI_COLLECTIVEBUFFERS_H

#include "runtime/mpi/Collective.h"

namespace fencepost::runtime::buffers {

constexpr int kNobody = Collective::kNobody;

inline int64_t extentOf(MPI_Datatype type) {
  const TypeMap *map = typeMap(type);
  return map ? map->extent : 0;
}

/// Calls add(offset in bytes, count) for the `blocks` blocks of `count` elements that follow one
/// another, without the block `except`.
template <typename Add>
void forBlocks(int64_t blocks, int64_t count, MPI_Datatype type, int except, Add add) {
  if (except == kNobody)
    return add(0, blocks * count);
  add(0, except * count);
  add((except + 1) * count * extentOf(type), (blocks - except - 1) * count);
}

/// The same for the blocks of a v-form; displacements in elements.
template <typename Count, typename Displacement, typename Add>
void forBlocks(int blocks, const Count *counts, const Displacement *displacements,
               MPI_Datatype type, int except, Add add) {
  const int64_t extent = extentOf(type);
  for (int i = 0; i < blocks; ++i)
    if (i != except)
      add(int64_t{displacements[i]} * extent, int64_t{counts[i]});
}

inline void bcast(Collective &call, const void *buffer, int64_t count, MPI_Datatype type,
                  int root) {
  call.rootedAt(root);
  if (call.isRoot())
    call.sends(buffer, count, type);
  else if (call.isLeaf())
    call.receives(buffer, count, type);
}

inline void reduce(Collective &call, const void *sent, const void *received, int64_t count,
                   MPI_Datatype type, MPI_Op, int root) {
  call.rootedAt(root);
  if (call.isLeaf())
    call.sends(sent == MPI_IN_PLACE ? received : sent, count, type);
  if (call.isRoot())
    call.receives(received, count, type);
}

inline void allreduce(Collective &call, const void *sent, const void *received, int64_t count,
                      MPI_Datatype type, MPI_Op) {
  call.sends(sent == MPI_IN_PLACE ? received : sent, count, type);
  call.receives(received, count, type);
}

/// Rank 0 receives nothing in an exclusive one.
inline void exscan(Collective &call, const void *sent, const void *received, int64_t count,
                   MPI_Datatype type, MPI_Op) {
  call.sends(sent == MPI_IN_PLACE ? received : sent, count, type);
  if (call.rank() > 0)
    call.receives(received, count, type);
}

inline void gather(Collective &call, const void *sent, int64_t sendCount, MPI_Datatype sendType,
                   const void *received, int64_t receiveCount, MPI_Datatype receiveType, int root) {
  call.rootedAt(root);
  if (call.isLeaf() && sent != MPI_IN_PLACE)
    call.sends(sent, sendCount, sendType);
  if (call.isRoot())
    forBlocks(call.peers(), receiveCount, receiveType, sent == MPI_IN_PLACE ? root : kNobody,
              [&](int64_t offset, int64_t count) {
                call.receivesAt(received, offset, count, receiveType);
              });
}

template <typename Count, typename Displacement>
void gatherv(Collective &call, const void *sent, int64_t sendCount, MPI_Datatype sendType,
             const void *received, const Count *receiveCounts, const Displacement *displacements,
             MPI_Datatype receiveType, int root) {
  call.rootedAt(root);
  if (call.isLeaf() && sent != MPI_IN_PLACE)
    call.sends(sent, sendCount, sendType);
  if (call.isRoot())
    forBlocks(call.peers(), receiveCounts, displacements, receiveType,
              sent == MPI_IN_PLACE ? root : kNobody, [&](int64_t offset, int64_t count) {
                call.receivesAt(received, offset, count, receiveType);
              });
}

inline void scatter(Collective &call, const void *sent, int64_t sendCount, MPI_Datatype sendType,
                    const void *received, int64_t receiveCount, MPI_Datatype receiveType,
                    int root) {
  call.rootedAt(root);
  if (call.isRoot())
    forBlocks(call.peers(), sendCount, sendType, received == MPI_IN_PLACE ? root : kNobody,
              [&](int64_t offset, int64_t count) { call.sendsAt(sent, offset, count, sendType); });
  if (call.isLeaf() && received != MPI_IN_PLACE)
    call.receives(received, receiveCount, receiveType);
}

template <typename Count, typename Displacement>
void scatterv(Collective &call, const void *sent, const Count *sendCounts,
              const Displacement *displacements, MPI_Datatype sendType, const void *received,
              int64_t receiveCount, MPI_Datatype receiveType, int root) {
  call.rootedAt(root);
  if (call.isRoot())
    forBlocks(call.peers(), sendCounts, displacements, sendType,
              received == MPI_IN_PLACE ? root : kNobody,
              [&](int64_t offset, int64_t count) { call.sendsAt(sent, offset, count, sendType); });
  if (call.isLeaf() && received != MPI_IN_PLACE)
    call.receives(received, receiveCount, receiveType);
}

inline void allgather(Collective &call, const void *sent, int64_t sendCount, MPI_Datatype sendType,
                      const void *received, int64_t receiveCount, MPI_Datatype receiveType) {
  const bool inPlace = sent == MPI_IN_PLACE;
  if (inPlace)
    call.sendsAt(received, call.rank() * receiveCount * extentOf(receiveType), receiveCount,
                 receiveType);
  else
    call.sends(sent, sendCount, sendType);
  forBlocks(call.peers(), receiveCount, receiveType, inPlace ? call.rank() : kNobody,
            [&](int64_t offset, int64_t count) {
              call.receivesAt(received, offset, count, receiveType);
            });
}

template <typename Count, typename Displacement>
void allgatherv(Collective &call, const void *sent, int64_t sendCount, MPI_Datatype sendType,
                const void *received, const Count *receiveCounts, const Displacement *displacements,
                MPI_Datatype receiveType) {
  const bool inPlace = sent == MPI_IN_PLACE;
  if (inPlace)
    call.sendsAt(received, int64_t{displacements[call.rank()]} * extentOf(receiveType),
                 receiveCounts[call.rank()], receiveType);
  else
    call.sends(sent, sendCount, sendType);
  forBlocks(call.peers(), receiveCounts, displacements, receiveType,
            inPlace ? call.rank() : kNobody, [&](int64_t offset, int64_t count) {
              call.receivesAt(received, offset, count, receiveType);
            });
}

inline void alltoall(Collective &call, const void *sent, int64_t sendCount, MPI_Datatype sendType,
                     const void *received, int64_t receiveCount, MPI_Datatype receiveType) {
  if (sent == MPI_IN_PLACE)
    call.sends(received, receiveCount * call.peers(), receiveType);
  else
    call.sends(sent, sendCount * call.peers(), sendType);
  call.receives(received, receiveCount * call.peers(), receiveType);
}

template <typename Count, typename Displacement>
void alltoallv(Collective &call, const void *sent, const Count *sendCounts,
               const Displacement *sendDisplacements, MPI_Datatype sendType, const void *received,
               const Count *receiveCounts, const Displacement *receiveDisplacements,
               MPI_Datatype receiveType) {
  auto sends = [&](int64_t offset, int64_t count) { call.sendsAt(sent, offset, count, sendType); };
  auto sendsInPlace = [&](int64_t offset, int64_t count) {
    call.sendsAt(received, offset, count, receiveType);
  };
  auto receives = [&](int64_t offset, int64_t count) {
    call.receivesAt(received, offset, count, receiveType);
  };
  if (sent == MPI_IN_PLACE)
    forBlocks(call.peers(), receiveCounts, receiveDisplacements, receiveType, kNobody,
              sendsInPlace);
  else
    forBlocks(call.peers(), sendCounts, sendDisplacements, sendType, kNobody, sends);
  forBlocks(call.peers(), receiveCounts, receiveDisplacements, receiveType, kNobody, receives);
}

/// Displacements in bytes.
template <typename Count, typename Displacement>
void alltoallw(Collective &call, const void *sent, const Count *sendCounts,
               const Displacement *sendDisplacements, const MPI_Datatype *sendTypes,
               const void *received, const Count *receiveCounts,
               const Displacement *receiveDisplacements, const MPI_Datatype *receiveTypes) {
  for (int i = 0; i < call.peers(); ++i) {
    if (sent == MPI_IN_PLACE)
      call.sendsAt(received, receiveDisplacements[i], receiveCounts[i], receiveTypes[i]);
    else
      call.sendsAt(sent, sendDisplacements[i], sendCounts[i], sendTypes[i]);
    call.receivesAt(received, receiveDisplacements[i], receiveCounts[i], receiveTypes[i]);
  }
}

/// The counts are those of the own group in an inter-communicator, too.
inline void reduceScatterBlock(Collective &call, const void *sent, const void *received,
                               int64_t receiveCount, MPI_Datatype type, MPI_Op) {
  call.sends(sent == MPI_IN_PLACE ? received : sent, receiveCount * call.size(), type);
  call.receives(received, receiveCount, type);
}

template <typename Count>
void reduceScatter(Collective &call, const void *sent, const void *received,
                   const Count *receiveCounts, MPI_Datatype type, MPI_Op) {
  int64_t all = 0;
  for (int i = 0; i < call.size(); ++i)
    all += receiveCounts[i];
  call.sends(sent == MPI_IN_PLACE ? received : sent, all, type);
  call.receives(received, receiveCounts[call.rank()], type);
}

/// Calls block(i) for the blocks that have a partner.
template <typename Block> void forPartners(const LocalVector<int> &partners, Block block) {
  for (std::size_t i = 0; i < partners.size(); ++i)
    if (partners[i] != MPI_PROC_NULL)
      block(static_cast<int64_t>(i));
}

/// All destinations are sent the same.
inline void sendsToNeighbours(Collective &call, const void *sent, int64_t count,
                              MPI_Datatype type) {
  for (int rank : call.neighbours().destinations)
    if (rank != MPI_PROC_NULL)
      return call.sends(sent, count, type);
}

inline void neighborAllgather(Collective &call, const void *sent, int64_t sendCount,
                              MPI_Datatype sendType, const void *received, int64_t receiveCount,
                              MPI_Datatype receiveType) {
  sendsToNeighbours(call, sent, sendCount, sendType);
  const int64_t block = receiveCount * extentOf(receiveType);
  forPartners(call.neighbours().sources,
              [&](int64_t i) { call.receivesAt(received, i * block, receiveCount, receiveType); });
}

template <typename Count, typename Displacement>
void neighborAllgatherv(Collective &call, const void *sent, int64_t sendCount,
                        MPI_Datatype sendType, const void *received, const Count *receiveCounts,
                        const Displacement *displacements, MPI_Datatype receiveType) {
  sendsToNeighbours(call, sent, sendCount, sendType);
  const int64_t extent = extentOf(receiveType);
  forPartners(call.neighbours().sources, [&](int64_t i) {
    call.receivesAt(received, displacements[i] * extent, receiveCounts[i], receiveType);
  });
}

inline void neighborAlltoall(Collective &call, const void *sent, int64_t sendCount,
                             MPI_Datatype sendType, const void *received, int64_t receiveCount,
                             MPI_Datatype receiveType) {
  const int64_t sendBlock = sendCount * extentOf(sendType);
  const int64_t receiveBlock = receiveCount * extentOf(receiveType);
  forPartners(call.neighbours().destinations,
              [&](int64_t i) { call.sendsAt(sent, i * sendBlock, sendCount, sendType); });
  forPartners(call.neighbours().sources, [&](int64_t i) {
    call.receivesAt(received, i * receiveBlock, receiveCount, receiveType);
  });
}

template <typename Count, typename Displacement>
void neighborAlltoallv(Collective &call, const void *sent, const Count *sendCounts,
                       const Displacement *sendDisplacements, MPI_Datatype sendType,
                       const void *received, const Count *receiveCounts,
                       const Displacement *receiveDisplacements, MPI_Datatype receiveType) {
  const int64_t sendExtent = extentOf(sendType);
  const int64_t receiveExtent = extentOf(receiveType);
  forPartners(call.neighbours().destinations, [&](int64_t i) {
    call.sendsAt(sent, sendDisplacements[i] * sendExtent, sendCounts[i], sendType);
  });
  forPartners(call.neighbours().sources, [&](int64_t i) {
    call.receivesAt(received, receiveDisplacements[i] * receiveExtent, receiveCounts[i],
                    receiveType);
  });
}

/// Displacements in bytes.
template <typename Count>
void neighborAlltoallw(Collective &call, const void *sent, const Count *sendCounts,
                       const MPI_Aint *sendDisplacements, const MPI_Datatype *sendTypes,
                       const void *received, const Count *receiveCounts,
                       const MPI_Aint *receiveDisplacements, const MPI_Datatype *receiveTypes) {
  forPartners(call.neighbours().destinations, [&](int64_t i) {
    call.sendsAt(sent, sendDisplacements[i], sendCounts[i], sendTypes[i]);
  });
  forPartners(call.neighbours().sources, [&](int64_t i) {
    call.receivesAt(received, receiveDisplacements[i], receiveCounts[i], receiveTypes[i]);
  });
}

} // namespace fencepost::runtime::buffers

#endif // FENCEPOST_RUNTIME_MPI_COLLECTIVEBUFFERS_H
