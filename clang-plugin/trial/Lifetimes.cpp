//===- trial/Lifetimes.cpp - what ends with variables and objects ----------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "trial/Process.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/RecordLayout.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace fencepost::plugin::trial {

bool Process::endRuns(const DeclStmt *declared) {
  return llvm::any_of(declared->decls(), [&](const Decl *each) {
    auto *variable = dyn_cast<VarDecl>(each);
    return variable && code.endRuns(variable->getType());
  });
}

void Process::end(const VarDecl *variable) {
  const QualType type = variable->getType();
  if (isOver || !variable->hasLocalStorage() || type->isReferenceType())
    return;
  Object *object = frame->variables.lookup(variable);
  if (code.endRuns(type) && (type->isArrayType() || !object))
    return endUnseen(type);
  if (!object)
    return;
  const Ending by{variable};
  endObject(Value::ofPointer(object), type, by);
  release(Value::ofPointer(object), by);
}

void Process::endTemporaries() {
  while (temporaries.size() > whole.since) {
    const auto [object, made] = temporaries.back();
    temporaries.pop_back();
    const Ending by{nullptr, nullptr, nullptr, made};
    endObject(Value::ofPointer(object), made->getType(), by);
    release(Value::ofPointer(object), by);
  }
}

void Process::endUnseen(QualType type) { code.endCommunicates(type) ? stop() : forgetShared(); }

/// A destructor that nobody wrote, or whose code is seen.
static bool isSeen(const CXXRecordDecl *record) {
  const CXXDestructorDecl *destructor = record->getDestructor();
  return record->getNumVBases() == 0 &&
         (!destructor || !destructor->isUserProvided() || destructor->hasBody());
}

void Process::endObject(Value place, QualType type, const Ending &by) {
  const CXXRecordDecl *record = type->getAsCXXRecordDecl();
  if (isOver || !record || !record->hasDefinition() || record->hasTrivialDestructor())
    return;
  if (keepsElements(type))
    return endContainer(place, type, by);
  const bool isOwn = (isScopedLock(record) && code.involves(type)) ||
                     !context.getSourceManager().isInSystemHeader(record->getLocation());
  if (isOwn && isSeen(record))
    endClass(place, record, by);
  else if (code.endRuns(type))
    endUnseen(type);
}

void Process::endClass(Value place, const CXXRecordDecl *record, const Ending &by) {
  const CXXDestructorDecl *destructor = record->getDestructor();
  const FunctionDecl *definition = nullptr;
  if (destructor && destructor->isUserProvided() && destructor->hasBody(definition))
    enter(definition, place, {});
  if (record->isUnion())
    return; // whose destructor ends what it has
  const ASTRecordLayout &layout = context.getASTRecordLayout(record);
  llvm::SmallVector<const FieldDecl *, 8> fields(record->fields());
  for (const FieldDecl *field : llvm::reverse(fields))
    endObject(place.moved(layout.getFieldOffset(field->getFieldIndex()) / 8), field->getType(), by);
  for (const CXXBaseSpecifier &base : llvm::reverse(record->bases()))
    endObject(
        place.moved(layout.getBaseClassOffset(base.getType()->getAsCXXRecordDecl()).getQuantity()),
        base.getType(), by);
}

/// What `delete`, or a unique_ptr, deletes.
void Process::endOwned(Value first, QualType element, const Ending &by) {
  if (first.kind == Value::Kind::Pointer && !first.isPlace())
    return;
  const CXXRecordDecl *record = element->getAsCXXRecordDecl();
  const CXXDestructorDecl *destructor =
      record && record->hasDefinition() ? record->getDestructor() : nullptr;
  if (destructor && destructor->isVirtual()) {
    const CXXRecordDecl *of = first.isPlace() ? dynamicClass(record, first) : nullptr;
    if (!of || !isSeen(of))
      return stop();
    endClass(first, of, by);
  } else if (first.isPlace())
    endObject(first, element, by);
  else if (code.endRuns(element))
    endUnseen(element);
  release(first, by);
}

void Process::endContainer(Value place, QualType type, const Ending &by) {
  const CXXRecordDecl *record = type->getAsCXXRecordDecl();
  const auto [element, first, count] = *elementsIn(place, type);
  if (isSoleOwner(record))
    return endOwned(first, element, by);
  if (code.endRuns(type))
    return endUnseen(type);
  if (element->isRecordType() && first.isPlace() && count.kind == Value::Kind::Number &&
      count.number <= mostFilled(element))
    for (int64_t i = 0; i < count.number; ++i)
      endObject(first.moved(i * *sizeOf(element)), element, by);
  if (record->getName() == "vector" && !isElsewhere(record))
    release(first, by);
}

void Process::release(Value memory, const Ending &by) {
  if (isOver || !memory.isPlace() || memory.number != 0 || !handedOver.contains(memory.object) ||
      course.isFinalized || course.gaveUp)
    return;
  const bool isHidden = assigning && by.argument;
  course.releases.push_back({isHidden ? Ending{nullptr, objectOf(assigning), assigning} : by,
                             memory.object, unsigned(course.calls.size())});
}

} // namespace fencepost::plugin::trial
