//===- checks/rma-type-mismatch.cpp - datatypes that do not match ---------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Warns where the predefined datatypes of an operation do not match each other,
// or not the type of the buffer that the program passes, where more is sent than
// received, and where a buffer is smaller than what the call takes. Types of one byte
// take any data.
//
//===----------------------------------------------------------------------===//

#include "Address.h"
#include "Containers.h"
#include "Datatypes.h"
#include "FunctionInfo.h"
#include "Layouts.h"
#include "Names.h"
#include "Reporter.h"
#include "State.h"
#include "checks/Check.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/Expr.h"

using namespace clang;

namespace fencepost::plugin {

namespace {

using Kind = Datatype::Kind;

/// The arithmetic type of the elements that the pointer points to, as the program has it; null for
/// any other.
QualType elementOf(const Expr *buffer) {
  QualType type = buffer->IgnoreParenImpCasts()->getType();
  QualType pointee = type->isArrayType() ? type : type->getPointeeType();
  if (pointee.isNull())
    return {};
  QualType element(pointee->getBaseElementTypeUnsafe(), 0);
  return element->isArithmeticType() && !element->isIncompleteType() ? element : QualType();
}

/// Whether a buffer of such elements may hold data of the datatype.
bool holds(QualType element, const Datatype &datatype, const ASTContext &context) {
  int64_t size = context.getTypeSizeInChars(element).getQuantity();
  if (datatype.kind == Kind::Bytes || size == 1 || element->isAnyComplexType() ||
      datatype.kind == Kind::Pair)
    return true;
  if (datatype.kind == Kind::Complex)
    return element->isRealFloatingType() && 2 * size == datatype.size;
  return size == datatype.size &&
         element->isRealFloatingType() == (datatype.kind == Kind::Floating);
}

/// The record that the pointer points to; null for a union, and for what is no record.
const RecordDecl *pointedRecord(const Expr *buffer) {
  QualType pointee = buffer->IgnoreParenImpCasts()->getType()->getPointeeType();
  const RecordDecl *record = pointee.isNull() ? nullptr : pointee->getAsRecordDecl();
  record = record ? record->getDefinition() : nullptr;
  return record && !record->isUnion() ? record : nullptr;
}

/// The one floating type that all there is in the record has; null where there is none.
QualType floatingMember(const RecordDecl *record, const ASTContext &context) {
  QualType member;
  auto *isClass = dyn_cast<CXXRecordDecl>(record);
  if (isClass && isClass->getNumBases() != 0)
    return {};
  for (const FieldDecl *field : record->fields()) {
    QualType type(field->getType()->getBaseElementTypeUnsafe(), 0);
    if (const RecordDecl *inner = type->getAsRecordDecl())
      type = inner->getDefinition() && !inner->isUnion()
                 ? floatingMember(inner->getDefinition(), context)
                 : QualType();
    if (type.isNull() || !type->isRealFloatingType() ||
        (!member.isNull() && !context.hasSameUnqualifiedType(member, type)))
      return {};
    member = type;
  }
  return member;
}

/// Whether the record may hold the two values: of one with two numbers it is known.
bool holds(const RecordDecl *record, const PairDatatype &pair, const ASTContext &context) {
  std::vector<QualType> members;
  for (const FieldDecl *field : record->fields())
    members.push_back(field->getType());
  if (members.size() != 2 || !members[0]->isArithmeticType() || !members[1]->isArithmeticType())
    return true;
  auto sizeOf = [&](QualType type) { return context.getTypeSize(type); };
  return holds(members[0], pair.first, context) && members[1]->isIntegerType() &&
         sizeOf(members[1]) == sizeOf(context.IntTy);
}

/// A class of the library whose data is elsewhere, if the pointer points to an object of it.
const CXXRecordDecl *pointedContainer(const Expr *buffer) {
  QualType pointee = buffer->IgnoreParenImpCasts()->getType()->getPointeeType();
  const CXXRecordDecl *record = pointee.isNull() ? nullptr : pointee->getAsCXXRecordDecl();
  return record && record->isInStdNamespace() && record->getIdentifier() &&
                 llvm::is_contained({"vector", "basic_string", "span", "basic_string_view", "deque",
                                     "valarray", "unique_ptr", "shared_ptr"},
                                    record->getName())
             ? record
             : nullptr;
}

class MismatchCheck {
public:
  explicit MismatchCheck(const Step &step)
      : step(step), call(step.action.call), context(step.info.context) {}

  void run() {
    signatures(Role::OriginType, Role::OriginCount);
    signatures(Role::ResultType, Role::ResultCount);
    buffer(Role::OriginBuffer, Role::OriginType, Role::OriginCount);
    buffer(Role::ResultBuffer,
           call.argument(Role::ResultType) ? Role::ResultType : Role::OriginType,
           Role::ResultCount);
    buffer(Role::CompareBuffer, Role::OriginType, Role::OriginCount);
    if (call.call == Call::Compare_and_swap)
      swappedType();
  }

private:
  const Step &step;
  const MpiCall &call;
  const ASTContext &context;

  void report(const Expr *at, const std::string &message) {
    step.reporter.report(FindingId::TypeMismatch, at, call.expr, message);
  }

  /// MPI_NO_OP takes nothing from the origin; what is in a variable may be that.
  bool isUnused(Role buffer) const {
    const Expr *op = call.argument(Role::ResultBuffer) ? call.argument(Role::Op) : nullptr;
    Role count = buffer == Role::ResultBuffer ? Role::ResultCount : Role::OriginCount;
    return (buffer == Role::OriginBuffer && op &&
            (isMacro(op, "MPI_NO_OP", context) || variableOf(op))) ||
           constantValue(call.argument(count), context) == 0;
  }

