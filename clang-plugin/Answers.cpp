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

#include "Containers.h"
#include "Feasibility.h"
#include "FunctionInfo.h"
#include "Inductions.h"
#include "Names.h"
#include "Shifts.h"

#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"
#include "clang/Analysis/CFG.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace fencepost::plugin {

const Expr *conditionOf(const CFGBlock *block) {
  if (block->succ_size() != 2 || isa_and_nonnull<SwitchStmt>(block->getTerminatorStmt()))
    return nullptr;
  auto *condition = dyn_cast_or_null<Expr>(block->getTerminatorCondition());
  while (condition) {
    auto *both = dyn_cast<BinaryOperator>(condition->IgnoreParenImpCasts());
    if (!both || !both->isLogicalOp())
      break;
    condition = both->getRHS();
  }
  return condition;
}

std::optional<bool> constantAnswer(const CFGBlock *block, const FunctionInfo &info) {
  const Expr *condition = conditionOf(block);
  if (!condition)
    return std::nullopt;
  if (auto *loop = dyn_cast_or_null<ForStmt>(block->getTerminatorStmt());
      loop && neverRuns(loop, info.context))
    return false;
  auto number = numberOf(condition, info);
  return number ? std::optional(*number != 0) : std::nullopt;
}

/// The way that the block takes in the context that the function is looked at in.
static std::optional<bool> assumedAnswer(const CFGBlock *block, const FunctionInfo &info) {
  const auto &assumed = info.calledFor.atLeast;
  const Expr *condition = assumed.empty() ? nullptr : conditionOf(block);
  if (!condition)
    return std::nullopt;
  auto question =
      questionOf(condition, info, [&](const VarDecl *variable) { return info.isSteady(variable); });
  auto fact = question ? assumed.find(question->subject) : assumed.end();
  return fact != assumed.end() ? answerOf(*question, Question{fact->first, BO_GE, fact->second})
                               : std::nullopt;
}

/// The only one of its ways that a switch takes whose number is known.
static std::optional<unsigned> takenCase(const CFGBlock *block, const SwitchStmt *choice,
                                         const FunctionInfo &info) {
  auto number = numberOf(choice->getCond(), info);
  if (!number)
    return std::nullopt;
  // The last one is the default, or what comes behind.
  for (unsigned way = 0; way < block->succ_size(); ++way) {
    const CFGBlock *next = *(block->succ_begin() + way);
    auto *label = next ? dyn_cast_or_null<CaseStmt>(next->getLabel()) : nullptr;
    if (label && label->getRHS()) // a range
      return std::nullopt;
    if (label && constantValue(label->getLHS(), info.context) == *number)
      return way;
  }
  if (!block->succ_size())
    return std::nullopt;
  const CFGBlock *last = *block->succ_rbegin();
  return last && !isa_and_nonnull<CaseStmt>(last->getLabel())
             ? std::optional(block->succ_size() - 1)
             : std::nullopt;
}

std::optional<unsigned> onlyWay(const CFGBlock *block, const FunctionInfo &info) {
  if (auto *choice = dyn_cast_or_null<SwitchStmt>(block->getTerminatorStmt()))
    return takenCase(block, choice, info);
  std::optional<bool> answer = constantAnswer(block, info);
  if (!answer)
    answer = assumedAnswer(block, info);
  return answer ? std::optional(*answer ? 0u : 1u) : std::nullopt;
}

std::string subjectOf(const VarDecl *variable) {
  return variable->getNameAsString() + "@" +
         std::to_string(variable->getLocation().getRawEncoding());
}

std::string subjectOfElements(const VarDecl *container) {
  return "elements of " + subjectOf(container);
}

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

bool isNull(const Expr *expr, const ASTContext &context) {
  return isNullHandle(expr, context) ||
         expr->IgnoreParenImpCasts()->isNullPointerConstant(const_cast<ASTContext &>(context),
                                                            Expr::NPC_ValueDependentIsNotNull);
}

/// The container, a parameter, whose elements are counted or looked for.
const VarDecl *containerAskedFor(const Expr *expr) {
  const VarDecl *variable = expr ? variableOf(expr) : nullptr;
  return variable && isGivenInOnePiece(variable) ? variable : nullptr;
}

