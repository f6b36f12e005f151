//===- Program.h - a small program that was run once ----------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the randomised comparison of races is about: the calls and accesses of a
// few ranks, each a site of its own, with the times of one legal run. Ranks are
// those of MPI_COMM_WORLD but where a communicator is named.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_TEST_UNIT_RACES_MODEL_PROGRAM_H
#define FENCEPOST_TEST_UNIT_RACES_MODEL_PROGRAM_H

#include "analyzer/trace/Event.h"

#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace racemodel {

using fencepost::analyzer::kNone;

enum class What : uint8_t {
#define WHAT(name, mpi, started) name,
#include "What.def"
};

/// The MPI function; empty for accesses and synchronization of threads.
std::string mpiName(What what, bool nonBlocking);

constexpr bool isOperation(What what) { return what >= What::Put && what <= What::CompareAndSwap; }
constexpr bool isAtomic(What what) {
  return what >= What::Accumulate && what <= What::CompareAndSwap;
}
constexpr bool isGetLike(What what) {
  return isOperation(what) && what != What::Put && what != What::Accumulate;
}
constexpr bool isCollective(What what) { return what >= What::Barrier && what <= What::Exscan; }
constexpr bool isSend(What what) { return what == What::Send || what == What::Ssend; }

/// Assertions, as docs/trace-format.md has them.
inline constexpr uint32_t kNoCheck = 1, kNoPrecede = 8, kNoSucceed = 16;
inline constexpr uint32_t kProcNull = kNone - 1; // as a peer

/// Blocks of bytes at equal distances.
struct Blocks {
  uint64_t address = 0;
  uint64_t bytes = 0;
  int64_t stride = 0;
  uint64_t count = 0;
};

enum class Use : uint8_t { Read, Write, Compare }; // Write: also of results

struct Buffer {
  Blocks blocks;
  Use use;
};

struct Call {
  What what;
  uint32_t rank = 0, thread = 0;
  uint32_t unit = 0;             // calls that stand and fall together
  std::vector<uint32_t> needs;   // units that this one cannot do without
  uint32_t site = 0;             // names it, whatever is left out
  uint64_t enter = 0, leave = 0; // of the run, all different

  uint32_t window = kNone;
  uint32_t comm = kNone; // messages, collectives
  uint32_t peer = kNone; // target, partner or root: rank in the window or communicator
  uint32_t tag = 0;
  std::vector<uint32_t> group; // PSCW: the partners
  uint32_t assertion = 0;
  bool exclusive = false;
  bool nonBlocking = false;        // `request` completes it
  uint64_t request = 0;            // unique in the program
  std::vector<uint64_t> completes; // requests
  uint64_t bytes = 0;              // moved by a message or collective
  std::vector<Buffer> buffers;     // of this rank
  Blocks target;                   // address: offset from the displacement
  int64_t displacement = 0;
  uint32_t op = 0, type = 0; // kOps, kTypes
  uint64_t object = 0;       // Release, Acquire
  bool awaits = false;       // Acquire: after all releases of the object that stand before it
};

inline constexpr const char *kOps[] = {"MPI_SUM", "MPI_MAX", "MPI_REPLACE", "MPI_NO_OP"};
inline constexpr uint32_t kReplace = 2, kNoOp = 3;
struct Type {
  const char *name;
  uint64_t bytes;
};
inline constexpr Type kTypes[] = {{"MPI_INT", 4}, {"MPI_FLOAT", 4}, {"MPI_LONG", 8}};

/// One rank's memory in a window.
struct Part {
  uint64_t base, size, unit;
};

struct Window {
  uint32_t comm;
  bool noLocks;
  std::vector<Part> parts; // by rank in `comm`
  bool separate = false;   // memory model
};

struct Program {
  unsigned seed = 0;
  uint32_t ranks = 0;
  std::vector<uint32_t> threads;            // of each rank
  std::vector<std::vector<uint32_t>> comms; // world ranks; 0: of all
  std::vector<Window> windows;
  std::vector<int64_t> skew; // of each rank's clock
  std::vector<Call> calls;   // a thread's in its order; all as they can be made one after the other

  /// Rank in the world; kNone for MPI_PROC_NULL.
  uint32_t world(uint32_t comm, uint32_t peer) const {
    return peer < comms[comm].size() ? comms[comm][peer] : kNone;
  }
  /// The target of an operation, lock or flush; kNone: all.
  uint32_t target(const Call &call) const { return world(windows[call.window].comm, call.peer); }
};

/// The program without a unit, and without all that needs it.
Program without(const Program &program, const std::set<uint32_t> &units);

/// In readable form, one call a line by the time it begins.
std::string show(const Program &program);

} // namespace racemodel

#endif // FENCEPOST_TEST_UNIT_RACES_MODEL_PROGRAM_H
