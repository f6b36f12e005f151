//===- trial/Events.h - what a process on trial does ----------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_CLANG_PLUGIN_TRIAL_EVENTS_H
#define FENCEPOST_CLANG_PLUGIN_TRIAL_EVENTS_H

#include "ByteRange.h"
#include "Datatypes.h"
#include "Layouts.h"
#include "MpiCall.h"
#include "trial/Memory.h"

#include <deque>
#include <string>
#include <vector>

namespace fencepost::plugin::trial {

/// Of processes that are arranged by coordinates.
struct Grid {
  std::vector<int64_t> sizes, periods; // by dimension
};

struct Comm {
  std::string name; // the same in all of its processes
  int64_t rank, size;
  std::vector<int64_t> members; // ranks of all processes, by rank
  unsigned made = 0;            // windows and communicators, of it
  Grid grid = {};

  bool isSelf() const { return name.starts_with("self"); }
};

struct Window {
  std::string name; // the same in all of its processes
  unsigned comm;
  const Object *memory = nullptr;
  int64_t offset = 0;
  std::optional<int64_t> unit, bytes;
};

/// What a handle stands for.
struct Handle {
  enum class Kind : uint8_t { Comm, Window, FreedWindow, Group, Request, Type, Null } kind;
  unsigned index = 0;                        // of a communicator or window; the call of a request
  std::optional<std::vector<int64_t>> group; // ranks among all
  std::optional<Layout> type;
};

/// A call of MPI, in the order of the calls.
struct CallEvent {
  MpiCall call;
  EventKind kind;
  std::optional<unsigned> comm, window;
  std::optional<int64_t> target; // or destination, where known
  std::optional<int64_t> tag, source, sourceTag, assertion;
  std::optional<int64_t> root;         // of a collective, where it has one
  std::vector<int64_t> group;          // ranks among all
  std::optional<int64_t> displacement; // in units of the target's window
  std::vector<ByteRange> pieces;       // from there on; none: nothing is moved, or nobody knows
  std::optional<Misfit> misfit;        // of its two sides
  bool isExclusive = false;            // a lock, for all that is known
  bool isSurelyExclusive = false, isFromNobody = false, isNoOp = false;
  struct Buffer {
    const Object *object;
    ByteRange bytes;
    bool isWritten;
    const clang::Expr *expr;
  };
  std::vector<Buffer> buffers;     // of the operation, at its origin
  std::string type, op;            // of what an operation accumulates
  std::vector<unsigned> completed; // calls whose requests it waits for
};

/// Whether the operation does something at its target: MPI_PROC_NULL and no elements are nothing.
inline bool isSomething(const CallEvent &operation) {
  return operation.target.value_or(-1) >= 0 && !operation.pieces.empty();
}

/// An op that is not known may be none.
inline bool changesTarget(const CallEvent &operation) {
  const bool isAccumulate = isAtomic(operation.kind) && operation.kind != EventKind::CompareAndSwap;
  return operation.kind != EventKind::Get &&
         !(isAccumulate && (operation.op.empty() || operation.isNoOp));
}

struct AccessEvent {
  const clang::Expr *expr;
  const Object *object;
  ByteRange bytes;
  bool writes;
  unsigned position;                        // how many calls came before
  std::optional<MpiCall> by = std::nullopt; // a message or collective
};

/// What ends the life of memory.
struct Ending {
  const clang::VarDecl *variable = nullptr; // which goes out of scope
  const clang::Expr *argument = nullptr;    // or what is given back
  const clang::CallExpr *call = nullptr;    // by that; null: delete
  const clang::Expr *temporary = nullptr;   // or what makes one
};

/// Memory is given back.
struct ReleaseEvent {
  Ending by;
  const Object *object;
  unsigned position; // how many calls came before
};

/// All that one process did, as far as that is known.
struct Course {
  std::vector<CallEvent> calls;
  std::vector<AccessEvent> accesses;
  /// How many calls came before it had read what it waited for in a window.
  std::vector<unsigned> awaits;
  /// How many it had begun behind the last code that may have been executed, or not.
  unsigned passedOver = 0;
  std::vector<ReleaseEvent> releases;
  std::vector<Comm> comms;
  std::vector<Window> windows;
  bool gaveUp = false, isFinalized = false;
  bool asksRank = false;  // among several
  bool mayDiffer = false; // what it waits for, or receives, may come in another order
  unsigned steps = 0;
  std::vector<int64_t> asked; // ranks whose memory of shared windows it asked for
  std::deque<Object> objects;
};

} // namespace fencepost::plugin::trial

#endif // FENCEPOST_CLANG_PLUGIN_TRIAL_EVENTS_H
