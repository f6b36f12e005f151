//===- trial/Pairs.cpp - pairs of numbers, and names of parts --------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "trial/Process.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/RecordLayout.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace fencepost::plugin::trial {

bool isPair(const CXXRecordDecl *record) {
  auto *instance = dyn_cast_or_null<ClassTemplateSpecializationDecl>(record);
  return instance && instance->isInStdNamespace() && instance->getName() == "pair" &&
         llvm::all_of(instance->fields(),
                      [](const FieldDecl *each) { return each->getType()->isArithmeticType(); });
}

/// Whether both were given.
bool Process::fillPair(llvm::ArrayRef<const Expr *> given, const CXXRecordDecl *record, Value at) {
  if (!isPair(record) || given.size() != 2 || !at.isPlace() ||
      !llvm::all_of(given, [](const Expr *each) { return each->getType()->isArithmeticType(); }))
    return false;
  const ASTRecordLayout &layout = context.getASTRecordLayout(record);
  for (const FieldDecl *field : record->fields()) {
    const unsigned index = field->getFieldIndex();
    const Value what = copied(given[index]);
    at.object->store(at.number + layout.getFieldOffset(index) / 8, *sizeOf(field->getType()),
                     fit(what, field->getType()));
  }
  return true;
}

/// What a name of `auto [first, second] = whole` stands for.
Value Process::bound(const BindingDecl *binding) {
  auto *whole = cast<DecompositionDecl>(binding->getDecomposedDecl());
  const CXXRecordDecl *record = whole->getType().getNonReferenceType()->getAsCXXRecordDecl();
  if (!binding->getHoldingVar())
    return binding->getBinding() ? place(binding->getBinding()) : Value();
  if (!isPair(record))
    return {};
  Value at = variable(whole);
  if (whole->getType()->isReferenceType() && at.isPlace())
    at = at.object->load(0, 8);
  const unsigned index = llvm::find(whole->bindings(), binding) - whole->bindings().begin();
  const uint64_t bits = context.getASTRecordLayout(record).getFieldOffset(index);
  return at.isPlace() ? at.moved(bits / 8) : Value();
}

} // namespace fencepost::plugin::trial
