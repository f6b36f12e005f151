//===- Answers.cpp - questions whose answer follows from earlier ones -----===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `if (rank == 0) MPI_Get(&x, ...); if (rank == 0) use(x);`: who comes to the
// first comes to the second.
//
//===----------------------------------------------------------------------===//

#include "Answers.h"

#include "Feasibility.h"
#include "FunctionInfo.h"
#include "Shifts.h"

#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"
#include "clang/Analysis/CFG.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace fencepost::plugin {

bool Question::holdsFor(int64_t value) const { return calculate(asked, value, number) == 1; }

std::optional<bool> answerOf(const Question &question, llvm::ArrayRef<Question> known) {
  // All that is known and asked changes at these numbers only.
  llvm::SmallVector<int64_t, 16> samples;
  auto sample = [&](int64_t number) { samples.append({number - 1, number, number + 1}); };
  sample(question.number);
  for (const Question &fact : known)
    if (fact.subject == question.subject)
      sample(fact.number);
  if (samples.size() == 3)
    return std::nullopt;
  bool mayHold = false, mayFail = false;
  for (int64_t value : samples)
    if (llvm::all_of(known, [&](const Question &fact) {
          return fact.subject != question.subject || fact.holdsFor(value);
        }))
      (question.holdsFor(value) ? mayHold : mayFail) = true;
  return mayHold == mayFail ? std::nullopt : std::optional(mayHold);
}

namespace {

/// Words for a number that is the same wherever the function asks for it; or nothing.
std::string subjectOf(const Expr *expr, const FunctionInfo &info,
                      const llvm::DenseSet<const VarDecl *> &changing) {
  expr = expr->IgnoreParenImpCasts();
  if (auto constant = numberOf(expr, info))
    return std::to_string(*constant);
  if (const std::string comm = info.commOfRank(expr); !comm.empty())
    return "rank in " + comm;
  if (const std::string comm = info.commOfSize(expr); !comm.empty())
    return "size of " + comm;
  if (auto *named = dyn_cast<DeclRefExpr>(expr)) {
    auto *variable = dyn_cast<VarDecl>(named->getDecl());
    const bool isSame = variable && variable->getType()->isIntegralOrEnumerationType() &&
                        info.isSteady(variable) && !changing.contains(variable);
    return isSame ? variable->getNameAsString() + "@" +
                        std::to_string(variable->getLocation().getRawEncoding())
                  : "";
  }
  auto *binary = dyn_cast<BinaryOperator>(expr);
  if (!binary || binary->isAssignmentOp() || binary->isPtrMemOp() ||
      binary->getOpcode() == BO_Comma)
    return "";
  const std::string left = subjectOf(binary->getLHS(), info, changing),
                    right = subjectOf(binary->getRHS(), info, changing);
  return left.empty() || right.empty()
             ? ""
             : "(" + left + " " + binary->getOpcodeStr().str() + " " + right + ")";
}

} // namespace

std::optional<Question> questionOf(const Expr *condition, const FunctionInfo &info,
                                   const llvm::DenseSet<const VarDecl *> &changing) {
  condition = condition->IgnoreParenImpCasts();
  if (auto *unary = dyn_cast<UnaryOperator>(condition); unary && unary->getOpcode() == UO_LNot) {
    auto question = questionOf(unary->getSubExpr(), info, changing);
    if (question)
      question->asked = BinaryOperator::negateComparisonOp(question->asked);
    return question;
  }
  auto *binary = dyn_cast<BinaryOperator>(condition);
  if (binary && binary->isComparisonOp() && binary->getOpcode() != BO_Cmp) {
    const Expr *left = binary->getLHS(), *right = binary->getRHS();
    BinaryOperatorKind asked = binary->getOpcode();
    if (numberOf(left, info)) {
      std::swap(left, right);
      asked = binary->isRelationalOp() ? BinaryOperator::reverseComparisonOp(asked) : asked;
    }
    auto number = numberOf(right, info);
    const std::string subject = number ? subjectOf(left, info, changing) : "";
    if (!subject.empty())
      return Question{subject, asked, *number};
  }
  auto *named = dyn_cast<DeclRefExpr>(condition);
  auto *answer = named ? dyn_cast<VarDecl>(named->getDecl()) : nullptr;
  if (answer && answer->getInit() && info.commOfRank(condition).empty() && info.isSteady(answer) &&
      !changing.contains(answer) &&
      isa<BinaryOperator, UnaryOperator>(answer->getInit()->IgnoreParenCasts()))
    if (auto question = questionOf(answer->getInit(), info, changing))
      return question;
  const std::string subject = subjectOf(condition, info, changing);
  return subject.empty() ? std::nullopt : std::optional(Question{subject, BO_NE, 0});
}