/// Words for a number that is the same wherever the function asks for it; or nothing.
std::string subjectOf(const Expr *expr, const FunctionInfo &info,
                      llvm::function_ref<bool(const VarDecl *)> holdsOneValue) {
  expr = expr->IgnoreParenImpCasts();
  if (auto constant = numberOf(expr, info))
    return std::to_string(*constant);
  if (const std::string comm = info.commOfRank(expr); !comm.empty())
    return "rank in " + comm;
  if (const std::string comm = info.commOfSize(expr); !comm.empty())
    return "size of " + comm;
  if (auto *named = dyn_cast<DeclRefExpr>(expr)) {
    auto *variable = dyn_cast<VarDecl>(named->getDecl());
    const bool isNumber = variable && (variable->getType()->isIntegralOrEnumerationType() ||
                                       variable->getType()->isPointerType());
    return isNumber && holdsOneValue(variable) ? plugin::subjectOf(variable) : "";
  }
  if (const VarDecl *container = containerAskedFor(ofAccessor(expr->IgnoreParenCasts(), {"size"})))
    return holdsOneValue(container) ? subjectOfElements(container) : "";
  auto *binary = dyn_cast<BinaryOperator>(expr);
  if (!binary || binary->isAssignmentOp() || binary->isPtrMemOp() ||
      binary->getOpcode() == BO_Comma)
    return "";
  const std::string left = subjectOf(binary->getLHS(), info, holdsOneValue),
                    right = subjectOf(binary->getRHS(), info, holdsOneValue);
  return left.empty() || right.empty()
             ? ""
             : "(" + left + " " + binary->getOpcodeStr().str() + " " + right + ")";
}

} // namespace

