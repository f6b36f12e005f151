//===- Actions.cpp - a function as a graph of what matters to the checks --===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Actions.h"

#include "ActionBuilder.h"
#include "FunctionInfo.h"
#include "MemberValues.h"
#include "WholeFunction.h"
#include "WindowMemory.h"

#include "clang/AST/ASTContext.h"
#include "clang/Analysis/CFG.h"

using namespace clang;

namespace fencepost::plugin {

namespace {

/// Beyond these a function is generated code; the checks leave it alone rather than slow the
/// compilation down.
constexpr unsigned kMostBlocks = 4000;
constexpr std::size_t kMostOperations = 400;

void fillBlocks(FlowGraph &graph, FunctionInfo &info, Analyses &analyses) {
  graph.blocks.assign(graph.cfg->getNumBlockIDs(), {});
  graph.operations.clear();
  graph.memories.clear();
  graph.asked.clear();
  info.windows.clear();
  info.targets.clear();
  ActionBuilder builder(info, analyses, graph);
  for (const CFGBlock *block : *graph.cfg)
    builder.block(block);
}

/// Whether something ends there that clang's graph does not tell of: what a range loop declares
/// before its range.
bool hasUnseenEnds(const Stmt *statement) {
  auto *loop = dyn_cast_or_null<CXXForRangeStmt>(statement);
  auto *begun = loop ? dyn_cast_or_null<DeclStmt>(loop->getInit()) : nullptr;
  if (begun && llvm::any_of(begun->decls(), [](const Decl *each) {
        auto *variable = dyn_cast<VarDecl>(each);
        return variable && variable->needsDestruction(variable->getASTContext());
      }))
    return true;
  return statement && llvm::any_of(statement->children(), hasUnseenEnds);
}

/// Whether the most derived class alone decides what it makes or ends.
bool isOfVirtualBases(const FunctionDecl *function) {
  return isa<CXXConstructorDecl, CXXDestructorDecl>(function) &&
         cast<CXXMethodDecl>(function)->getParent()->getNumVBases() != 0;
}

} // namespace

std::optional<FlowGraph> makeFlowGraph(FunctionInfo &info, Analyses &analyses) {
  if (isOfVirtualBases(info.function) || hasUnseenEnds(info.function->getBody()))
    return std::nullopt;
  CFG::BuildOptions options;
  options.setAllAlwaysAdd();
  options.AddImplicitDtors = true;
  options.AddLifetime = true;
  options.AddTemporaryDtors = true;
  options.AddInitializers = true;
  FlowGraph graph;
  graph.cfg = CFG::buildCFG(info.function, info.function->getBody(), &info.context, options);
  if (!graph.cfg || graph.cfg->getNumBlockIDs() > kMostBlocks)
    return std::nullopt;
  for (auto [parameter, value] : info.calledFor.bound)
    if (info.isSteady(parameter)) {
      info.soleValues[parameter] = value;
      info.aliases.insert(parameter);
    }
  findMemberValues(info, analyses.summaries);
  fillBlocks(graph, info, analyses);
  if (graph.operations.size() > kMostOperations)
    return std::nullopt;
  findAliases(graph, info);
  if (!info.aliases.empty() || !info.valuesRead.empty())
    fillBlocks(graph, info, analyses);
  findAssigned(graph, info);
  dropMoved(graph);
  addMadeMemories(graph, info);
  dropMovedRequests(graph, info);
  dropUnsteady(graph, info);
  return graph;
}

} // namespace fencepost::plugin
