//===- trial/LongLoops.cpp - loops that are executed in part -------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Of a loop that counts and communicates nothing a few iterations tell what all
// of them do, where what they access moves on by the same number of bytes.
//
//===----------------------------------------------------------------------===//

#include "trial/Process.h"

#include "Names.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/StmtOpenMP.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace clang;

namespace fencepost::plugin::trial {

namespace {

const VarDecl *localIn(const Expr *expr) {
  auto *named = dyn_cast_or_null<DeclRefExpr>(expr ? expr->IgnoreParenImpCasts() : nullptr);
  auto *variable = named ? dyn_cast<VarDecl>(named->getDecl()) : nullptr;
  return variable && variable->hasLocalStorage() && variable->getType()->isIntegerType() ? variable
                                                                                         : nullptr;
}

std::optional<CountedLoop> countOf(const ForStmt *loop, const ASTContext &context) {
  auto *condition = dyn_cast_or_null<BinaryOperator>(loop->getCond());
  const Expr *next = loop->getInc() ? loop->getInc()->IgnoreParens() : nullptr;
  if (!condition || !next || !condition->isRelationalOp())
    return std::nullopt;
  CountedLoop count{localIn(condition->getLHS()), condition->getRHS(), condition->getOpcode(), 0};
  const Expr *moved = nullptr;
  if (auto *unary = dyn_cast<UnaryOperator>(next); unary && unary->isIncrementDecrementOp()) {
    moved = unary->getSubExpr();
    count.step = unary->isIncrementOp() ? 1 : -1;
  } else if (auto *added = dyn_cast<CompoundAssignOperator>(next);
             added && added->getOpcode() == BO_AddAssign) {
    moved = added->getLHS();
    count.step = constantValue(added->getRHS(), context).value_or(0);
  }
  const bool isUp = count.relation == BO_LT || count.relation == BO_LE;
  if (!count.variable || localIn(moved) != count.variable || count.step == 0 ||
      isUp != (count.step > 0))
    return std::nullopt;
  return count;
}

} // namespace

bool isCounting(const ForStmt *loop, const ASTContext &context) {
  return countOf(loop, context).has_value();
}

namespace {

/// What the body of a loop is made of.
struct Body {
  Code &code;
  CountedLoop &count;
  bool isPlain = true; // it neither leaves the loop, nor calls, nor changes the variable or bound

