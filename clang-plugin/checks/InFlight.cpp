//===- checks/InFlight.cpp - buffers of operations under way --------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "checks/InFlight.h"

#include "CalleeAccesses.h"
#include "Feasibility.h"
#include "FunctionInfo.h"
#include "Propagation.h"
#include "checks/PathNotes.h"
#include "checks/RaceWords.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;

namespace fencepost::plugin {

namespace {

/// What ends the operation at its origin in the epoch it is in.
std::string completion(const Step &step, const Operation &operation) {
  if (operation.hasRequest)
    return "MPI_Wait on its request";
  if (operation.window) {
    bool passive = true, fence = true, start = true;
    for (const Epochs &epochs : step.before.windows[*operation.window]) {
      passive &= epochs.lockAll || !epochs.locks.empty();
      start &= epochs.start != nullptr && !epochs.hasPassive();
      fence &= epochs.fence != nullptr && !epochs.start && !epochs.hasPassive();
    }
    if (fence)
      return "MPI_Win_fence";
    if (start)
      return "MPI_Win_complete";
    if (passive)
      return "MPI_Win_flush_local or the unlock";
  }
  return kLocalCompletion;
}

bool isWithin(const Step &step, const Stmt *loop) {
  const SourceManager &sources = step.info.context.getSourceManager();
  SourceLocation at = sources.getExpansionLoc(step.action.access.expr->getBeginLoc());
  return !sources.isBeforeInTranslationUnit(at, sources.getExpansionLoc(loop->getBeginLoc())) &&
         !sources.isBeforeInTranslationUnit(sources.getExpansionLoc(loop->getEndLoc()), at);
}

const CallExpr *openerOf(const Epochs &epochs) {
  if (epochs.lockAll)
    return epochs.lockAll;
  if (!epochs.locks.empty())
    return epochs.locks.front().call;
  return epochs.start ? epochs.start : epochs.fence;
}

/// What opened the epoch on every way that led here; or null.
const CallExpr *openerOf(const Situations &situations) {
  const CallExpr *opener = situations.empty() ? nullptr : openerOf(*situations.begin());
  return inAll(situations, [&](const Epochs &epochs) { return openerOf(epochs) == opener; })
             ? opener
             : nullptr;
}

/// Whether all processes issue the operation, and come here.
bool areOfAll(const Step &step, const Operation &operation) {
  auto call = step.action.access.by ? mpiCall(step.action.access.by) : std::nullopt;
  const Expr *comm = call ? call->argument(Role::Comm) : nullptr;
  const CFGBlock *entry = &step.graph.cfg->getEntry();
  auto isOfAll = [&](const CFGBlock *block) {
    return step.feasibility.allReach(entry, block, step.info.nameOfComm(comm));
  };
  const std::string name = comm ? step.info.nameOfComm(comm) : "";
  const bool isWindows = comm && operation.window && step.commOf(*operation.window) == name;
  return (isWindows || name == "MPI_COMM_WORLD") && isOfAll(operation.block) &&
         isOfAll(step.block) && !step.isForSome();
}

} // namespace

FindingNote innerNote(const Access &access) {
  return {access.within->getSourceRange(), std::string("it is ") +
                                               (access.releases ? "freed"
                                                : access.writes ? "written"
                                                                : "read") +
                                               " here"};
}

std::vector<FindingNote> notesOf(const Step &step, const InFlight &inFlight) {
  const auto &[operation, buffer, turnsIn] = inFlight;
  if (operation.isAttachment)
    return {{operation.call.expr->getSourceRange(), "it is attached here"}};
  std::string does = buffer.writes ? " writes " : " reads ";
  std::vector<FindingNote> notes{
      {operation.call.expr->getSourceRange(),
       std::string(operation.call.info().name) + does + step.quoted(buffer.expr) +
           " from here until its local completion: " + completion(step, operation)}};
  if (operation.issue != operation.call.expr)
    notes.push_back({operation.issue->getSourceRange(), "it is issued by this call"});
  if (step.action.access.within)
    notes.push_back(innerNote(step.action.access));
  if (turnsIn)
    notes.push_back({{turnsIn->getBeginLoc(), turnsIn->getBeginLoc()},
                     "a later iteration of this loop comes back to it before any completes it"});
  else
    for (FindingNote &note : pathNotes(step, operation))
      notes.push_back(std::move(note));
  if (!operation.window)
    return notes;
  if (const CallExpr *opener = openerOf(step.before.windows[*operation.window]))
    notes.push_back({opener->getSourceRange(), "the epoch was opened here"});
  return notes;
}

/// Whether the function changes what is said, or may: it is in memory.
static bool mayChange(const Stmt *said, const FlowGraph &graph) {
  auto *named = dyn_cast<DeclRefExpr>(said);
  if ((named && !named->getType()->isArrayType() && isChanged(graph, named->getDecl())) ||
      isa<MemberExpr, ArraySubscriptExpr, CallExpr>(said))
    return true;
  return llvm::any_of(said->children(),
                      [&](const Stmt *child) { return child && mayChange(child, graph); });
}

bool mayIdle(const Step &step, std::vector<uint8_t> State::*progress, std::size_t operation,
             const CallExpr *call) {
  return call && step.firstTurns.tells(step.block, progress, operation) &&
         (step.action.access.within || llvm::any_of(call->arguments(), [&](const Expr *argument) {
            return (argument->getType()->isIntegerType() || isa<BinaryOperator>(argument)) &&
                   mayChange(argument, step.graph);
          }));
}

std::optional<InFlight> conflictOf(const Step &step) {
  const Access &access = step.action.access;
  for (std::size_t i = 0; i < step.graph.operations.size(); ++i) {
    const Operation &operation = step.graph.operations[i];
    uint8_t progress = step.before.operations[i];
    if (!isUnderWay(progress) || operation.target.constant.value_or(0) < 0)
      continue;
    // Attached memory is there to be used.
    if (operation.isAttachment && !access.releases)
      continue;
    // What later iterations do to the first one's buffer may be other memory.
    if (operation.firstOf && isWithin(step, operation.firstOf->loop))
      continue;
    if (access.isOfOthers && !areOfAll(step, operation))
      continue;
    for (const Access &buffer : operation.buffers)
      if ((access.writes || buffer.writes) && touches(access, buffer, operation.issue, step.info) &&
          step.feasibility.meets(operation, step.block, progress) &&
          !mayIdle(step, &State::operations, i, access.by))
        return InFlight{operation, buffer};
  }
  return std::nullopt;
}

} // namespace fencepost::plugin
