//===- Algorithms.cpp - memory that the C++ library's algorithms access ---===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Accesses.h"
#include "AlgorithmTable.h"
#include "Callbacks.h"
#include "Containers.h"
#include "FunctionInfo.h"
#include "Growth.h"
#include "MpiCall.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace fencepost::plugin {

namespace {

/// What an iterator points to.
struct Position {
  Address address;
  int64_t element;   // bytes
  const Expr *named; // the container, or the pointer
  bool isEnd = false;
  bool isContainer = false;
};

bool isOneOf(const FunctionDecl *function, std::initializer_list<llvm::StringRef> names) {
  return function && function->getIdentifier() && llvm::is_contained(names, function->getName());
}

class Algorithms {
public:
  Algorithms(const CallExpr *call, const FunctionInfo &info) : call(call), info(info) {}
  explicit Algorithms(const FunctionInfo &info) : info(info) {}

  std::vector<Access> accesses() {
    if (auto *method = dyn_cast<CXXMemberCallExpr>(call))
      ofMethod(method);
    else if (auto *operation = dyn_cast<CXXOperatorCallExpr>(call);
             operation && operation->getOperator() == OO_Equal)
      ofContainer(operation->getArg(0), "=", {operation->getArg(1)});
    else if (const Algorithm *algorithm = algorithmOf();
             algorithm && llvm::none_of(call->arguments(), mayCompleteWhenCalled))
      ofAlgorithm(*algorithm);
    else if (!algorithm)
      ofObjects();
    return std::move(found);
  }

  /// Of a container that is made as a copy of another one, or of a range.
  std::vector<Access> accesses(const CXXConstructExpr *made) {
    const CXXConstructorDecl *constructor = made->getConstructor();
    if (!copiesElements(constructor->getParent()) || made->isElidable())
      return {};
    if (constructor->isCopyConstructor())
      readAll(made->getArg(0));
    else if (made->getNumArgs() >= 2)
      readRange(made->getArg(0), made->getArg(1));
    return std::move(found);
  }

private:
  const CallExpr *call = nullptr; // null: an object is made
  const FunctionInfo &info;
  unsigned firstArgument = 0;
  std::vector<Access> found;

  const Algorithm *algorithmOf() {
    firstArgument = isa<CXXOperatorCallExpr>(call);
    const NamedDecl *called = plugin::algorithmOf(call);
    auto row = llvm::find_if(kAlgorithms, [&](const Algorithm &algorithm) {
      return called && algorithm.name == called->getName();
    });
    return row == std::end(kAlgorithms) ? nullptr : row;
  }

  const Expr *argument(unsigned index) const {
    return index + firstArgument < call->getNumArgs() ? call->getArg(index + firstArgument)
                                                      : nullptr;
  }

  /// All of an array or container.
  std::optional<Position> whole(const Expr *range) const {
    range = range->IgnoreParenImpCasts();
    if (auto *array = info.context.getAsConstantArrayType(range->getType())) {
      auto address = addressOfLvalue(range, {}, info);
      int64_t element = info.context.getTypeSizeInChars(array->getElementType()).getQuantity();
      if (!address)
        return std::nullopt;
      return Position{std::move(*address), element, range};
    }
    auto *made =
        dyn_cast_or_null<ClassTemplateSpecializationDecl>(range->getType()->getAsCXXRecordDecl());
    const Expr *plain = withoutConversions(range);
    // A span of a part.
    if (isSpan(range->getType()) && (isa<CallExpr>(plain) || isa<CXXConstructExpr>(plain)))
      return std::nullopt;
    auto address = made ? addressOfElements(range, info) : std::nullopt;
    if (!address || made->getTemplateArgs()[0].getKind() != TemplateArgument::Type)
      return std::nullopt;
    // unique_ptr<T[]> has an array without a bound.
    QualType element = info.context.getBaseElementType(made->getTemplateArgs()[0].getAsType());
    if (element->isIncompleteType() || !element->isConstantSizeType())
      return std::nullopt;
    return Position{std::move(*address), info.context.getTypeSizeInChars(element).getQuantity(),
                    range, false, true};
  }

