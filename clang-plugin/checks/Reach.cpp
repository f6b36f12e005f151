//===- checks/Reach.cpp - whom a few processes reach ----------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "checks/Reach.h"

#include "Actions.h"
#include "Answers.h"
#include "Executors.h"
#include "Feasibility.h"
#include "FunctionInfo.h"
#include "Shifts.h"
#include "checks/Check.h"

#include "clang/AST/Expr.h"
#include "clang/Analysis/CFG.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace fencepost::plugin {

namespace {

/// That a process takes this way of two.
struct Answer {
  const CFGBlock *question;
  const Expr *condition;
  bool yes;
};

/// The question that alone decides whether those who come to it come to the block.
std::optional<Answer> answerFor(const Step &step, const CFGBlock *block, const std::string &comm) {
  constexpr unsigned kMostAsked = 8;
  unsigned asked = 0;
  for (const CFGBlock *question : step.feasibility.before(block)) {
    if (question->succ_size() != 2)
      continue;
    if (const Feasibility::Loop *loop = step.feasibility.loopAround(question);
        loop && !loop->contains(block))
      continue;
    if (++asked > kMostAsked)
      break;
    for (unsigned way : {0u, 1u}) {
      const CFGBlock *first = *(question->succ_begin() + way);
      const CFGBlock *other = *(question->succ_begin() + (1 - way));
      if (!first || !other || first->pred_size() != 1 || other == block ||
          (first != block && (!step.feasibility.allReach(first, block, comm) ||
                              step.feasibility.isReachable(other, block, question))))
        continue;
      const Expr *condition = conditionOf(question);
      return condition && numberOf(condition, step.info, {comm, 0, Reach::kFewest})
                 ? std::optional(Answer{question, condition, way == 0})
                 : std::nullopt;
    }
  }
  return std::nullopt;
}

/// The answers that those who come to the block have given; nothing where other things decide.
std::optional<std::vector<Answer>> answersFor(const Step &step, const CFGBlock *block,
                                              const std::string &comm) {
  constexpr unsigned kMostAnswers = 6;
  const Executors none{-1, std::nullopt};
  std::vector<Answer> answers;
  const CFGBlock *entry = &step.graph.cfg->getEntry();
  while (block != entry && !step.branches.executorsOf(block, comm).value_or(none).areAll()) {
    const CFGBlock *loop = step.feasibility.outermostLoop(
        block, [&](const CFGBlock *header) { return !mayDependOnRank(header, step.info); });
    if (loop && loop != block) {
      block = loop;
      continue;
    }
    auto answer = answerFor(step, block, comm);
    if (!answer || answers.size() >= kMostAnswers)
      return std::nullopt;
    answers.push_back(*answer);
    block = answer->question;
  }
  return answers;
}

} // namespace

/// Whether it holds for two of the processes, of each number of them that both are meant for.
static bool holdsForTwo(const Reach &a, const Reach &b, int64_t fewest,
                        llvm::function_ref<bool(uint8_t one, uint8_t two, int64_t rank)> holds) {
  bool isAny = false;
  for (int64_t processes = fewest; processes <= Reach::kMost; ++processes) {
    if (!a.isMeantFor(processes) || !b.isMeantFor(processes))
      continue;
    bool meets = false;
    for (int64_t one = 0; one < processes; ++one)
      for (int64_t two = 0; two < processes; ++two)
        meets |= one != two && holds(a.of(processes, one), b.of(processes, two), two);
    if (!meets)
      return false;
    isAny = true;
  }
  return isAny;
}

bool Reach::dependsOnNumber() const {
  for (int64_t processes = kFewest + 1; processes <= kMost; ++processes)
    for (int64_t rank = 0; rank + 1 < processes; ++rank)
      if (of(processes, rank) != of(processes - 1, rank))
        return true;
  return false;
}

bool Reach::meetsOwner(const Reach &owner) const {
  return holdsForTwo(*this, owner, kFewest, [](uint8_t target, uint8_t own, int64_t rank) {
    return target & own & 1 << rank;
  });
}

bool Reach::meetsAtOne(const Reach &other, int64_t fewest) const {
  return holdsForTwo(*this, other, fewest,
                     [](uint8_t one, uint8_t two, int64_t) { return one & two; });
}

bool Reach::isParted(const Reach &other) const {
  return llvm::any_of(questions, [&](const CFGBlock *question) {
    return llvm::is_contained(other.questions, question);
  });
}

std::optional<Reach> reachOf(const Step &step, const CFGBlock *block, const std::string &comm,
                             const Expr *target, bool isToAll, bool isToOthers) {
  auto answers = answersFor(step, block, comm);
  if (!answers)
    return std::nullopt;
  Reach reach;
  for (const Answer &answer : *answers)
    reach.questions.push_back(answer.question);
  for (int64_t processes = Reach::kFewest; processes <= Reach::kMost; ++processes)
    for (int64_t rank = 0; rank < processes; ++rank) {
      const Process process{comm, rank, processes};
      bool comes = true;
      for (const Answer &answer : *answers) {
        auto number = numberOf(answer.condition, step.info, process);
        if (!number)
          return std::nullopt;
        comes &= (*number != 0) == answer.yes;
      }
      if (!comes)
        continue;
      const int64_t all = (1 << processes) - 1, own = 1 << rank;
      uint8_t &reached = reach.reached[processes - Reach::kFewest][rank];
      if (isToAll || !target) {
        reached = !isToAll ? own : isToOthers ? all & ~own : all;
        continue;
      }
      auto to = numberOf(target, step.info, process);
      if (!to)
        return std::nullopt;
      if (*to >= processes)
        reach.isOutside[processes - Reach::kFewest] = true;
      else if (*to >= 0)
        reached = 1 << *to;
    }
  return reach;
}

} // namespace fencepost::plugin