  Signature signature(Role type, Role count) const {
    auto layout = layoutOf(call.argument(type), step.info);
    auto times = constantValue(call.argument(count), context);
    if (!layout)
      return {};
    return {layout->element, times ? std::optional(*times * layout->bytes()) : std::nullopt};
  }

  void signatures(Role typeRole, Role countRole) {
    const Signature here = signature(typeRole, countRole),
                    there = signature(Role::TargetType, Role::TargetCount);
    const bool isNothing = constantValue(call.argument(countRole), context) == 0 ||
                           constantValue(call.argument(Role::TargetCount), context) == 0;
    if (isNothing || (typeRole == Role::OriginType && isUnused(Role::OriginBuffer)))
      return;
    if (auto misfit = misfitOf(call.kind(), here, there))
      report(call.argument(misfit->at), std::string(call.info().name) + misfit->what);
  }

  void buffer(Role bufferRole, Role typeRole, Role countRole) {
    const Expr *buffer = call.argument(bufferRole), *type = call.argument(typeRole);
    if (!buffer || isUnused(bufferRole))
      return;
    auto datatype = datatypeOf(type, step.info);
    const CXXRecordDecl *container = pointedContainer(buffer);
    if (container && !isWholeObject(buffer, datatype, countRole))
      return report(buffer, std::string(call.info().name) + " takes " + step.quoted(buffer) +
                                ", a 'std::" + container->getName().str() +
                                "' itself and not what it holds");
    auto takes = [&](const std::string &what, std::string_view name) {
      report(type, std::string(call.info().name) + " takes " + step.quoted(buffer) + ", of '" +
                       what + "', for " + std::string(name));
    };
    const RecordDecl *record = pointedRecord(buffer);
    if (auto pair = record ? pairDatatypeOf(type, step.info) : std::nullopt;
        pair && !holds(record, *pair, context))
      return takes(buffer->IgnoreParenImpCasts()
                       ->getType()
                       ->getPointeeType()
                       .getUnqualifiedType()
                       .getAsString(),
                   pair->name);
    if (!datatype)
      return;
    QualType member = record ? floatingMember(record, context) : QualType();
    if (!member.isNull() && datatype->kind == Kind::Floating && !holds(member, *datatype, context))
      return takes(member.getUnqualifiedType().getAsString(), datatype->name);
    QualType element = elementOf(buffer);
    if (element.isNull() || holds(element, *datatype, context))
      return room(buffer, *datatype, countRole);
    // Atomic operations are not for all types: who needs another's passes its bits.
    int64_t size = context.getTypeSizeInChars(element).getQuantity();
    if (isAtomic(call.kind()) && size == datatype->size)
      return;
    takes(element.getUnqualifiedType().getAsString(), datatype->name);
  }

  /// As many bytes as the object has: it is meant.
  bool isWholeObject(const Expr *buffer, const std::optional<Datatype> &datatype,
                     Role countRole) const {
    QualType object = buffer->IgnoreParenImpCasts()->getType()->getPointeeType();
    return datatype && datatype->kind == Kind::Bytes && call.argument(countRole) &&
           constantValue(call.argument(countRole), context) ==
               context.getTypeSizeInChars(object).getQuantity();
  }

  /// From the buffer to the end of the variable that it is in.
  void room(const Expr *buffer, const Datatype &datatype, Role countRole) {
    const Expr *countOf = call.argument(countRole);
    auto count = countOf ? constantValue(countOf, context) : std::optional<int64_t>(1);
    auto address = addressOfPointee(buffer, {}, step.info);
    const VarDecl *target = variableOf(call.argument(Role::Target));
    const bool isReal = !target || !target->isLocalVarDecl() || !step.info.isStable(target) ||
                        !step.info.mayBeNullRank(call.argument(Role::Target));
    if (!isReal)
      return;
    if (!count || *count <= 0 || !address || !address->terms.empty())
      return;
    const VarDecl *object = address->object;
    if (!object && address->container && isArrayOfNumbers(address->container->getType()))
      object = address->container; // std::array has its elements itself
    if (!object)
      return;
    QualType type = object->getType();
    if (type->isReferenceType() || type->isIncompleteType() || !type->isConstantSizeType())
      return;
    const RecordDecl *record = type->getAsRecordDecl();
    if (record && record->hasFlexibleArrayMember())
      return;
    int64_t room = context.getTypeSizeInChars(type).getQuantity() - address->offset;
    int64_t taken = *count * datatype.size;
    if (taken > room && room > 0)
      report(countOf ? countOf : buffer,
             std::string(call.info().name) + " takes " + std::to_string(taken) + " bytes at " +
                 step.quoted(buffer) + ", where there are " + std::to_string(room));
  }

  void swappedType() {
    const Expr *type = call.argument(Role::OriginType);
    auto datatype = datatypeOf(type, step.info);
    if (datatype && (datatype->kind == Kind::Floating || datatype->kind == Kind::Complex))
      report(type, std::string(call.info().name) + " takes integers and bytes, not " +
                       std::string(datatype->name));
  }
};

} // namespace

void checkTypeMismatch(const Step &step) {
  if (step.action.operation &&
      step.graph.operations[*step.action.operation].target.constant.value_or(0) >= 0)
    MismatchCheck(step).run();
}

} // namespace fencepost::plugin