  std::optional<Position> position(const Expr *iterator) const {
    const Expr *expr = withoutConversions(iterator);
    if (iterator->getType()->isPointerType() && !isa<CallExpr>(expr))
      return pointed(iterator);
    const Expr *range = nullptr;
    auto *call = dyn_cast<CallExpr>(expr);
    const FunctionDecl *callee = call ? call->getDirectCallee() : nullptr;
    if (auto *method = dyn_cast<CXXMemberCallExpr>(expr); method && method->getNumArgs() == 0)
      range = method->getImplicitObjectArgument();
    else if (callee && callee->isInStdNamespace() && call->getNumArgs() == 1)
      range = call->getArg(0);
    bool isEnd = isOneOf(callee, {"end", "cend"});
    if (range && (isEnd || isOneOf(callee, {"begin", "cbegin", "data"}))) {
      auto found = whole(range);
      if (found)
        found->isEnd = isEnd;
      return found;
    }
    // begin() + 3
    auto *sum = dyn_cast<CXXOperatorCallExpr>(expr);
    if (!sum || sum->getOperator() != OO_Plus || sum->getNumArgs() != 2)
      return iterator->getType()->isPointerType() ? pointed(iterator) : std::nullopt;
    auto found = position(sum->getArg(0));
    auto steps = constantValue(sum->getArg(1), info.context);
    if (!found || found->isEnd || !steps)
      return std::nullopt;
    found->address.offset += *steps * found->element;
    return found;
  }

  std::optional<Position> pointed(const Expr *pointer) const {
    QualType element = pointer->getType()->getPointeeType();
    if (element.isNull() || element->isIncompleteType() || !element->isConstantSizeType())
      return std::nullopt;
    auto address = addressOfPointee(pointer, {}, info);
    if (!address)
      return std::nullopt;
    return Position{std::move(*address), info.context.getTypeSizeInChars(element).getQuantity(),
                    pointer};
  }

  void add(const Position &at, int64_t bytes, bool writes, const Expr *count) {
    Access access{at.address};
    if (!access.address.isWhole)
      setExtent(access.address, bytes, info);
    access.writes = writes;
    access.expr = at.named;
    access.by = isa_and_nonnull<CXXOperatorCallExpr>(call) && firstArgument == 0 ? nullptr : call;
    access.count = count;
    found.push_back(std::move(access));
  }

  /// The elements from the one up to the other: how many, where that is known, or at least one.
  struct Elements {
    int64_t count;
    const Expr *unknown = nullptr;
  };
  std::optional<Elements> addRange(const Algorithm &algorithm) {
    return addRange(algorithm, argument(0), argument(1));
  }

  std::optional<Elements> addRange(const Algorithm &algorithm, const Expr *begin, const Expr *end) {
    auto first = begin ? position(begin) : std::nullopt;
    if (!first || first->isEnd || !end)
      return std::nullopt;
    Elements elements{1, end};
    auto last = algorithm.isCounted ? std::nullopt : position(end);
    if (algorithm.isCounted) {
      if (auto constant = constantValue(end, info.context))
        elements = {*constant};
    } else if (!last || last->address.root != first->address.root) {
      return std::nullopt;
    } else if (last->isEnd) {
      first->address.isWhole = first->isContainer && !first->address.offset;
      if (first->address.isWhole)
        elements.unknown = nullptr;
    } else if (last->address.terms == first->address.terms) {
      elements = {(last->address.offset - first->address.offset) / first->element};
    }
    const bool isUnknown = elements.unknown || first->address.isWhole;
    if (elements.count < (isUnknown ? 1 : algorithm.least))
      return std::nullopt;
    add(*first, elements.count * first->element, algorithm.writes, elements.unknown);
    // Of a container of unknown size there is one element at least, or nothing happens.
    return first->address.isWhole ? Elements{1, end} : elements;
  }

