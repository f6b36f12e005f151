//===- trial/Places.cpp - where a process on trial loads and stores --------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "trial/Process.h"

#include "Bases.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/RecordLayout.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace fencepost::plugin::trial {

std::optional<int64_t> Process::sizeOf(QualType type) const {
  auto &sizes = code.sizes;
  if (auto known = sizes.find(type.getTypePtr()); known != sizes.end())
    return known->second;
  if (type->isVoidType()) // as GNU C counts
    return 1;
  if (auto *array = context.getAsVariableArrayType(type)) {
    auto length = array->getSizeExpr() ? lengthOf(array->getSizeExpr()) : std::nullopt;
    auto element = sizeOf(array->getElementType());
    return length && element ? std::optional(*length * *element) : std::nullopt;
  }
  if (type->isIncompleteType() || type->isDependentType() || !type->isConstantSizeType())
    return std::nullopt;
  return sizes[type.getTypePtr()] = context.getTypeSizeInChars(type).getQuantity();
}

std::optional<int64_t> Process::lengthOf(const Expr *length) const {
  for (const Frame *each = frame; each; each = each->outer)
    if (auto found = each->lengths.find(length); found != each->lengths.end())
      return found->second;
  return std::nullopt;
}

void Process::measure(QualType type) {
  while (!isOver && type->isVariablyModifiedType()) {
    auto *array = context.getAsVariableArrayType(type);
    const Expr *length = array ? array->getSizeExpr() : nullptr;
    const Value known = length ? value(length) : Value();
    frame->lengths.erase(length);
    if (known.kind == Value::Kind::Number)
      frame->lengths[length] = known.number;
    auto *other = context.getAsArrayType(type);
    type = other ? other->getElementType() : type->getPointeeType();
    if (type.isNull())
      return;
  }
}

Value Process::fit(Value number, QualType type) const {
  if (number.kind == Value::Kind::Real || type->isFloatingType())
    number = fitReal(number, type);
  if (number.kind != Value::Kind::Number)
    return number;
  if (type->isBooleanType())
    return Value::ofNumber(number.number != 0);
  if (!type->isIntegralOrEnumerationType())
    return {};
  const unsigned bits = context.getIntWidth(type);
  if (bits >= 64)
    return number;
  const uint64_t low = uint64_t(number.number) & ((uint64_t(1) << bits) - 1);
  const bool isNegative = type->isSignedIntegerOrEnumerationType() && (low >> (bits - 1)) != 0;
  return Value::ofNumber(isNegative ? int64_t(low) - (int64_t(1) << bits) : int64_t(low));
}

Object *Process::make(const VarDecl *variable) {
  course.objects.emplace_back();
  course.objects.back().variable = variable;
  return &course.objects.back();
}

Value Process::variable(const VarDecl *variable) {
  if (variable->hasLocalStorage()) {
    for (const Frame *each = frame; each; each = each->outer)
      if (auto found = each->variables.find(variable); found != each->variables.end())
        return Value::ofPointer(found->second);
    return {};
  }
  if (const VarDecl *definition = variable->getDefinition())
    variable = definition;
  Object *&object = statics[variable->getCanonicalDecl()];
  if (!object) {
    object = make(variable);
    object->isShared = true;
    Object *made = object;
    if (variable->hasDefinition() == VarDecl::DeclarationOnly)
      object->lose(); // of a library
    else
      object->clear();
    const Expr *initial = variable->getInit();
    if (initial && !variable->getType()->isReferenceType())
      initialize(Value::ofPointer(made), variable->getType(), initial);
    else if (initial)
      made->store(0, 8, place(initial));
    if (areStaticsForgotten && !variable->getType().isConstQualified())
      made->forget();
    return Value::ofPointer(made);
  }
  return Value::ofPointer(object);
}

