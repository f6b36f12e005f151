//===- Answers.h - questions whose answer follows from earlier ones -------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_CLANG_PLUGIN_ANSWERS_H
#define FENCEPOST_CLANG_PLUGIN_ANSWERS_H

#include "clang/AST/OperationKinds.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseSet.h"

#include <cstdint>
#include <optional>
#include <string>

namespace clang {
class CFGBlock;
class Expr;
class VarDecl;
} // namespace clang

namespace fencepost::plugin {

class FunctionInfo;

/// What the block asks for, of `a && b` the last part: the others have blocks of their own. Null
/// where it asks for nothing, or has more than two answers.
const clang::Expr *conditionOf(const clang::CFGBlock *block);

/// The way that the block always takes of two, as what it asks for holds one value all through the
/// function: `if (kDebug)`, `for (int i = 0; i < kWarmUp; ...)`.
std::optional<bool> constantAnswer(const clang::CFGBlock *block, const FunctionInfo &info);

/// The only way that the block may go on by: for what is known of the call that the function is
/// looked at for, too.
std::optional<unsigned> onlyWay(const clang::CFGBlock *block, const FunctionInfo &info);

/// Whether a number that does not change compares so with a constant.
struct Question {
  std::string subject;
  clang::BinaryOperatorKind asked;
  int64_t number;

  bool holdsFor(int64_t value) const;
};

/// What questions call the number that the variable holds, or that of the elements it has.
std::string subjectOf(const clang::VarDecl *variable);
std::string subjectOfElements(const clang::VarDecl *container);

/// Nothing where it is about other variables than those that hold the same wherever it is asked.
std::optional<Question>
questionOf(const clang::Expr *condition, const FunctionInfo &info,
           llvm::function_ref<bool(const clang::VarDecl *variable)> holdsOneValue);

/// The answer that follows from what is known to hold.
std::optional<bool> answerOf(const Question &question, llvm::ArrayRef<Question> known);

} // namespace fencepost::plugin

#endif // FENCEPOST_CLANG_PLUGIN_ANSWERS_H
