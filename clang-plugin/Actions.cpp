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

} // namespace

std::optional<FlowGraph> makeFlowGraph(FunctionInfo &info, Analyses &analyses) {
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
