//===- Recurrences.cpp - what a loop comes back to ------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Recurrences.h"

#include "AddressBuilder.h"
#include "Containers.h"
#include "FunctionInfo.h"
#include "Names.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"

#include <numeric>

using namespace clang;

namespace fencepost::plugin {

namespace {

/// Buffers that take turns are two, or a few more.
constexpr int64_t kMostPlaces = 16;

/// As many as change their roles by assignments or swaps.
constexpr int64_t kMostCycle = 4;

bool hasCommonByte(int64_t a, int64_t aBytes, int64_t b, int64_t bBytes) {
  return a < b + bBytes && b < a + aBytes;
}

} // namespace

bool Recurring::overlaps(const Recurring &other) const {
  if (root != other.root)
    return false;
  if (isWhole || other.isWhole)
    return true;
  return terms == other.terms && llvm::any_of(offsets, [&](int64_t offset) {
           return llvm::any_of(other.offsets, [&](int64_t there) {
             return hasCommonByte(offset, bytes, there, other.bytes);
           });
         });
}

std::optional<int64_t> Phase::until(const Phase &other) const {
  if (counter != other.counter || count != other.count)
    return std::nullopt;
  return ((shift - other.shift) % count + count) % count;
}

Recurrences::Recurrences(const FunctionInfo &info, const FlowGraph &graph, Feasibility &feasibility,
                         const Feasibility::Loop &loop)
    : info(info) {
  for (const CFGBlock *latch : loop.latches)
    if (const Stmt *target = latch->getLoopTarget())
      statement = target;
  // Block ids fall along the flow.
  std::vector<const CFGBlock *> blocks;
  for (const CFGBlock *block : *graph.cfg)
    if (block && loop.contains(block))
      blocks.push_back(block);
  llvm::sort(blocks, [](const CFGBlock *a, const CFGBlock *b) {
    return a->getBlockID() > b->getBlockID();
  });
  for (const CFGBlock *block : blocks) {
    const bool isStraight =
        feasibility.loopAround(block) == &loop && feasibility.isInEveryIteration(block, loop);
    for (const CFGElement &element : *block)
      if (auto each = element.getAs<CFGStmt>())
        isStraight ? execute(each->getStmt()) : spoil(each->getStmt());
  }
}

bool Recurrences::isFollowed(const ValueDecl *variable) const {
  auto found = values.find(dyn_cast_or_null<VarDecl>(variable));
  return found != values.end() && found->second;
}

bool Recurrences::isCounter(const Expr *expr) const {
  auto *named = dyn_cast<DeclRefExpr>(expr->IgnoreParenImpCasts());
  auto *variable = named ? dyn_cast<VarDecl>(named->getDecl()) : nullptr;
  auto found = values.find(variable);
  return variable && found != values.end() && found->second && found->second->from == variable &&
         found->second->shift && !found->second->modulus;
}

bool Recurrences::changes(const Stmt *expr) const {
  auto *named = dyn_cast<DeclRefExpr>(expr);
  return (named && isChanged(named->getDecl())) || isa<CallExpr>(expr) ||
         llvm::any_of(expr->children(), [&](const Stmt *child) { return child && changes(child); });
}

bool Recurrences::isChanged(const ValueDecl *variable) const {
  auto *named = dyn_cast<VarDecl>(variable);
  return named && values.count(named);
}

std::optional<Recurrences::Value> Recurrences::valueOf(const VarDecl *variable, When when) const {
  if (!variable)
    return std::nullopt;
  auto found = when == When::Begin ? values.end() : values.find(variable);
  return found == values.end() ? Value{variable} : found->second;
}

std::optional<Recurrences::Value> Recurrences::evaluate(const Expr *expr, When when) const {
  expr = expr->IgnoreParenImpCasts();
  if (isa<DeclRefExpr>(expr))
    return valueOf(dyn_cast<VarDecl>(cast<DeclRefExpr>(expr)->getDecl()), when);
  auto moved = [&](const Expr *operand, int64_t shift, int64_t modulus) -> std::optional<Value> {
    auto value = evaluate(operand, when);
    if (!value || (value->modulus && modulus && value->modulus != modulus))
      return std::nullopt;
    // A sum is not taken modulo anything any more.
    if (!modulus && value->modulus)
      return std::nullopt;
    return Value{value->from, value->shift + shift, modulus ? modulus : value->modulus};
  };
  if (auto *unary = dyn_cast<UnaryOperator>(expr))
    return unary->getOpcode() == UO_LNot ? moved(unary->getSubExpr(), 1, 2) : std::nullopt;
  auto *binary = dyn_cast<BinaryOperator>(expr);
  if (!binary)
    return std::nullopt;
  const Expr *left = binary->getLHS(), *right = binary->getRHS();
  auto first = constantValue(left, info.context), second = constantValue(right, info.context);
  switch (binary->getOpcode()) {
  case BO_Sub:
    if (first == 1)
      return moved(right, 1, 2); // 1 - x, of 0 and 1
    return second ? moved(left, -*second, 0) : std::nullopt;
  case BO_Add:
    return second ? moved(left, *second, 0) : first ? moved(right, *first, 0) : std::nullopt;
  case BO_Xor:
    return second == 1 ? moved(left, 1, 2) : first == 1 ? moved(right, 1, 2) : std::nullopt;
  case BO_And:
    return second == 1 ? moved(left, 0, 2) : std::nullopt;
  case BO_Rem: {
    if (!second || *second < 2 || *second > kMostPlaces)
      return std::nullopt;
    // `(x + 1) % 2`, where x is taken modulo 2 itself.
    const Expr *sum = left->IgnoreParenImpCasts();
    auto *added = dyn_cast<BinaryOperator>(sum);
    auto by = added && added->getOpcode() == BO_Add ? constantValue(added->getRHS(), info.context)
                                                    : std::nullopt;
    return by ? moved(added->getLHS(), *by, *second) : moved(left, 0, *second);
  }
  default:
    return std::nullopt;
  }
}

void Recurrences::assign(const Expr *lvalue, const Expr *value) {
  auto *named = dyn_cast<DeclRefExpr>(lvalue->IgnoreParens());
  auto *variable = named ? dyn_cast<VarDecl>(named->getDecl()) : nullptr;
  if (!variable)
    return;
  auto next = info.isStable(variable) ? evaluate(value) : std::nullopt;
  auto [known, isNew] = values.insert({variable, next});
  // What is spoiled stays so.
  if (!isNew && known->second)
    known->second = next;
}

void Recurrences::execute(const Stmt *statement) {
  auto *binary = dyn_cast<BinaryOperator>(statement);
  auto *unary = dyn_cast<UnaryOperator>(statement);
  auto *call = dyn_cast<CallExpr>(statement);
  if (binary && binary->getOpcode() == BO_Assign)
    return assign(binary->getLHS(), binary->getRHS());
  if (auto *declaration = dyn_cast<DeclStmt>(statement)) {
    for (const Decl *each : declaration->decls())
      if (auto *variable = dyn_cast<VarDecl>(each); variable && variable->hasLocalStorage())
        values[variable] = variable->getInit() && info.isStable(variable)
                               ? evaluate(variable->getInit())
                               : std::nullopt;
    return;
  }
  const VarDecl *variable = nullptr;
  int64_t shift = 0, modulus = 0;
  if (unary && unary->isIncrementDecrementOp()) {
    variable = variableOf(unary->getSubExpr());
    shift = unary->isIncrementOp() ? 1 : -1;
  } else if (binary && binary->isCompoundAssignmentOp()) {
    auto by = constantValue(binary->getRHS(), info.context);
    const bool flips = binary->getOpcode() == BO_XorAssign && by == 1;
    variable = by && (flips || binary->getOpcode() == BO_AddAssign) ? variableOf(binary->getLHS())
                                                                    : nullptr;
    shift = by.value_or(0);
    modulus = flips ? 2 : 0;
  }
  if (variable &&
      isa<DeclRefExpr>((unary ? unary->getSubExpr() : binary->getLHS())->IgnoreParens())) {
    auto before = info.isStable(variable) ? valueOf(variable) : std::nullopt;
    if (before && before->modulus && before->modulus != modulus)
      before.reset();
    values[variable] =
        before ? std::optional(Value{before->from, before->shift + shift, modulus}) : std::nullopt;
    return;
  }
  if (auto pair = call ? swappedBy(call) : std::nullopt) {
    const VarDecl *a = variableOf(pair->first), *b = variableOf(pair->second);
    if (a && b && a != b && !isArrayOfNumbers(a->getType())) {
      auto first = valueOf(a), second = valueOf(b);
      values[a] = second;
      values[b] = first;
      return;
    }
  }
  spoil(statement);
}

void Recurrences::spoil(const Stmt *statement) {
  const Expr *changed = nullptr;
  if (auto *binary = dyn_cast<BinaryOperator>(statement))
    changed = binary->isAssignmentOp() ? binary->getLHS() : nullptr;
  else if (auto *unary = dyn_cast<UnaryOperator>(statement))
    changed = unary->isIncrementDecrementOp() ? unary->getSubExpr() : nullptr;
  if (auto *declaration = dyn_cast<DeclStmt>(statement))
    for (const Decl *each : declaration->decls())
      if (auto *variable = dyn_cast<VarDecl>(each))
        values[variable] = std::nullopt;
  if (changed)
    if (const VarDecl *variable = variableOf(changed))
      values[variable] = std::nullopt;
  if (auto *call = dyn_cast<CallExpr>(statement))
    if (auto pair = swappedBy(call))
      for (const Expr *each : {pair->first, pair->second})
        if (const VarDecl *variable = variableOf(each))
          values[variable] = std::nullopt;
}

std::optional<Recurrences::Range> Recurrences::rangeOf(Value value) const {
  // The first variable of the cycle in the source stands for all of them.
  const VarDecl *cycle = nullptr;
  for (unsigned steps = 0; steps <= 2 * values.size(); ++steps) {
    auto found = values.find(value.from);
    if (found == values.end() || !found->second)
      return std::nullopt;
    const Value &next = *found->second;
    if (next.from == value.from) {
      // It counts, or goes round.
      const int64_t modulus = next.modulus ? next.modulus : value.modulus;
      const bool isSame = !value.modulus || value.modulus == modulus;
      if (!modulus || !next.shift || !isSame || (value.shift && !value.modulus) ||
          std::gcd(next.shift, modulus) != 1)
        return std::nullopt;
      return Range{modulus};
    }
    if (next.shift || next.modulus || value.shift || value.modulus) {
      // `next = 1 - cur`: what holds for the one holds for the other.
      if (value.shift || value.modulus)
        return std::nullopt;
      value = next;
      continue;
    }
    value = next;
    if (steps >= values.size() && (!cycle || value.from->getLocation() < cycle->getLocation()))
      cycle = value.from;
  }
  return cycle ? std::optional(Range{0, cycle}) : std::nullopt;
}

std::optional<Recurrences::Range> Recurrences::rangeOf(const Expr *expr) const {
  auto value = evaluate(expr, When::Begin);
  return value ? rangeOf(*value) : std::nullopt;
}

std::optional<Phase> Recurrences::phaseOf(const Expr *index) const {
  auto value = evaluate(index, When::Begin);
  auto found = value ? values.find(value->from) : values.end();
  if (found == values.end() || !found->second || found->second->from != value->from)
    return std::nullopt;
  const int64_t count = value->modulus ? value->modulus : found->second->modulus;
  const bool isOne = found->second->modulus == 0 || found->second->modulus == count;
  if (count < 2 || !isOne || found->second->shift % count != 1)
    return std::nullopt;
  return Phase{value->from, value->shift, count};
}

std::optional<Address> Recurrences::madeOf(const Address &address, const VarDecl *pointer) const {
  const Expr *value = info.soleValues.lookup(pointer);
  if (!value || value != pointer->getInit() || address.root != 'p' + identity('o', pointer))
    return std::nullopt;
  auto made = addressOfPointee(value, {}, info);
  if (!made || made->pointer == pointer || made->isTranslated)
    return std::nullopt;
  made->offset += address.offset;
  made->bytes = address.bytes;
  made->isWhole = address.isWhole;
  made->indices.append(address.indices.begin(), address.indices.end());
  for (const ValueDecl *part : address.dependsOn)
    if (part != pointer)
      made->dependsOn.push_back(part);
  return made;
}

std::optional<Recurring> Recurrences::of(const Address &address) const {
  if (address.isTranslated || address.bytes <= 0)
    return std::nullopt;
  Recurring result{address.root, {}, {address.offset}, address.bytes, address.isWhole};
  llvm::DenseSet<const ValueDecl *> followed;
  auto goThrough = [&](int64_t count, int64_t bytes) {
    if (result.places > 1)
      return false;
    result.offsets.clear();
    for (int64_t i = 0; i < count; ++i)
      result.offsets.push_back(address.offset + i * bytes);
    result.places = count;
    return true;
  };
  if (const VarDecl *pointer = address.pointer ? address.pointer : address.base;
      pointer && isChanged(pointer)) {
    if (auto inner = madeOf(address, pointer))
      return of(*inner);
    auto range = rangeOf(Value{pointer});
    std::string own = address.root.front() + identity('o', pointer);
    if (!range || !range->cycle || address.root != own)
      return std::nullopt;
    result.root = address.root.front() + identity('o', range->cycle);
    result.places = kMostCycle;
    followed.insert(pointer);
  }
  for (const Address::Place &place : address.places) {
    auto range = rangeOf(place.index);
    if (!range)
      continue;
    std::string all =
        range->cycle ? '[' + termOf(range->cycle) + ']' : "[*" + std::to_string(range->count) + ']';
    for (auto at = result.root.find(place.name); at != std::string::npos;
         at = result.root.find(place.name, at + all.size()))
      result.root.replace(at, place.name.size(), all);
    if (result.places > 1)
      return std::nullopt;
    result.places = range->cycle ? kMostCycle : range->count;
    result.phase = phaseOf(place.index);
    followed.insert(place.dependsOn.begin(), place.dependsOn.end());
  }
  for (const Address::Index &index : address.indices) {
    auto range = rangeOf(index.expr);
    if (range && range->count) {
      if (!goThrough(range->count, index.bytes))
        return std::nullopt;
      result.phase = phaseOf(index.expr);
    } else {
      Address named;
      std::string name;
      if (range)
        name = termOf(range->cycle);
      else if (!nameTerm(index.expr, name, named, info))
        return std::nullopt;
      if (range)
        result.places = kMostCycle;
      result.terms[name] += index.bytes;
      if (result.terms[name] == 0)
        result.terms.erase(name);
    }
    if (range)
      followed.insert(index.dependsOn.begin(), index.dependsOn.end());
  }
  for (const ValueDecl *part : address.dependsOn)
    if (isChanged(part) && !followed.contains(part))
      return std::nullopt;
  return result;
}

std::optional<Recurring> Recurrences::of(const Access &access) const {
  if (access.bound)
    return std::nullopt;
  // In loops within this one, their first iteration.
  const Address *address = &access.address;
  for (const Access::First &each : access.first) {
    if (each.loop->loop == statement)
      break;
    address = &each.address;
  }
  return of(*address);
}

} // namespace fencepost::plugin