void Process::access(Value at, int64_t bytes, bool writes, const Expr *expr) {
  constexpr std::size_t kMostAccesses = 4000;
  if (watched && at.isPlace())
    return watched->size() < kMostAccesses
               ? watched->push_back({expr, at.object, {at.number, at.number + bytes}, writes})
               : stop();
  if (!expr || !at.isPlace() || course.windows.empty() ||
      !(at.object->isShared || at.object->owner >= 0))
    return;
  if (course.accesses.size() >= kMostAccesses)
    return stop();
  course.accesses.push_back({expr,
                             at.object,
                             {at.number, at.number + bytes},
                             writes,
                             static_cast<unsigned>(course.calls.size())});
}

Value Process::load(Value from, QualType type, const Expr *expr) {
  if (type->isRecordType() || type->isArrayType())
    return from; // where it is
  auto bytes = sizeOf(type);
  if (!from.isPlace() || !bytes || isOver)
    return {};
  access(from, *bytes, false, expr);
  if (type.isVolatileQualified())
    return {};
  const Value found = from.object->load(from.number, *bytes);
  if (type->isAnyPointerType() && found.kind == Value::Kind::Number)
    return found.number == 0 ? Value::ofPointer(nullptr) : Value();
  if (type->isFloatingType()) // what is zero is zero in any type
    return found.kind == Value::Kind::Real                          ? found
           : found.kind == Value::Kind::Number && found.number == 0 ? fit(found, type)
                                                                    : Value();
  if (found.kind == Value::Kind::Real)
    return {};
  return found.kind == Value::Kind::Number && type->isIntegralOrEnumerationType() ? fit(found, type)
                                                                                  : found;
}

void Process::assign(Value to, QualType type, Value what, const Expr *expr) {
  auto bytes = sizeOf(type);
  if (isOver)
    return;
  if (!to.isPlace())
    return forgetShared(type);
  if (!bytes)
    return to.object->forget();
  access(to, *bytes, true, expr);
  if (!type->isRecordType())
    to.object->store(to.number, *bytes,
                     what.kind == Value::Kind::Number &&
                             (type->isIntegralOrEnumerationType() || type->isFloatingType())
                         ? fit(what, type)
                         : what);
  else if (what.isPlace()) {
    to.object->copyFrom(*what.object, what.number, to.number, *bytes);
    const CXXRecordDecl *record = type->getAsCXXRecordDecl();
    if (const Frame *maker = lambdas.lookup(what.object);
        maker && record && record->isLambda() && to.number == 0 && what.number == 0)
      lambdas[to.object] = maker;
  } else
    to.object->forget(to.number, to.number + *bytes);
}

