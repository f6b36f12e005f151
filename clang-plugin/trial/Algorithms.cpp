//===- trial/Algorithms.cpp - what the library does with a range ----------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "trial/Process.h"

#include "Containers.h"
#include "LibraryCalls.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace fencepost::plugin::trial {

namespace {

/// Of a range of numbers, without a function of the program's own.
struct Algorithm {
  llvm::StringLiteral name;
  enum Does : uint8_t { Reads, Writes, Copies, Moves } does; // Moves: some of them, maybe none
  bool isCounted;
  unsigned least, most; // arguments behind the range
};

constexpr Algorithm kAlgorithms[] = {
    {"fill", Algorithm::Writes, false, 1, 1},
    {"fill_n", Algorithm::Writes, true, 1, 1},
    {"iota", Algorithm::Writes, false, 1, 1},
    {"copy", Algorithm::Copies, false, 1, 1},
    {"copy_n", Algorithm::Copies, true, 1, 1},
    {"accumulate", Algorithm::Reads, false, 1, 1},
    {"reduce", Algorithm::Reads, false, 0, 1},
    {"count", Algorithm::Reads, false, 1, 1},
    {"sort", Algorithm::Moves, false, 0, 0},
    {"reverse", Algorithm::Moves, false, 0, 0},
    {"max_element", Algorithm::Reads, false, 0, 0},
    {"min_element", Algorithm::Reads, false, 0, 0},
    {"minmax_element", Algorithm::Reads, false, 0, 0},
};

} // namespace

/// Operators of enumerations may be the program's own.
static bool isNumber(QualType type) { return type->isArithmeticType() && !type->isEnumeralType(); }

std::optional<Process::Elements> Process::elementAt(const Expr *expr, Value known) {
  if (expr->getType()->isPointerType())
    return Elements{expr->getType()->getPointeeType(), known, {}};
  expr = expr->IgnoreUnlessSpelledInSource();
  auto *call = dyn_cast<CXXMemberCallExpr>(expr);
  const CXXMethodDecl *method = call ? call->getMethodDecl() : nullptr;
  const Expr *object = call ? call->getImplicitObjectArgument() : nullptr;
  if (!method || !method->getIdentifier() || object->getType()->isPointerType())
    return std::nullopt;
  auto elements = elementsIn(containerAt(object), object->getType()); // which was evaluated
  auto bytes = elements ? sizeOf(elements->type) : std::nullopt;
  const llvm::StringRef name = method->getName();
  if (!bytes || !elements->first.isPlace())
    return std::nullopt;
  if (name == "end" || name == "cend") {
    if (elements->count.kind != Value::Kind::Number)
      return std::nullopt;
    elements->first = elements->first.moved(elements->count.number * *bytes);
  } else if (name != "begin" && name != "cbegin") {
    return std::nullopt;
  }
  return elements;
}

QualType numberOfIterator(QualType type) {
  auto *instance = dyn_cast_or_null<ClassTemplateSpecializationDecl>(type->getAsCXXRecordDecl());
  if (!instance || instance->getName() != "__normal_iterator")
    return {};
  const QualType element = instance->getTemplateArgs()[0].getAsType()->getPointeeType();
  return isNumber(element) ? element : QualType();
}

/// Where a range begins, and its bytes; nothing where it is not known, or empty.
std::optional<Process::Range> Process::rangeOf(llvm::ArrayRef<const Expr *> exprs,
                                               llvm::ArrayRef<Value> values, bool isCounted) {
  std::optional<Elements> first;
  Value count;
  if (exprs.size() == 1) {
    const QualType type = exprs[0]->getType();
    if (auto *array = context.getAsConstantArrayType(type))
      first = Elements{array->getElementType(), values[0], Value::ofNumber(array->getZExtSize())};
    else
      first = elementsIn(values[0], type);
    if (first)
      count = first->count;
  } else {
    first = elementAt(exprs[0], values[0]);
    count = values[1];
  }
  auto bytes = first ? sizeOf(first->type) : std::nullopt;
  if (!bytes || !first->first.isPlace() || !isNumber(first->type))
    return std::nullopt;
  int64_t length = 0;
  if (exprs.size() == 1 || isCounted) {
    length = count.kind == Value::Kind::Number ? count.number * *bytes : 0;
  } else if (auto last = elementAt(exprs[1], values[1]);
             last && last->first.isPlace() && last->first.object == first->first.object) {
    length = last->first.number - first->first.number;
  }
  return length > 0 ? std::optional(Range{first->first, length, *bytes}) : std::nullopt;
}

