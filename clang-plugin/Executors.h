//===- Executors.h - which ranks execute a place of a function ------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All processes run one program; what tells them apart are its questions for
// the rank. Where these ask for one constant rank, it is known who goes which
// way.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_CLANG_PLUGIN_EXECUTORS_H
#define FENCEPOST_CLANG_PLUGIN_EXECUTORS_H

#include "llvm/ADT/BitVector.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace clang {
class CFGBlock;
class Expr;
class IfStmt;
class SwitchStmt;
} // namespace clang

namespace fencepost::plugin {

class Feasibility;
class FunctionInfo;
struct FlowGraph;

/// The processes, of those that call the function, that surely come to a place: all, one rank or
/// all but one.
struct Executors {
  std::optional<int64_t> only = std::nullopt;
  std::optional<int64_t> allBut = std::nullopt;

  bool areAll() const { return !only && !allBut; }

  bool contains(int64_t rank) const { return only ? rank == *only : rank != allBut; }

  /// Whether one of these processes and another one of the others are sure to exist, when there
  /// are at least that many.
  bool differFrom(const Executors &other, int64_t processes) const;

  /// The highest rank that is named.
  int64_t highest() const { return std::max(only.value_or(0), allBut.value_or(0)); }
};

/// Whether the loop may run for some of the processes only: what bounds it has to do with ranks.
bool mayDependOnRank(const clang::CFGBlock *header, const FunctionInfo &info);

/// The branches of a function that ask for a rank.
class RankBranches {
public:
  struct Branch {
    const clang::CFGBlock *block;
    const clang::Expr *condition;
    std::string comm;                 // of which the rank is asked
    std::optional<int64_t> rank;      // none: the condition parts two processes otherwise
    bool equal;                       // the first way is that of the rank, else the second
    bool isCase;                      // of a switch
    const clang::CFGBlock *firsts[2]; // where the ways begin; null: at several places
    llvm::BitVector ways[2];          // the blocks that each leads to without coming back here
    bool isOnEveryWay;                // through the function, other than giving up
  };

  RankBranches(const FunctionInfo &info, const FlowGraph &graph, const Feasibility &feasibility)
      : info(info), graph(graph), feasibility(feasibility) {}

  const std::vector<Branch> &all();

  /// Nothing where other conditions decide, too.
  std::optional<Executors> executorsOf(const clang::CFGBlock *block, const std::string &comm);

private:
  void addIf(const clang::CFGBlock *block, const clang::IfStmt *choice);
  void addSwitch(const clang::CFGBlock *block, const clang::SwitchStmt *cases);
  std::optional<Executors> findExecutors(const clang::CFGBlock *block, const std::string &comm);

  const FunctionInfo &info;
  const FlowGraph &graph;
  const Feasibility &feasibility;
  std::optional<std::vector<Branch>> branches; // found when first asked for
  std::map<std::pair<const clang::CFGBlock *, std::string>, std::optional<Executors>> known;
};

} // namespace fencepost::plugin

#endif // FENCEPOST_CLANG_PLUGIN_EXECUTORS_H