void Process::initialize(Value at, QualType type, const Expr *initial) {
  if (isOver)
    return;
  const Expr *plain = initial->IgnoreParens();
  if (auto *cleanups = dyn_cast<ExprWithCleanups>(plain))
    plain = cleanups->getSubExpr();
  if (auto *defaulted = dyn_cast<CXXDefaultInitExpr>(plain))
    plain = defaulted->getExpr();
  if (const Expr *made = madeBy(plain))
    plain = made;
  auto bytes = sizeOf(type);
  if (isa<ImplicitValueInitExpr, CXXScalarValueInitExpr>(plain)) {
    const Value zero = type->isFloatingType() ? fit(Value::ofNumber(0), type)
                       : type->isScalarType() ? Value::ofNumber(0)
                                              : Value();
    if (bytes && at.isPlace())
      at.object->store(at.number, *bytes, zero);
    return;
  }
  if (auto *list = dyn_cast<InitListExpr>(plain)) {
    if (list->isTransparent())
      return initialize(at, type, list->getInit(0));
    if (auto *array = context.getAsArrayType(type)) {
      auto element = sizeOf(array->getElementType());
      if (!element)
        return stop();
      const Expr *filler = list->hasArrayFiller() ? list->getArrayFiller() : nullptr;
      const bool isZero = !filler || isa<ImplicitValueInitExpr>(filler);
      if (!isZero && code.hasCode(array->getElementType()))
        return stop();
      const int64_t end = bytes ? at.number + *bytes : Object::kUpToEnd;
      if (at.isPlace())
        isZero ? at.object->clear(at.number, end) : at.object->forget(at.number, end);
      for (unsigned i = 0; i < list->getNumInits() && !isOver; ++i)
        initialize(at.moved(i * *element), array->getElementType(), list->getInit(i));
      return;
    }
    if (const RecordDecl *record = type->getAsRecordDecl(); record && !record->isUnion()) {
      const ASTRecordLayout &layout = context.getASTRecordLayout(record);
      unsigned next = 0;
      if (auto *object = dyn_cast<CXXRecordDecl>(record); object && object->getNumBases() != 0)
        return stop();
      for (const FieldDecl *field : record->fields()) {
        if (field->isUnnamedBitField())
          continue;
        if (next >= list->getNumInits())
          break;
        // A default may be made of other members.
        llvm::SaveAndRestore object(
            frame->self, isa<CXXDefaultInitExpr>(list->getInit(next)) ? at : frame->self);
        initialize(at.moved(layout.getFieldOffset(field->getFieldIndex()) / 8), field->getType(),
                   list->getInit(next++));
      }
      return;
    }
    if (list->getNumInits() == 1)
      return initialize(at, type, list->getInit(0));
    return;
  }
  if (type->isRecordType()) {
    if (auto *bound = dyn_cast<CXXBindTemporaryExpr>(plain))
      plain = bound->getSubExpr();
    if (auto *conversion = dyn_cast<CXXFunctionalCastExpr>(plain))
      return initialize(at, type, conversion->getSubExpr());
    if (auto *made = dyn_cast<CXXConstructExpr>(plain)) {
      construct(made, at);
      return;
    }
    if (auto *inherited = dyn_cast<CXXInheritedCtorInitExpr>(plain))
      return construct(inherited, at);
  }
  if (type->isArrayType()) { // a string, or a copy of a member
    if (at.isPlace())
      at.object->forget(at.number, bytes ? std::optional(at.number + *bytes) : std::nullopt);
    return;
  }
  if (auto *element = dyn_cast<MaterializeTemporaryExpr>(plain))
    plain = element->getSubExpr();
  if (type->isReferenceType()) {
    const Value bound = place(plain);
    if (bound.isPlace())
      bound.object->isShared = true;
    if (at.isPlace())
      at.object->store(at.number, 8, bound);
    return;
  }
  assign(at, type, value(plain), nullptr);
}

