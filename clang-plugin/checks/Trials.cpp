//===- checks/Trials.cpp - races of a whole program on trial --------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A program in one file is executed for two, three and four processes, as far as
// its source tells what they do, and what no call of these orders is compared.
// What meets however many there are is reported.
//
//===----------------------------------------------------------------------===//

#include "Analyses.h"
#include "Program.h"
#include "RangeLoops.h"
#include "Reporter.h"
#include "checks/Check.h"
#include "checks/RaceWords.h"
#include "trial/Mistakes.h"
#include "trial/Process.h"
#include "trial/Races.h"

#include "clang/AST/ASTContext.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace fencepost::plugin {

namespace {

using namespace trial;

/// Operations to more than the last rank: the program is not meant for so many processes, or never
/// right.
Mistakes beyondLast(const std::vector<Course> &courses, const Order &order,
                    const ASTContext &context) {
  Mistakes found;
  for (unsigned process = 0; process < courses.size(); ++process)
    for (unsigned i = 0; i < order.executed(process); ++i) {
      const CallEvent &event = courses[process].calls[i];
      if (!isOperation(event.kind) || !event.target || !event.comm)
        continue;
      const Comm &comm = courses[process].comms[*event.comm];
      const Expr *rank = event.call.argument(Role::Target);
      if (*event.target >= comm.size && !comm.isSelf())
        found.insert({{FindingId::BadTarget, rank},
                      {FindingId::BadTarget, rank, event.call.expr,
                       "the target of " + std::string(event.call.info().name) + " is " +
                           inQuotes(rank, context) + ", more than the last rank in some process"}});
    }
  return found;
}

bool doDifferent(const Course &one, const Course &other) {
  return one.steps != other.steps || one.asked != other.asked ||
         one.calls.size() != other.calls.size() ||
         !std::equal(one.calls.begin(), one.calls.end(), other.calls.begin(),
                     [](const CallEvent &a, const CallEvent &b) {
                       return a.call.expr == b.call.expr && a.target == b.target &&
                              a.displacement == b.displacement && a.source == b.source;
                     });
}

/// The operation is what is completed at its origin.
void reportWeak(const Race &race, const ASTContext &context, Reporter &reporter) {
  const bool isFirst = race.first.expr == race.weakened;
  const Side &operation = isFirst ? race.first : race.second,
             &other = isFirst ? race.second : race.first;
  const Expr *here = race.weak->expr;
  const std::string lets = race.lets ? std::string(race.lets->info().name) : "";
  reporter.report(FindingId::WeakCompletion, here->getExprLoc(), here->getSourceRange(),
                  std::string(race.weak->info().name) + " completes " +
                      std::string(operation.call->info().name) + atLineOf(operation.expr, context) +
                      " at its origin only, and then " +
                      (lets.empty() ? "" : lets + atLineOf(race.lets->expr, context) + " lets ") +
                      "another process " + (lets.empty() ? "goes on" : "go on"),
                  {{operation.expr->getSourceRange(), "the operation is issued here"},
                   {other.expr->getSourceRange(),
                    "MPI_Win_flush, or the unlock, must come before " +
                        (lets.empty() ? "what" : lets + ", which") + " lets it come here"}});
}

/// Why nothing orders the two, and what would.
std::string missing(const Race &race, const Side &there, const ASTContext &context) {
  constexpr char kNothing[] = "nothing that the processes call orders the two";
  if (!there.call)
    return kNothing;
  const std::string name(there.call->info().name);
  const std::string end =
      there.end ? std::string(there.end->info().name) + atLineOf(there.end->expr, context) : "";
  if (race.id == FindingId::LocalRace) {
    const Expr *buffer = there.call->argument(
        there.writes && there.call->argument(Role::ResultBuffer) ? Role::ResultBuffer
                                                                 : Role::OriginBuffer);
    const bool hasRequest = there.call->argument(Role::Request);
    return name + (there.writes ? " writes " : " reads ") + inQuotes(buffer, context) +
           " from here until its local completion: " +
           (!end.empty() ? end
            : hasRequest ? "MPI_Wait on its request"
                         : kLocalCompletion);
  }
  if (end.empty())
    return kNothing;
  const std::string complete = "it is complete at its target with " + end;
  switch (there.end->kind()) {
  case EventKind::Fence:
    return complete + (race.isOfOne ? "; MPI_Win_fence between them orders the two"
                                    : ", which must come between the two");
  case EventKind::Complete:
    return race.isOfOne ? complete + "; each needs an epoch of its own"
                        : "it is complete when its target has returned from MPI_Win_wait, which "
                          "must come between the two";
  default:
    return complete + (race.isOfOne ? "; MPI_Win_flush between them orders the two"
                                    : std::string(", and ") + kNothing);
  }
}

void reportRace(const Race &race, const ASTContext &context, Reporter &reporter) {
  // The load or store is what the program can change.
  const bool isFirst = !race.first.call && race.second.call;
  const Side &here = isFirst ? race.first : race.second,
             &there = isFirst ? race.second : race.first;
  const Expr *range = rangeBehind(here.expr);
  if (reporter.names(race.id, here.expr->getBeginLoc(), there.expr->getBeginLoc()) ||
      (range && reporter.names(race.id, range->getBeginLoc(), there.expr->getBeginLoc())))
    return;
  if (race.weak)
    return reportWeak(race, context, reporter);
  const bool areOne = here.expr == there.expr;
  const std::string line = areOne ? "" : atLineOf(there.expr, context);
  auto nameOf = [](const Side &side) { return std::string(side.call->info().name); };
  std::string other = there.call ? nameOf(there) + line : "";
  if (!race.isOfOne)
    other.insert(0, "another process's ");
  const CallExpr *by = here.by ? here.by->expr : nullptr;
  std::string message;
  if (race.id == FindingId::MixedAccumulate)
    message =
        nameOf(here) + " while " + other + " may accumulate with another op to the same elements";
  else if (here.call)
    message = operationWhile(nameOf(here), inQuotes(here.call->argument(Role::Target), context),
                             other, there.writes);
  else if (there.call)
    message = accessWhile(inQuotes(here.expr, context), here.writes, by, other, there.writes);
  else
    message = accessWhileShared(inQuotes(here.expr, context), here.writes, by, there.writes,
                                areOne ? "" : inQuotes(there.expr, context) + line);
  std::vector<FindingNote> notes;
  if (!areOne)
    notes = {{there.expr->getSourceRange(), missing(race, there, context)}};
  reporter.report(race.id, here.expr->getExprLoc(), here.expr->getSourceRange(), message, notes);
}

/// Of mistakes with epochs one leads to the other.
constexpr FindingId kOfEpochs[] = {FindingId::NoEpoch, FindingId::UnclosedEpoch,
                                   FindingId::NestedEpoch, FindingId::UnmatchedSync,
                                   FindingId::WrongAssert};
constexpr FindingId kOthers[] = {FindingId::LocalRace,           FindingId::RemoteRace,
                                 FindingId::MixedAccumulate,     FindingId::WeakCompletion,
                                 FindingId::BadTarget,           FindingId::OutOfWindow,
                                 FindingId::FreedWindow,         FindingId::RequestLeak,
                                 FindingId::DivergentCollective, FindingId::BufferLifetime};

/// Whether flow analysis has told of it, maybe elsewhere.
bool isTold(const Mistake &mistake, const Reporter &reporter) {
  const SourceLocation here = mistake.expr->getBeginLoc();
  auto isNamed = [&](FindingId id) { return reporter.names(id, here, here); };
  const bool isOfEpochs = llvm::is_contained(kOfEpochs, mistake.id);
  if (isNamed(mistake.id) || (isOfEpochs && llvm::any_of(kOfEpochs, isNamed)))
    return true;
  // The next lock, of what an early return leaves open.
  const SourceLocation there = mistake.other ? mistake.other->getBeginLoc() : here;
  return (mistake.id == FindingId::NestedEpoch &&
          reporter.names(FindingId::UnclosedEpoch, there, there)) ||
         (mistake.id == FindingId::BufferLifetime && reporter.names(mistake.id, there, there));
}

void reportMistake(const Mistake &mistake, Reporter &reporter) {
  std::vector<FindingNote> notes;
  if (mistake.other)
    notes = {{mistake.other->getSourceRange(), mistake.note}};
  reporter.report(mistake.id, mistake.expr, mistake.call, mistake.message, notes);
}

/// What the processes do; the last of them may have given up.
std::vector<Course> coursesOf(Code &code, const FunctionDecl *main, int64_t size, int64_t argc) {
  // Each time they know what others gave the time before.
  constexpr unsigned kTimes = 3, kMostTimes = 24, kMostSteps = 6000; // short programs, more often
  std::vector<Course> courses;
  Exchange exchange;
  unsigned steps = 0; // of each process, about
  auto mayGoOn = [&](unsigned time) {
    return time < kTimes || (time < kMostTimes && steps < kMostSteps);
  };
  for (unsigned time = 0; time == 0 || (mayGoOn(time) && exchange.hasNews()); ++time) {
    courses.clear();
    courses.reserve(size); // they point into themselves
    for (int64_t rank = 0; rank < size && (rank == 0 || !courses.back().gaveUp); ++rank)
      courses.push_back(Process(code, exchange, rank, size, argc).run(main));
    if (courses.back().gaveUp)
      break;
    steps += courses.back().steps;
  }
  return courses;
}

struct Found {
  Races races;
  Mistakes mistakes;