/// Variables that are declared within loops have a value in each iteration.
const llvm::DenseSet<const VarDecl *> &Feasibility::declaredInLoops() const {
  if (!inLoops) {
    inLoops.emplace();
    for (const CFGBlock *block : *graph.cfg)
      if (block && innermost[block->getBlockID()])
        for (const CFGElement &element : *block)
          if (auto statement = element.getAs<CFGStmt>())
            if (auto *declared = dyn_cast<DeclStmt>(statement->getStmt()))
              for (const Decl *each : declared->decls())
                if (auto *variable = dyn_cast<VarDecl>(each))
                  inLoops->insert(variable);
  }
  return *inLoops;
}

const std::optional<Question> &Feasibility::questionAt(const CFGBlock *choice) const {
  auto [found, isNew] = questions.try_emplace(choice, std::nullopt);
  if (!isNew)
    return found->second;
  auto *condition = dyn_cast_or_null<Expr>(choice->getTerminatorCondition());
  // Of `a && b` this block asks for the last part; the others have blocks of their own.
  while (auto *both =
             condition ? dyn_cast<BinaryOperator>(condition->IgnoreParenImpCasts()) : nullptr) {
    if (!both->isLogicalOp())
      break;
    condition = both->getRHS();
  }
  if (condition && choice->succ_size() == 2)
    found->second = questionOf(condition, info, declaredInLoops());
  return found->second;
}

std::vector<Question> Feasibility::answersAt(const CFGBlock *block) const {
  constexpr unsigned kMostBlocks = 2000; // a generated function is left alone
  std::vector<Question> answers;
  if (graph.cfg->getNumBlockIDs() > kMostBlocks || block == &graph.cfg->getEntry())
    return answers;
  prepare();
  for (const CFGBlock *choice : *graph.cfg) {
    if (!choice || choice == block || choice->succ_size() != 2 || !dominates(choice, block))
      continue;
    for (unsigned way : {0u, 1u}) {
      const CFGBlock *next = *(choice->succ_begin() + way);
      if (!next || next->pred_size() != 1 || !dominates(next, block))
        continue;
      if (auto question = questionAt(choice)) {
        if (way == 1)
          question->asked = BinaryOperator::negateComparisonOp(question->asked);
        answers.push_back(*question);
      }
    }
  }
  return answers;
}

bool Feasibility::comesFrom(const CFGBlock *other, const CFGBlock *block) const {
  const std::vector<Question> answers = answersAt(block);
  if (answers.empty() || other == block)
    return false;
  llvm::BitVector seen(graph.cfg->getNumBlockIDs());
  std::vector<const CFGBlock *> pending{&graph.cfg->getEntry()};
  while (!pending.empty()) {
    const CFGBlock *from = pending.back();
    pending.pop_back();
    if (from == block)
      return false;
    unsigned way = 0;
    const auto answer = questionAt(from) ? answerOf(*questionAt(from), answers) : std::nullopt;
    for (const CFGBlock *next : from->succs()) {
      const bool isTaken = !answer || *answer == (way == 0);
      ++way;
      if (next && isTaken && next != other && !seen.test(next->getBlockID())) {
        seen.set(next->getBlockID());
        pending.push_back(next);
      }
    }
  }
  return true;
}

} // namespace fencepost::plugin