Value Process::place(const Expr *lvalue) {
  if (isOver || ++steps > kMostSteps) {
    stop();
    return {};
  }
  lvalue = lvalue->IgnoreParens();
  if (auto *named = dyn_cast<DeclRefExpr>(lvalue)) {
    if (auto *binding = dyn_cast<BindingDecl>(named->getDecl()))
      return bound(binding);
    auto *known = dyn_cast<VarDecl>(named->getDecl());
    if (!known)
      return {};
    Value at = variable(known);
    if (!known->getType()->isReferenceType() || !at.isPlace())
      return at;
    return at.object->load(0, 8);
  }
  if (auto *element = dyn_cast<ArraySubscriptExpr>(lvalue)) {
    const Value base = value(element->getBase()), index = value(element->getIdx());
    auto bytes = sizeOf(element->getType());
    return base.isPlace() && index.kind == Value::Kind::Number && bytes
               ? base.moved(index.number * *bytes)
               : Value();
  }
  if (auto *member = dyn_cast<MemberExpr>(lvalue)) {
    const Value object = member->isArrow() ? value(member->getBase()) : place(member->getBase());
    auto *field = dyn_cast<FieldDecl>(member->getMemberDecl());
    if (auto *shared = dyn_cast<VarDecl>(member->getMemberDecl()))
      return variable(shared);
    if (!field || !object.isPlace() || field->isBitField())
      return {};
    object.object->isUnion |= field->getParent()->isUnion();
    const ASTRecordLayout &layout = context.getASTRecordLayout(field->getParent());
    const Value at = object.moved(layout.getFieldOffset(field->getFieldIndex()) / 8);
    return field->getType()->isReferenceType() ? at.object->load(at.number, 8) : at;
  }
  if (auto *unary = dyn_cast<UnaryOperator>(lvalue)) {
    if (unary->getOpcode() == UO_Deref)
      return value(unary->getSubExpr());
    if (unary->isPrefix() && unary->isIncrementDecrementOp()) {
      value(unary);
      return assigned;
    }
    return place(unary->getSubExpr()); // __real, __extension__
  }
  if (auto *cast = dyn_cast<CastExpr>(lvalue)) {
    if (cast->getCastKind() == CK_NoOp || cast->getCastKind() == CK_LValueBitCast)
      return place(cast->getSubExpr());
    if (auto offset = offsetOfBase(cast, context)) {
      const Value at = place(cast->getSubExpr());
      return at.isPlace() ? at.moved(*offset) : Value();
    }
    if (cast->getCastKind() == CK_ConstructorConversion ||
        cast->getCastKind() == CK_UserDefinedConversion)
      return place(cast->getSubExpr());
    return value(cast);
  }
  if (auto *binary = dyn_cast<BinaryOperator>(lvalue)) {
    if (binary->isPtrMemOp()) {
      stop();
      return {};
    }
    if (!binary->isAssignmentOp()) {
      value(binary->getLHS());
      return place(binary->getRHS());
    }
    value(binary);
    return assigned;
  }
  if (auto *chosen = dyn_cast<ConditionalOperator>(lvalue)) {
    auto answer = value(chosen->getCond()).truth();
    if (!answer) // it may be the one or the other
      for (const Expr *way : {chosen->getTrueExpr(), chosen->getFalseExpr()})
        if (const Value at = place(way); at.isPlace()) {
          at.object->isShared = true;
          auto bytes = sizeOf(way->getType());
          if (way->isXValue() && bytes) // what it has may be taken
            at.object->forget(at.number, at.number + *bytes);
        }
    return answer ? place(*answer ? chosen->getTrueExpr() : chosen->getFalseExpr()) : Value();
  }
  if (auto *text = dyn_cast<clang::StringLiteral>(lvalue)) {
    Object *&kept = literals[text];
    if (kept)
      return Value::ofPointer(kept);
    kept = make();
    const Value at = Value::ofPointer(kept);
    constexpr unsigned kMostCharacters = 256;
    if (text->getCharByteWidth() == 1 && text->getLength() <= kMostCharacters)
      for (unsigned i = 0; i <= text->getLength(); ++i)
        at.object->store(
            i, 1,
            fit(Value::ofNumber(i < text->getLength() ? text->getCodeUnit(i) : 0), context.CharTy));
    return at;
  }
  if (isa<PredefinedExpr>(lvalue))
    return Value::ofPointer(make());
  if (auto *literal = dyn_cast<CompoundLiteralExpr>(lvalue)) {
    const Value at = Value::ofPointer(make());
    initialize(at, literal->getType(), literal->getInitializer());
    return at;
  }
  if (auto *temporary = dyn_cast<MaterializeTemporaryExpr>(lvalue)) {
    const Value at = Value::ofPointer(make());
    const bool isForStatement =
        temporary->getStorageDuration() == SD_FullExpression && whole.of == frame;
    if (!isForStatement && code.endCommunicates(temporary->getType()))
      stop();
    initialize(at, temporary->getType(), temporary->getSubExpr());
    if (isForStatement)
      temporaries.push_back({at.object, temporary});
    return at;
  }
  if (auto *cleanups = dyn_cast<ExprWithCleanups>(lvalue))
    return place(cleanups->getSubExpr());
  return value(lvalue); // of a class, or what a function refers to
}

} // namespace fencepost::plugin::trial
