//===- Analyses.h - functions followed from their begin to their end ------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_CLANG_PLUGIN_ANALYSES_H
#define FENCEPOST_CLANG_PLUGIN_ANALYSES_H

#include "Actions.h"
#include "FunctionInfo.h"
#include "Processes.h"
#include "Program.h"
#include "State.h"
#include "Summaries.h"

#include "llvm/ADT/ArrayRef.h"

#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace fencepost::plugin {

struct Arguments;

/// What is known at each point of a function.
struct Analysis {
  FunctionInfo info;
  FlowGraph graph;
  std::vector<State> before; // each block, by block id
};

/// What a call of a function does to the windows that it can name.
struct FunctionEffect {
  struct OnWindow {
    WindowPath path;
    std::string name;
    Situations left; // of a window that is unknown when the function is entered
    Completes completes;
    unsigned index; // in FunctionInfo::windows of the function
  };
  std::vector<OnWindow> windows;
  std::vector<FirstCall> first;      // by index of the function's own windows
  std::vector<Operation> operations; // that surely are under way when it returns
  bool completesRequests = false;
  Flags flags; // that members of the object hold when the method returns
};

class Analyses {
public:
  explicit Analyses(clang::ASTContext &context)
      : context(context), summaries(context), processes(context), program(context) {}

  /// Null for code that cannot be followed, or is being followed just now.
  const Analysis *of(const clang::FunctionDecl *function);

  /// Nothing when calling the function may do anything to any window that others know.
  const FunctionEffect *effectOf(const clang::FunctionDecl *function,
                                 const Context &calledFor = {});

  /// The constants that a call gives parameters on whose values the function's ways depend.
  std::map<const clang::VarDecl *, int64_t> numbersGiven(const clang::FunctionDecl *function,
                                                         const Arguments &arguments,
                                                         const FunctionInfo &info);

  /// What a call of the function, whose body is in sight, surely reads and writes before it opens
  /// or completes anything: through its parameters, or in its object.
  llvm::ArrayRef<Access> accessesOf(const clang::FunctionDecl *function,
                                    const Context &calledFor = {});

  clang::ASTContext &context;
  Summaries summaries;
  Processes processes;
  Program program;

private:
  struct Known {
    std::unique_ptr<Analysis> analysis;
    std::optional<FunctionEffect> effect;
    std::optional<std::vector<Access>> accesses;   // once asked for
    std::vector<const clang::ParmVarDecl *> asked; // on whose values its ways depend
    unsigned contexts = 0; // in which it was looked at since it was given constants
  };
  std::map<std::pair<const clang::FunctionDecl *, Context>, std::unique_ptr<Known>> known;
  unsigned depth = 0;

  Known *find(const clang::FunctionDecl *function, const Context &calledFor = {});
  void addGuarded(Known &known, const Context &calledFor);
};

} // namespace fencepost::plugin

#endif // FENCEPOST_CLANG_PLUGIN_ANALYSES_H