  void keepCommon(const Found &other) {
    std::erase_if(races, [&](const auto &each) { return !other.races.count(each.first); });
    std::erase_if(mistakes, [&](const auto &each) { return !other.mistakes.count(each.first); });
  }
};

/// Whether there are communicators of some of the processes.
bool hasParts(const std::vector<Course> &courses) {
  return llvm::any_of(courses, [&](const Course &course) {
    return llvm::any_of(course.comms, [&](const Comm &comm) {
      return !comm.isSelf() && comm.members.size() < courses.size();
    });
  });
}

/// Whether there may be with other numbers of processes.
bool mayHaveParts(const std::vector<Course> &courses) {
  return llvm::any_of(courses, [](const Course &course) {
    return llvm::any_of(course.calls, [](const CallEvent &event) {
      return event.kind == EventKind::CommCreate && event.call.info().name != "MPI_Comm_dup" &&
             event.call.info().name != "MPI_Comm_split_type";
    });
  });
}

/// What of them other numbers of processes do not have; nothing where the program is meant for one.
Mistakes inAllNumbers(Mistakes found, Code &code, const FunctionDecl *main, int64_t argc) {
  constexpr int64_t kMore[] = {5, 7, 8, 12, 16, 64}; // with a fixed number, more are enough
  for (int64_t size : kMore) {
    if (found.empty())
      break;
    const std::vector<Course> courses = coursesOf(code, main, size, argc);
    if (courses.back().gaveUp)
      return {};
    const Mistakes there = beyondLast(courses, Order(courses), code.context);
    std::erase_if(found, [&](const auto &each) { return !there.count(each.first); });
  }
  return found;
}

/// What is there for two numbers of processes that the program takes; nothing where it ends before
/// it makes a window.
std::optional<Found> findIn(Code &code, const FunctionDecl *main, int64_t argc, bool hasNoInfos,
                            bool areParts = false) {
  static constexpr int64_t kFew[] = {2, 3, 4}, kOfParts[] = {4, 6, 8};
  std::optional<Found> common, beyond;
  bool makesWindows = false;
  // What processes do alike, however many there are, may be meant for a single one.
  bool isForSeveral = false, asksRank = false;
  std::optional<Course> ofFewer;
  for (int64_t size : areParts ? kOfParts : kFew) {
    const std::vector<Course> courses = coursesOf(code, main, size, argc);
    // Of two processes each part is of one.
    if (!areParts && hasParts(courses))
      return findIn(code, main, argc, hasNoInfos, true);
    makesWindows |= !courses.front().windows.empty();
    asksRank |= courses.front().asksRank;
    if (courses.back().gaveUp)
      continue;
    const Order order(courses);
    if (Found more{{}, beyondLast(courses, order, code.context)}; !more.mistakes.empty()) {
      beyond ? beyond->keepCommon(more) : void(beyond = std::move(more));
      continue;
    }
    Found found{{}, unpartnered(courses, code.context)};
    if (found.mistakes.empty() && !order.isSound())
      continue;
    isForSeveral |= doDifferent(courses.front(), courses.back()) ||
                    (ofFewer && doDifferent(*ofFewer, courses.front()));
    if (order.isSound()) {
      found.races = racesOf(courses, order, hasNoInfos);
      found.mistakes.merge(mistakesOf(courses, order, code));
      found.mistakes.merge(releasedEarly(courses, order, code.context));
      // It is not under way.
      std::erase_if(found.mistakes, [&](const auto &each) {
        const Mistake &mistake = each.second;
        return mistake.id == FindingId::BufferLifetime &&
               found.mistakes.count({FindingId::NoEpoch, mistake.call});
      });
      found.mistakes.merge(uncheckedInVain(courses, order, code.context));
    }
    common ? common->keepCommon(found) : void(common = std::move(found));
    const bool isNothing = common->races.empty() && common->mistakes.empty();
    if (ofFewer || (isNothing && (areParts || !mayHaveParts(courses))))
      break;
    ofFewer = courses.front();
  }
  if (common && !isForSeveral) {
    // Who asks for the rank has others put to the same place, too.
    std::erase_if(common->races, [&](const auto &each) {
      const Race &race = each.second;
      return !race.isInOne && !(asksRank && race.first.call && race.second.call);
    });
    for (auto &[places, race] : common->races)
      race.isOfOne = race.isInOne;
    std::erase_if(common->mistakes, [](const auto &each) { return each.second.isOfSeveral; });
  }
  if (!common && beyond)
    return Found{{}, inAllNumbers(std::move(beyond->mistakes), code, main, argc)};
  return common || !makesWindows ? common : Found();
}

} // namespace

