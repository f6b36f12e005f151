//===- Actions.h - a function as a graph of what matters to the checks ----===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_CLANG_PLUGIN_ACTIONS_H
#define FENCEPOST_CLANG_PLUGIN_ACTIONS_H

#include "Accesses.h"
#include "Counts.h"
#include "Epochs.h"
#include "Flags.h"
#include "MpiCall.h"
#include "Requests.h"

#include "clang/Analysis/CFG.h"
#include "llvm/ADT/DenseMap.h"

#include <memory>
#include <optional>
#include <vector>

namespace clang {
class CXXTryStmt;
class ValueDecl;
class VarDecl;
} // namespace clang

namespace fencepost::plugin {

class Analyses;
class FunctionInfo;
struct Construct;
struct Induction;

/// Which operations a function may complete: MPI_Win_flush_local does so at their origins only.
enum class Completes : uint8_t { None, AtOrigin, AtTarget };

/// What a call of a function in sight does to one window.
struct WindowEffect {
  unsigned window; // index in FunctionInfo::windows
  Situations left; // of a window that is unknown when the function is entered
  Completes completes;
};

/// An RMA operation of the function, or of one that it calls.
struct Operation {
  MpiCall call;
  const clang::Expr *issue = nullptr; // in this function: the call, or that of the other one
  std::optional<unsigned> window; // index in FunctionInfo::windows, nothing for any other window
  std::vector<Access> buffers;
  Target target;
  std::vector<Count> counts; // it moves nothing where one of them is 0; without constants
  bool isGuarded = false;    // by the function that issues it, for where it would move nothing
  bool hasRequest = false;
  bool isAttachment = false; // of memory to a dynamic window, until it is detached
  Requests request;          // where only this function knows it
  /// It stands for what the first iteration of this loop, and of those within, issues.
  const Induction *firstOf = nullptr;
  const clang::CFGBlock *block = nullptr;
};

/// A call of MPI that a function is sure to make before it does anything else to that window.
struct FirstCall {
  MpiCall call;
  unsigned window; // index in FunctionInfo::windows
  Target target;
};

struct Invocation {
  std::vector<WindowEffect> windows;
  std::vector<FirstCall> first;
  std::vector<Operation> operations; // that it leaves under way
  bool completesRequests = false;
};

/// One step of a block.
struct Action {
  enum class Kind : uint8_t {
    Call,      // `call`, of an MPI function of the table
    First,     // `call`, made by the function that `through` calls, or an object that it makes, to
               // `target`
    Waits,     // other code may complete the requests in `variable`
    Answer,    // the flag that `call`, a test, has left is looked at
    LocalCall, // of another one that orders nothing, such as MPI_Wtime
    Access,    // `access`
    Modify,    // `variable` (or member) changes; null: some pointer in memory
    ModifyNumber, // some number in memory changes
    Flag,         // the member `variable` of `object` holds `value`
    Redeclare,    // `variable` is a new object from here on
    Expire,       // the life of `variable` ends
    Modifies,     // other code runs that may change what it can reach
    Synchronizes, // other code runs that also opens or completes epochs or requests
    Issue,        // other code has left `issued` under way
    NextThread,   // what follows may be done by another thread: the next iteration of `construct`
    Throw,        // the handlers of `handled` may come next; `isPartial`: in the midst of a call
    Stop,         // MPI_Abort and the like: does not come back
    End,          // the function returns
  };
  Kind kind;
  MpiCall call = {};
  const clang::Expr *through = nullptr;
  Target target = {};
  std::optional<unsigned> window = std::nullopt;    // of the call: index in FunctionInfo::windows
  std::optional<unsigned> operation = std::nullopt; // of the call: index in FlowGraph::operations
  std::optional<unsigned> first = std::nullopt;     // the same, of the first iteration of a loop
  std::optional<unsigned> issued = std::nullopt;    // index in FlowGraph::operations
  Access access = {};
  const clang::ValueDecl *variable = nullptr;
  const Construct *construct = nullptr;
  const clang::CXXTryStmt *handled = nullptr;
  bool isPartial = false;
  bool isOfOthers = false;     // a member changes, but not that of `object`
  bool changesHandles = false; // of other code: it may change handles in memory
  bool changesNumbers = true;  // and numbers
  bool communicates = false;   // of other code in sight: it calls MPI, a barrier perhaps
  bool isDescribed = false;    // what it changes is told by these two, and by Modify before it
  /// What other code does to windows; null: it may do anything.
  std::shared_ptr<const Invocation> invocation = nullptr;
  /// The same when members of `object`, for which a method is called, hold something that is known.
  std::shared_ptr<const std::vector<Variant>> variants = nullptr;
  const clang::VarDecl *object = nullptr;           // null: of this method
  std::vector<const clang::FieldDecl *> flags = {}; // that the method may change
  int64_t value = 0;
};

/// The memory that a window was made of.
struct WindowMemory {
  unsigned window; // index in FunctionInfo::windows
  const clang::CallExpr *creation;
  Address address;
  bool isAllocated = false; // by the creation, and found through a pointer that nothing else sets
  bool isInMember = false;  // found through one, which the function does not set meanwhile
};

/// The part of a shared window's memory that a call asked for: the own one, or that of another
/// process.
struct AskedMemory {
  unsigned window; // index in FunctionInfo::windows
  MpiCall query;
  Address address;
  bool mayBeOwn = false; // the pointer is the process's own memory where it is not asked for

  const clang::Expr *rank() const { return query.expr->getArg(1); }
};

struct FlowGraph {
  std::unique_ptr<clang::CFG> cfg;
  std::vector<std::vector<Action>> blocks; // by block id
  std::vector<Operation> operations;
  std::vector<WindowMemory> memories; // that are found at one place for good
  std::vector<AskedMemory> asked;     // the same
  llvm::DenseMap<const clang::CallExpr *, const clang::CFGBlock *> blockOf; // of calls of MPI
};

/// Nothing where clang cannot make a control flow graph, or it is too large to follow.
std::optional<FlowGraph> makeFlowGraph(FunctionInfo &info, Analyses &analyses);

} // namespace fencepost::plugin

#endif // FENCEPOST_CLANG_PLUGIN_ACTIONS_H