  void look(const Stmt *statement) {
    if (!statement)
      return;
    auto *call = dyn_cast<CallExpr>(statement);
    auto *binary = dyn_cast<BinaryOperator>(statement);
    auto *unary = dyn_cast<UnaryOperator>(statement);
    if (isa<BreakStmt, ContinueStmt, ReturnStmt, GotoStmt, LabelStmt, WhileStmt, DoStmt,
            CXXForRangeStmt, CXXConstructExpr, LambdaExpr, AsmStmt, CXXNewExpr, CXXDeleteExpr,
            StmtExpr, SwitchStmt, CXXThrowExpr, CXXTryStmt>(statement) ||
        isa<OMPExecutableDirective>(statement) ||
        (call && !onlyLooksUp(call) && !code.changesNothing(call)))
      isPlain = false;
    count.hasQuestions |= isa<IfStmt, AbstractConditionalOperator>(statement) ||
                          (binary && binary->isLogicalOp()) ||
                          (call && !onlyLooksUp(call) && !onlyCalculates(call));
    // By its address it may be changed, too.
    const Expr *changed = binary && binary->isAssignmentOp()         ? binary->getLHS()
                          : unary && unary->isIncrementDecrementOp() ? unary->getSubExpr()
                          : unary && unary->getOpcode() == UO_AddrOf ? unary->getSubExpr()
                                                                     : nullptr;
    if (changed) {
      auto *named = dyn_cast<DeclRefExpr>(changed->IgnoreParenCasts());
      isPlain &= changed->getType()->isScalarType() && !changed->refersToBitField() &&
                 localIn(changed) != count.variable &&
                 !(named && mentions(count.bound, named->getDecl()));
      count.storesNumbers |= !changed->getType()->isFloatingType() && !localIn(changed);
    }
    const bool isLooked = call && code.changesNothing(call);
    for (const Stmt *child : statement->children()) {
      const Expr *given =
          isLooked && isa_and_nonnull<Expr>(child) ? addressedIn(cast<Expr>(child)) : nullptr;
      look(given ? given : child);
    }
  }
};

bool isAlike(const AccessEvent &one, const AccessEvent &other) {
  return one.expr == other.expr && one.object == other.object && one.writes == other.writes &&
         one.bytes.end - one.bytes.begin == other.bytes.end - other.bytes.begin;
}

} // namespace

const CountedLoop *Code::counted(const ForStmt *loop) {
  auto [known, isNew] = countedLoops.try_emplace(loop);
  if (auto count = isNew ? countOf(loop, context) : std::nullopt) {
    Body body{*this, *count};
    body.look(loop->getBody());
    if (body.isPlain)
      countedLoops[loop] = std::make_unique<CountedLoop>(*count);
  }
  return countedLoops[loop].get();
}

void Process::record(const AccessEvent &event) {
  access(Value::ofPointer(const_cast<Object *>(event.object), event.bytes.begin),
         event.bytes.end - event.bytes.begin, event.writes, event.expr);
}

bool Process::runInPart(const ForStmt *loop) {
  const CountedLoop *count = code.counted(loop);
  if (!count || isOver)
    return false;
  const Value counter = variable(count->variable);
  const QualType type = count->variable->getType();
  const Value first = load(counter, type, nullptr), bound = value(count->bound);
  // Who stores numbers may store the bound.
  const bool mayMove = count->storesNumbers && !isSimple(count->bound);
  if (!counter.isPlace() || first.kind != Value::Kind::Number ||
      bound.kind != Value::Kind::Number || mayMove)
    return false;
  const bool isIncluded = count->relation == BO_LE || count->relation == BO_GE;
  const int64_t distance =
      count->step > 0 ? bound.number - first.number : first.number - bound.number;
  const int64_t width = std::abs(count->step);
  const int64_t rounds = (distance + isIncluded + width - 1) / width;
  constexpr int64_t kFew = 8;
  if (rounds <= (count->hasQuestions || count->storesNumbers ? int64_t(kMostRounds) : kFew))
    return false;
  const int64_t bytes = *sizeOf(type);
  auto setCounter = [&](int64_t round) {
    const int64_t number = first.number + round * count->step;
    counter.object->store(counter.number, bytes, Value::ofNumber(number));
  };
  std::vector<AccessEvent> *const outer = watched;
  auto sample = [&](int64_t round) {
    std::vector<AccessEvent> events;
    const std::size_t before = course.objects.size();
    setCounter(round);
    watched = &events;
    run(loop->getBody());
    watched = outer;
    // What the iteration declares ends with it.
    llvm::SmallPtrSet<const Object *, 8> made;
    for (std::size_t i = before; i < course.objects.size(); ++i)
      if (const VarDecl *declared = course.objects[i].variable;
          declared && declared->hasLocalStorage())
        made.insert(&course.objects[i]);
    std::erase_if(events, [&](const AccessEvent &each) { return made.contains(each.object); });
    return events;
  };
  const std::vector<AccessEvent> one = sample(0), next = sample(1);
  auto recordAll = [&](const std::vector<AccessEvent> &events) {
    for (const AccessEvent &event : events)
      record(event);
  };
  if (count->hasQuestions || !llvm::equal(one, next, isAlike)) {
    recordAll(one);
    recordAll(next);
    // Of the last one nothing is known that the others changed.
    forget(loop);
    if (!isOver && count->hasQuestions)
      recordAll(sample(rounds - 1));
    forget(loop);
    return true;
  }
  auto movesOf = [&](std::size_t i) { return next[i].bytes.begin - one[i].bytes.begin; };
  auto allOf = [&](std::size_t i) {
    const int64_t moved = movesOf(i) * (rounds - 1);
    return ByteRange{one[i].bytes.begin + std::min<int64_t>(moved, 0),
                     one[i].bytes.end + std::max<int64_t>(moved, 0)};
  };
  auto forgetStored = [&](const std::vector<AccessEvent> &events, bool isLinear) {
    for (std::size_t i = 0; i < events.size(); ++i)
      if (auto *object = const_cast<Object *>(events[i].object); events[i].writes)
        isLinear ? object->forget(allOf(i).begin, allOf(i).end) : object->forget();
  };
  forgetStored(one, true);
  const std::vector<AccessEvent> last = isOver ? one : sample(rounds - 1);
  bool isLinear = llvm::equal(one, last, isAlike);
  for (std::size_t i = 0; isLinear && i < one.size(); ++i)
    isLinear = last[i].bytes.begin == one[i].bytes.begin + movesOf(i) * (rounds - 1);
  forgetStored(one, isLinear);
  if (!isLinear) {
    forgetStored(last, false);
    recordAll(one);
    recordAll(next);
    forget(loop);
    return true;
  }
  for (std::size_t i = 0; i < one.size(); ++i) {
    AccessEvent all = one[i];
    all.bytes = allOf(i);
    if (std::abs(movesOf(i)) <= one[i].bytes.end - one[i].bytes.begin) {
      record(all);
      continue;
    }
    record(one[i]);
    record(next[i]);
    record(last[i]);
  }
  setCounter(rounds);
  return true;
}

} // namespace fencepost::plugin::trial