void checkTrials(const FunctionDecl *main, Analyses &analyses, Reporter &reporter) {
  auto isWanted = [&](FindingId id) { return reporter.isWanted(id); };
  if (!analyses.program.isWhole() || analyses.program.hasNo(EventKind::WinCreate) ||
      (llvm::none_of(kOfEpochs, isWanted) && llvm::none_of(kOthers, isWanted)))
    return;
  Code code(analyses.context);
  code.mayAttach = !analyses.program.hasNo(EventKind::WinAttach);
  code.areThreadsPlain = !analyses.program.ordersByMemory();
  const bool hasNoInfos = analyses.program.hasNoInfos();
  // It may end at once where it is given nothing.
  constexpr int64_t kMostArguments = 4;
  const int64_t most = main->getNumParams() ? kMostArguments + 1 : 1;
  std::optional<Found> found;
  for (int64_t argc = 1; argc <= most && !found; ++argc)
    found = findIn(code, main, argc, hasNoInfos);
  if (!found)
    return;
  std::erase_if(found->mistakes, [&](const auto &each) { return isTold(each.second, reporter); });
  if (!analyses.program.ordersByMemory())
    for (const auto &[places, race] : found->races)
      reportRace(race, analyses.context, reporter);
  for (const auto &[place, mistake] : found->mistakes)
    reportMistake(mistake, reporter);
}

} // namespace fencepost::plugin
