//===- checks/rma-buffer-lifetime.cpp - memory dies before completion ------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Warns where the buffer of an operation under way is freed or goes out of scope,
// and where the memory of a window does before the window is freed.
//
//===----------------------------------------------------------------------===//

#include "Captures.h"
#include "Completion.h"
#include "Feasibility.h"
#include "FunctionInfo.h"
#include "Spelling.h"
#include "checks/InFlight.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;

namespace fencepost::plugin {

namespace {

/// Whether the window surely is made of that memory still.
bool isAlive(const Step &step, const WindowMemory &memory) {
  return inAll(step.before.windows[memory.window],
               [&](const Epochs &epochs) { return epochs.created == memory.creation; });
}

bool isWithin(const Expr *expr, const Stmt *block, const FunctionInfo &info) {
  const SourceManager &sources = info.context.getSourceManager();
  SourceLocation at = sources.getExpansionLoc(expr->getBeginLoc());
  return !sources.isBeforeInTranslationUnit(at, sources.getExpansionLoc(block->getBeginLoc())) &&
         !sources.isBeforeInTranslationUnit(sources.getExpansionLoc(block->getEndLoc()), at);
}

void reportMemory(const Step &step, const WindowMemory &memory, const std::string &end,
                  const std::vector<FindingNote> &notes) {
  SourceRange range = memory.creation->getSourceRange();
  step.reporter.report(FindingId::BufferLifetime, range.getBegin(), range,
                       "the memory of " + step.window(memory.window) + ", " + end +
                           " before the window is freed",
                       notes);
}

/// A call that frees the window, which every way from here comes to; or null.
const CallExpr *freedAfter(const Step &step, unsigned window) {
  const std::vector<Action> &own = step.graph.blocks[step.block->getBlockID()];
  for (const CFGBlock *block : *step.graph.cfg)
    for (const Action &action : step.graph.blocks[block->getBlockID()])
      if (action.kind == Action::Kind::Call && action.call.kind() == EventKind::WinFree &&
          action.window == window &&
          (block == step.block ? &action > &step.action && &action < own.data() + own.size()
                               : step.feasibility.alwaysReaches(step.block, block)))
        return action.call.expr;
  return nullptr;
}

/// Memory of a window that is freed behind this; with null: nowhere that is known.
void reportRelease(const Step &step, const WindowMemory &memory, const CallExpr *freed) {
  const Access &access = step.action.access;
  std::vector<FindingNote> notes = {
      {memory.creation->getSourceRange(), "the window is made of it here"}};
  if (freed)
    notes.push_back({freed->getSourceRange(), "the window is freed here"});
  step.reporter.report(FindingId::BufferLifetime, access.expr, access.by,
                       step.quoted(access.expr) + ", the memory of " + step.window(memory.window) +
                           ", is released before the window is freed",
                       notes);
}

/// The same of a window that is made elsewhere in the file.
void checkMadeElsewhere(const Step &step, const WindowMemory &memory) {
  const bool isGone = !inAll(step.before.windows[memory.window],
                             [](const Epochs &epochs) { return !epochs.freed; });
  if (const CallExpr *freed = isGone ? nullptr : freedAfter(step, memory.window))
    reportRelease(step, memory, freed);
}

void checkRelease(const Step &step) {
  const Access &access = step.action.access;
  // Who cleans up before giving up has an error to deal with.
  bool givesUp = step.feasibility.givesUp(step.block);
  auto found = conflictOf(step);
  const std::string freed =
      " is freed" +
      (isa_and_nonnull<CXXMemberCallExpr>(access.by) ? " by " + calleeName(access.by) : "");
  if (found && (step.block == found->operation.block || !givesUp)) {
    std::string doing = found->buffer.writes ? "writing" : "reading";
    std::string what = found->operation.isAttachment
                           ? freed + " before it is detached from its window"
                           : freed + " while " + std::string(found->operation.call.info().name) +
                                 step.atLine(found->operation.call.expr) + " may still be " +
                                 doing + " it";
    step.reporter.report(FindingId::BufferLifetime, access.expr, access.by,
                         step.quoted(access.expr) + what, notesOf(step, *found));
  }
  for (const WindowMemory &memory : step.graph.memories) {
    if (givesUp || memory.isAllocated || !overlaps(access.address, memory.address))
      continue;
    if (step.info.windows[memory.window].made)
      checkMadeElsewhere(step, memory);
    else if (isAlive(step, memory))
      reportRelease(step, memory, freedAfter(step, memory.window));
  }
}

/// A variable's life ends, or that of all parameters.
bool isOwnParameter(const Step &step, const VarDecl *variable) {
  return isa<ParmVarDecl>(variable) && ownerOf(variable) == step.info.function;
}

void checkEnd(const Step &step, const VarDecl *variable) {
  if (step.feasibility.givesUp(step.block))
    return;
  for (std::size_t i = 0; i < step.graph.operations.size(); ++i) {
    const Operation &operation = step.graph.operations[i];
    uint8_t progress = step.before.operations[i];
    // An epoch that ends nowhere is rma-unclosed-epoch.
    if (!variable && operation.window && step.info.windows[*operation.window].isPrivate)
      continue;
    if (!isUnderWay(progress) || operation.target.constant.value_or(0) < 0)
      continue;
    for (const Access &buffer : operation.buffers) {
      const Address &address = buffer.address;
      const VarDecl *object = address.object ? address.object : address.container;
      if (!variable && address.literal && step.feasibility.meets(operation, step.block, progress))
        step.reporter.report(FindingId::BufferLifetime, buffer.expr, buffer.by,
                             std::string(operation.call.info().name) + " may still be " +
                                 (buffer.writes ? "writing" : "reading") +
                                 " this literal when the function returns");
      if (!object || (variable ? object != variable : !isOwnParameter(step, object)) ||
          !step.feasibility.meets(operation, step.block, progress))
        continue;
      std::string name(operation.call.info().name);
      if (operation.isAttachment) {
        step.reporter.report(FindingId::BufferLifetime, buffer.expr, buffer.by,
                             "'" + object->getNameAsString() +
                                 "' goes out of scope before it is detached from its window");
        continue;
      }
      step.reporter.report(FindingId::BufferLifetime, buffer.expr, buffer.by,
                           name + " may still be " + (buffer.writes ? "writing" : "reading") +
                               " '" + object->getNameAsString() + "' when that goes out of scope");
    }
  }
  for (const WindowMemory &memory : step.graph.memories)
    if (variable && (memory.address.object == variable || memory.address.container == variable) &&
        isAlive(step, memory))
      reportMemory(step, memory, "'" + variable->getNameAsString() + "', goes out of scope", {});
}

/// A literal of an inner block is gone when a call after that completes the operation.
void checkLiterals(const Step &step) {
  for (std::size_t i = 0; i < step.graph.operations.size(); ++i) {
    const Operation &operation = step.graph.operations[i];
    uint8_t progress = step.before.operations[i];
    // In a loop, the next iteration writes it: rma-local-race.
    if (!isUnderWay(progress) || operation.target.constant.value_or(0) < 0 ||
        !ends(step.action, operation, step.info) || step.feasibility.loopAround(operation.block))
      continue;
    for (const Access &buffer : operation.buffers)
      if (const Stmt *block = step.info.literalBlocks.lookup(buffer.address.literal);
          block && !isWithin(step.action.call.expr, block, step.info) &&
          step.feasibility.meets(operation, step.block, progress))
        step.reporter.report(FindingId::BufferLifetime, buffer.expr, buffer.by,
                             std::string(operation.call.info().name) + " may still be " +
                                 (buffer.writes ? "writing" : "reading") +
                                 " this literal when its block ends");
  }
}

} // namespace

void checkBufferLifetime(const Step &step) {
  const Action &action = step.action;
  if (action.kind == Action::Kind::Access && action.access.releases)
    checkRelease(step);
  else if (action.kind == Action::Kind::Call && !step.info.literalBlocks.empty())
    checkLiterals(step);
  else if (action.kind == Action::Kind::Expire)
    checkEnd(step, cast<VarDecl>(action.variable));
  else if (action.kind == Action::Kind::End)
    checkEnd(step, nullptr);
}

} // namespace fencepost::plugin