  void ofAlgorithm(const Algorithm &algorithm) {
    std::optional<Elements> elements;
    unsigned next = 2;
    bool isRange =
        firstArgument == 1 && argument(0) && !algorithm.isCounted && !position(argument(0));
    if (isRange) {
      auto range = whole(argument(0));
      if (!range)
        return;
      range->address.isWhole = range->isContainer;
      add(*range, range->element, algorithm.writes, nullptr);
      elements = Elements{1, argument(0)};
      next = 1;
    } else {
      elements = addRange(algorithm);
    }
    // Of the two ranges that it may read the second has no end, but in namespace std::ranges.
    const bool isTransform = algorithm.name == "transform";
    // std::transform_reduce with five arguments has one range.
    const unsigned arguments = call->getNumArgs();
    const bool hasSecond = isTransform ? arguments == 5 : algorithm.twice && arguments != 5;
    if (auto second = hasSecond && elements ? position(argument(next)) : std::nullopt;
        second && !second->isEnd)
      add(*second, elements->count * second->element, false, elements->unknown);
    next += hasSecond;
    const Expr *target =
        algorithm.copies && elements && !(isTransform && firstArgument) ? argument(next) : nullptr;
    if (auto at = target ? position(target) : std::nullopt; at && !at->isEnd)
      add(*at, elements->count * at->element, true, elements->unknown);
  }

  /// std::swap and std::exchange of numbers and their like: of others they may swap pointers. And
  /// those that compare two numbers, which they are given by reference.
  void ofObjects() {
    const FunctionDecl *callee = call->getDirectCallee();
    const bool compares = isOneOf(callee, {"max", "min", "minmax"});
    if (!callee || !callee->isInStdNamespace() || call->getNumArgs() != 2 ||
        !(compares || isOneOf(callee, {"swap", "exchange"})))
      return;
    const unsigned accessed = callee->getName() == "exchange" ? 1 : 2;
    for (const Expr *object : llvm::ArrayRef(call->getArgs(), accessed)) {
      object = object->IgnoreParens();
      if (auto *cast = dyn_cast<ImplicitCastExpr>(object); cast && cast->getCastKind() == CK_NoOp)
        object = cast->getSubExpr();
      if (!compares && isArrayOfNumbers(object->getType()))
        ofContainer(object, "swap", {});
      if (!object->isLValue() ||
          !(compares ? object->getType()->isArithmeticType()
                     : object->getType().isTriviallyCopyableType(info.context)))
        continue;
      auto access = accessTo(object, !compares, call, info);
      if (!access)
        continue;
      access->by = call;
      found.push_back(std::move(*access));
    }
  }

  /// The container's method, or an assignment.
  void ofContainer(const Expr *object, llvm::StringRef method,
                   llvm::ArrayRef<const Expr *> arguments) {
    auto *record = object->getType()->getAsCXXRecordDecl();
    if (!record || !isInOnePiece(record))
      return;
    const Expr *argument = arguments.empty() ? nullptr : arguments.front();
    auto applies = [&](ContainerMethod::When when) {
      switch (when) {
      case ContainerMethod::When::Always:
        return true;
      case ContainerMethod::When::Begin: {
        auto at = argument ? position(argument) : std::nullopt;
        auto all = at && !at->isEnd ? whole(object) : std::nullopt;
        return all && overlaps(at->address, all->address);
      }
      case ContainerMethod::When::Zero:
        return argument && constantValue(argument, info.context) == 0;
      case ContainerMethod::When::Given:
        return !argument->isXValue();
      case ContainerMethod::When::Taken:
        return argument->isXValue();
      }
      return false;
    };
    for (const ContainerMethod &row : kContainerMethods)
      if (row.container == record->getName() && row.method == method &&
          (row.arguments == 0 || row.arguments == arguments.size()) && applies(row.when)) {
        // An assignment reads what it does not take over.
        const bool copies = method == "=" && row.effect != ContainerMethod::Effect::Releases &&
                            row.when != ContainerMethod::When::Taken;
        if (copies)
          readAll(argument);
        return addContainer(object, row.effect);
      }
  }