std::optional<Question> questionOf(const Expr *condition, const FunctionInfo &info,
                                   llvm::function_ref<bool(const VarDecl *)> holdsOneValue) {
  condition = condition->IgnoreParenImpCasts();
  if (auto *unary = dyn_cast<UnaryOperator>(condition); unary && unary->getOpcode() == UO_LNot) {
    auto question = questionOf(unary->getSubExpr(), info, holdsOneValue);
    if (question)
      question->asked = BinaryOperator::negateComparisonOp(question->asked);
    return question;
  }
  if (const VarDecl *container = containerAskedFor(ofAccessor(condition, {"empty"})))
    return holdsOneValue(container)
               ? std::optional(Question{subjectOfElements(container), BO_EQ, 0})
               : std::nullopt;
  auto *binary = dyn_cast<BinaryOperator>(condition);
  if (binary && binary->isComparisonOp() && binary->getOpcode() != BO_Cmp) {
    auto number = [&](const Expr *expr) {
      return isNull(expr, info.context) ? std::optional<int64_t>(0) : numberOf(expr, info);
    };
    const Expr *left = binary->getLHS(), *right = binary->getRHS();
    BinaryOperatorKind asked = binary->getOpcode();
    if (number(left)) {
      std::swap(left, right);
      asked = binary->isRelationalOp() ? BinaryOperator::reverseComparisonOp(asked) : asked;
    }
    auto constant = number(right);
    const std::string subject = constant ? subjectOf(left, info, holdsOneValue) : "";
    if (!subject.empty())
      return Question{subject, asked, *constant};
  }
  auto *named = dyn_cast<DeclRefExpr>(condition);
  auto *answer = named ? dyn_cast<VarDecl>(named->getDecl()) : nullptr;
  if (answer && answer->getInit() && info.commOfRank(condition).empty() && info.isSteady(answer) &&
      holdsOneValue(answer) &&
      isa<BinaryOperator, UnaryOperator>(answer->getInit()->IgnoreParenCasts()))
    if (auto question = questionOf(answer->getInit(), info, holdsOneValue))
      return question;
  const std::string subject = subjectOf(condition, info, holdsOneValue);
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

/// Variables that change in the midst of the loop's turns, not only from one to the next.
const llvm::DenseSet<const ValueDecl *> &Feasibility::changedInTurns(const Loop &loop) const {
  auto [found, isNew] = inTurns.try_emplace(&loop);
  if (!isNew)
    return found->second;
  // At a turn's end nothing more is asked.
  auto isEnd = [&](const CFGBlock *block) {
    for (unsigned blocks = 0; block && block != loop.header; ++blocks) {
      if (block->succ_size() != 1 || blocks > 4)
        return false;
      block = *block->succ_begin();
    }
    return true;
  };
  for (const CFGBlock *block : *graph.cfg)
    if (block && loop.contains(block) && !isEnd(block))
      for (const Action &action : graph.blocks[block->getBlockID()])
        if (action.kind == Action::Kind::Modify && action.variable)
          found->second.insert(action.variable);
  return found->second;
}

/// `turn`: a loop of which one turn is meant; null: all of the function.
const std::optional<Question> &Feasibility::questionAt(const CFGBlock *choice,
                                                       const Loop *turn) const {
  auto [found, isNew] = questions.try_emplace({choice, turn}, std::nullopt);
  if (!isNew)
    return found->second;
  const Expr *condition = conditionOf(choice);
  if (condition)
    found->second = questionOf(condition, info, holdsOneValue(turn));
  return found->second;
}

std::function<bool(const VarDecl *)> Feasibility::holdsOneValue(const Loop *turn) const {
  return [this, turn](const VarDecl *variable) {
    return turn ? info.isStable(variable) && !changedInTurns(*turn).contains(variable)
                : info.isSteady(variable) && !declaredInLoops().contains(variable);
  };
}

/// What holds of the number that a switch asks for in the code of one of its cases.
std::optional<Question> Feasibility::caseOf(const CFGBlock *choice, const CFGBlock *block,
                                            const Loop *turn) const {
  auto *statement = dyn_cast_or_null<SwitchStmt>(choice->getTerminatorStmt());
  if (!statement)
    return std::nullopt;
  for (const CFGBlock *next : choice->succs()) {
    auto *label = next ? dyn_cast_or_null<CaseStmt>(next->getLabel()) : nullptr;
    auto value = label && !label->getRHS() && next->pred_size() == 1 && dominates(next, block)
                     ? constantValue(label->getLHS(), info.context)
                     : std::nullopt;
    const std::string subject =
        value ? subjectOf(statement->getCond(), info, holdsOneValue(turn)) : "";
    if (!subject.empty())
      return Question{subject, BO_EQ, *value};
  }
  return std::nullopt;
}

std::vector<Question> Feasibility::answersAt(const CFGBlock *block, const Loop *turn) const {
  constexpr unsigned kMostBlocks = 2000; // a generated function is left alone
  std::vector<Question> answers;
  if (graph.cfg->getNumBlockIDs() > kMostBlocks || block == &graph.cfg->getEntry())
    return answers;
  prepare();
  for (const CFGBlock *choice : *graph.cfg) {
    if (!choice || choice == block || !dominates(choice, block) ||
        (turn && !turn->contains(choice)))
      continue;
    if (auto answer = caseOf(choice, block, turn))
      answers.push_back(*answer);
    if (choice->succ_size() != 2)
      continue;
    for (unsigned way : {0u, 1u}) {
      const CFGBlock *next = *(choice->succ_begin() + way);
      if (!next || next->pred_size() != 1 || !dominates(next, block))
        continue;
      if (auto question = questionAt(choice, turn)) {
        if (way == 1)
          question->asked = BinaryOperator::negateComparisonOp(question->asked);
        answers.push_back(*question);
      }
    }
  }
  return answers;
}

/// Whether there is a way on that the answers leave open, to one of the ends and not through the
/// other block.
bool Feasibility::isOpen(const CFGBlock *start, llvm::ArrayRef<const CFGBlock *> ends,
                         const CFGBlock *without, llvm::ArrayRef<Question> answers,
                         const Loop *turn) const {
  llvm::BitVector seen(graph.cfg->getNumBlockIDs());
  std::vector<const CFGBlock *> pending{start};
  while (!pending.empty()) {
    const CFGBlock *from = pending.back();
    pending.pop_back();
    unsigned way = 0;
    const auto answer =
        questionAt(from, turn) ? answerOf(*questionAt(from, turn), answers) : std::nullopt;
    for (const CFGBlock *next : from->succs()) {
      const bool isTaken = !answer || *answer == (way == 0);
      ++way;
      if (!next || !isTaken || next == without || seen.test(next->getBlockID()))
        continue;
      if (llvm::is_contained(ends, next))
        return true;
      if (surelyGivesUp(next))
        continue;
      seen.set(next->getBlockID());
      pending.push_back(next);
    }
  }
  return false;
}

bool Feasibility::comesFrom(const CFGBlock *other, const CFGBlock *block) const {
  const std::vector<Question> answers = answersAt(block, nullptr);
  return !answers.empty() && other != block &&
         !isOpen(&graph.cfg->getEntry(), block, other, answers, nullptr);
}

bool Feasibility::meetInTurn(const CFGBlock *issue, const CFGBlock *access) const {
  const Loop *turn = loopAround(issue, access);
  if (!turn || issue == access || access == turn->header)
    return false;
  const std::vector<Question> before = answersAt(access, turn), after = answersAt(issue, turn);
  return !before.empty() && !after.empty() && issue != turn->header &&
         !isOpen(turn->header, access, issue, before, turn) &&
         !isOpen(issue, {turn->header, &graph.cfg->getExit()}, access, after, turn);
}

} // namespace fencepost::plugin
