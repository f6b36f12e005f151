//===- checks/Check.h - what a check is given -----------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A check is a function that is shown each step of a function, with what is
// known before it. checks.def lists the checks; each is in the file that is
// named after the finding it reports.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_CLANG_PLUGIN_CHECKS_CHECK_H
#define FENCEPOST_CLANG_PLUGIN_CHECKS_CHECK_H

#include "Epochs.h"
#include "Reporter.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include <cstdint>
#include <optional>
#include <string>

namespace clang {
class CFGBlock;
class CallExpr;
class Expr;
} // namespace clang

namespace fencepost::plugin {

class Analyses;

class Callers;
class Feasibility;
class FencePeers;
class FirstTurns;
class FunctionInfo;
class RankBranches;
class Reporter;
class SharedPeers;
struct Action;
struct FlowGraph;
struct MpiCall;
struct State;

struct Step {
  const FunctionInfo &info;
  const FlowGraph &graph;
  Feasibility &feasibility;
  RankBranches &branches;
  FirstTurns &firstTurns;
  const FencePeers &peers;
  const SharedPeers &sharedPeers;
  Callers &callers;
  Reporter &reporter;
  const clang::CFGBlock *block;
  const Action &action;
  const State &before;

  /// The expression in quotes, as the source has it.
  std::string quoted(const clang::Expr *expr) const;

  /// "window 'win'".
  std::string window(unsigned index) const;

  /// The call in this function, made by all processes that execute the function, that made the
  /// window; nothing where that is not certain.
  std::optional<MpiCall> creationOf(unsigned window) const;

  /// The same, or the only call of the whole program that makes it.
  std::optional<MpiCall> makerOf(unsigned window) const;

  /// The name of the window's communicator (see FunctionInfo::nameOfComm); empty: it is not known.
  std::string commOf(unsigned window) const;

  /// Whether that holds, of the target of the step and the rank in the window's communicator,
  /// whichever process of the first few it is that comes here; where nobody knows who does, of a
  /// target that is the same for all, without a rank.
  bool isSureOfTarget(
      llvm::function_ref<bool(int64_t target, const std::string &comm, std::optional<int64_t> rank)>
          holds) const;

  /// Whether it may be that only some of the processes execute the function: then what its own
  /// questions for the rank say of who comes where is not all.
  bool isForSome() const;

  /// Reports the call of MPI, or the argument of it; with a note on the call or construction of
  /// this function that leads there, or at that where a library's header makes the call.
  void report(FindingId id, const std::string &message, std::vector<FindingNote> notes,
              const clang::Expr *argument = nullptr) const;

  /// The target of the call, in the words of this function.
  Target target() const;

  /// " at line 12", for a place that is not where the caret stands.
  std::string atLine(const clang::Expr *expr) const;
};

/// Whether that holds however the point was reached.
template <typename Predicate> bool inAll(const Situations &situations, Predicate holds) {
  return !situations.empty() && llvm::all_of(situations, holds);
}

/// A call about a window, of this function or the first of one that it calls, other than one on
/// MPI_PROC_NULL, which does nothing.
struct WindowCall {
  EventKind kind;
  Target target;
  const Situations &situations; // of the window before it
};
std::optional<WindowCall> windowCall(const Step &step);

/// Whether the step's call is an operation, or a flush, after a fence that says that none follows.
bool isAfterNoSucceed(const Step &step);

#define CHECK(enumerator) void check##enumerator(const Step &step);
#include "checks/checks.def"

/// Shows the step to every check.
void runChecks(const Step &step);

/// What is reported of a whole program when all functions have been checked.
void checkRehearsals(const clang::FunctionDecl *main, Analyses &analyses, Reporter &reporter);
void checkTrials(const clang::FunctionDecl *main, Analyses &analyses, Reporter &reporter);

} // namespace fencepost::plugin

#endif // FENCEPOST_CLANG_PLUGIN_CHECKS_CHECK_H