  /// Containers with elements of their own.
  static bool copiesElements(const CXXRecordDecl *record) {
    return isInOnePiece(record) &&
           llvm::is_contained({"vector", "basic_string"}, record->getName());
  }

  void readAll(const Expr *container) {
    if (auto from = whole(container)) {
      from->address.isWhole = from->isContainer;
      add(*from, from->element, false, nullptr);
    }
  }

  /// Two iterators, or pointers; anything else is left alone.
  void readRange(const Expr *begin, const Expr *end) {
    static constexpr Algorithm kReads{"", false, false, false};
    if (info.context.hasSameUnqualifiedType(begin->getType(), end->getType()) &&
        !begin->getType()->isArithmeticType())
      addRange(kReads, begin, end);
  }

  /// A unique_ptr to a class whose destructor does something.
  static bool ownsObjects(const CXXRecordDecl *owner) {
    auto *instance = cast<ClassTemplateSpecializationDecl>(owner);
    const CXXRecordDecl *owned = instance->getTemplateArgs()[0].getAsType()->getAsCXXRecordDecl();
    return owned && !(owned->hasDefinition() && owned->hasTrivialDestructor());
  }

  void addContainer(const Expr *object, ContainerMethod::Effect effect) {
    auto *record = object->getType()->getAsCXXRecordDecl();
    bool releases = effect == ContainerMethod::Effect::Releases;
    auto range = whole(object);
    // What another allocator or deleter does to it is not known.
    if (!range || !ownsElements(record) ||
        (releases && record->getName() == "unique_ptr" &&
         (!range->address.container || ownsObjects(record))))
      return; // nor what a destructor does first
    range->address.isWhole = effect != ContainerMethod::Effect::WritesFirst;
    add(*range, range->element, true, nullptr);
    found.back().releases = releases;
  }

  void ofMethod(const CXXMemberCallExpr *method) {
    const FunctionDecl *callee = method->getDirectCallee();
    const Expr *object = method->getImplicitObjectArgument();
    if (!callee || !callee->getIdentifier() || !object || object->getType()->isPointerType())
      return;
    const Expr *argument = method->getNumArgs() ? method->getArg(0) : nullptr;
    const unsigned count = method->getNumArgs();
    if (argument && argument->isLValue() && isOneOf(callee, {"push_back"}) &&
        method->getRecordDecl()->isInStdNamespace() &&
        copiesElements(argument->getType()->getAsCXXRecordDecl()))
      readAll(argument);
    if (copiesElements(object->getType()->getAsCXXRecordDecl()) && count >= 2 &&
        isOneOf(callee, {"insert", "assign", "append"}))
      readRange(method->getArg(count - 2), method->getArg(count - 1));
    ofContainer(object, callee->getName(), {method->getArgs(), count});
    if (outgrows(method, info))
      addContainer(object, ContainerMethod::Effect::Releases);
    if (callee->getName() != "swap" || !argument)
      return;
    // std::vector<int>().swap(v): what v had goes with the temporary.
    if (info.temporaryOf(object) && isInOnePiece(argument->getType()->getAsCXXRecordDecl()))
      addContainer(argument, ContainerMethod::Effect::Releases);
    else if (isArrayOfNumbers(argument->getType()))
      ofContainer(argument, "swap", {});
  }
};

} // namespace

std::vector<Access> accessesOfAlgorithm(const CallExpr *call, const FunctionInfo &info) {
  return Algorithms(call, info).accesses();
}

std::vector<Access> accessesOfCopy(const CXXConstructExpr *made, const FunctionInfo &info) {
  return Algorithms(info).accesses(made);
}

} // namespace fencepost::plugin