static llvm::ArrayRef<const Expr *> argumentsOf(const CallExpr *call) {
  llvm::ArrayRef<const Expr *> all(call->getArgs(), call->getNumArgs());
  return isa<CXXOperatorCallExpr>(call) ? all.drop_front() : all; // of namespace std::ranges
}

/// How many of them are the range.
unsigned Process::rangesIn(const CallExpr *call) {
  const auto arguments = argumentsOf(call);
  if (!isa<CXXOperatorCallExpr>(call) || arguments.empty())
    return 2;
  const QualType type = arguments.front()->getType();
  return type->isArrayType() || elementsIn({}, type) ? 1 : 2;
}

/// That is called, and calls nothing of the program's own; or null.
static const Algorithm *algorithmIn(const CallExpr *call, unsigned taken) {
  const NamedDecl *named = algorithmOf(call);
  const Algorithm *row = llvm::find_if(
      kAlgorithms, [&](const Algorithm &each) { return named && each.name == named->getName(); });
  const auto arguments = argumentsOf(call);
  if (row == std::end(kAlgorithms) || arguments.size() < taken + row->least ||
      arguments.size() > taken + row->most)
    return nullptr;
  const bool areNumbers = llvm::all_of(arguments.drop_front(taken), [](const Expr *each) {
    return each->getType()->isArithmeticType();
  });
  return row->does == Algorithm::Copies || areNumbers ? row : nullptr;
}

bool Process::isOfNumbers(const CallExpr *call) {
  const unsigned taken = rangesIn(call);
  if (!algorithmIn(call, taken))
    return false;
  const QualType type = argumentsOf(call).front()->getType();
  const QualType element = taken == 2            ? type->getPointeeType()
                           : type->isArrayType() ? QualType(type->getPointeeOrArrayElementType(), 0)
                                                 : elementsIn({}, type)->type;
  return !numberOfIterator(type).isNull() || (!element.isNull() && isNumber(element));
}

bool Process::algorithm(const CallExpr *call, llvm::ArrayRef<Value> values) {
  const unsigned taken = rangesIn(call);
  const Algorithm *row = algorithmIn(call, taken);
  if (!row)
    return false;
  const auto exprs = argumentsOf(call);
  values = values.take_back(exprs.size());
  auto range = rangeOf(exprs.take_front(taken), values, row->isCounted);
  if (!range)
    return row->does == Algorithm::Reads && isOfNumbers(call);
  auto use = [&](Value at, int64_t bytes, bool isWritten, const Expr *expr) {
    access(at, bytes, isWritten, expr);
    if (isWritten)
      at.object->forget(at.number, at.number + bytes);
  };
  if (row->does == Algorithm::Copies) {
    auto to = elementAt(exprs[taken], values[taken]);
    if (!to || !to->first.isPlace() || !isNumber(to->type))
      return false;
    const int64_t count = range->bytes / range->element;
    use(to->first, count * *sizeOf(to->type), true, exprs[taken]);
  }
  use(range->first, range->bytes, row->does == Algorithm::Writes, exprs[0]);
  if (row->does == Algorithm::Moves)
    range->first.object->forget(range->first.number, range->first.number + range->bytes);
  return true;
}

std::optional<Value> Process::passedOn(const CallExpr *call) {
  const FunctionDecl *callee = call->getDirectCallee();
  const llvm::StringRef name = callee->getIdentifier() ? callee->getName() : "";
  const bool isSame = (name == "move" || name == "forward") && call->getNumArgs() == 1;
  if (name == "make_pair" && isPair(call->getType()->getAsCXXRecordDecl())) {
    const Value made = Value::ofPointer(make());
    fillPair({call->getArgs(), call->getNumArgs()}, call->getType()->getAsCXXRecordDecl(), made);
    return made;
  }
  const bool isExchange =
      name == "exchange" && call->getNumArgs() == 2 && call->getType()->isScalarType() &&
      context.hasSameUnqualifiedType(call->getType(), call->getArg(1)->getType());
  if (!isSame && !isExchange)
    return std::nullopt;
  const Value at = place(call->getArg(0));
  if (at.isPlace())
    at.object->isShared = true;
  if (isSame || isOver)
    return at;
  const Value by = place(call->getArg(1));
  const Value old = load(at, call->getType(), call->getArg(0));
  assign(at, call->getType(), load(by, call->getType(), nullptr), call->getArg(0));
  return old;
}

} // namespace fencepost::plugin::trial
