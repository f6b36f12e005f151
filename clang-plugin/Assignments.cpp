//===- Assignments.cpp - which values variables get -----------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Assignments.h"

#include "Completion.h"
#include "FunctionInfo.h"
#include "Layouts.h"
#include "MpiCall.h"
#include "Names.h"

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace fencepost::plugin {

static bool isDatatype(QualType type) {
  auto *named = type->getAs<TypedefType>();
  return named && named->getDecl()->getName() == "MPI_Datatype";
}

void Assignments::note(const VarDecl *variable, const Expr *value) {
  assigned[variable].push_back(value);
  auto *call = dyn_cast<CallExpr>(value->IgnoreParenCasts());
  if (call && isMpiFunction(call->getDirectCallee()))
    info.results.insert(variable);
}

void Assignments::noteGiven(const CallExpr *call, unsigned index, const VarDecl *variable) {
  const FunctionDecl *callee = call->getDirectCallee();
  llvm::StringRef name = callee && callee->getIdentifier() ? callee->getName() : "";
  const bool makes = makesDatatype(call) && index + 1 == call->getNumArgs();
  if (makes || (name != "MPI_Type_commit" && name != "MPI_Type_free"))
    makers[variable].push_back(makes ? call : nullptr);
  moved.insert(variable);
  if (auto test = mpiCall(call);
      test && answersLater(*test) && test->argument(Role::Flag) == call->getArg(index))
    info.tests[variable].push_back(call);
  if (name == "MPI_Comm_size" && index == 1 && !info.sizes.contains(variable))
    info.sizes[variable] = call->getArg(0);
  else if (name == "MPI_Comm_rank" && index == 1 && !info.ranks.contains(variable))
    info.ranks[variable] = call->getArg(0);
  else
    changed.insert(variable);
  given[variable] += name != "MPI_Comm_free";
  if (name != "MPI_Comm_rank" && name != "MPI_Comm_size")
    info.maybeNull.insert(variable);
}

bool Assignments::isChanging(const VarDecl *variable) const {
  if (!variable)
    return false;
  auto values = assigned.find(variable);
  auto addresses = given.find(variable);
  return (values == assigned.end() ? 0 : values->second.size()) +
             (addresses == given.end() ? 0 : addresses->second) + isa<ParmVarDecl>(variable) >
         1;
}

void Assignments::forget(const VarDecl *variable) {
  info.sizes.erase(variable);
  info.ranks.erase(variable);
}

void Assignments::finish() {
  for (auto &[variable, values] : assigned)
    if (values.size() == 1 && variable->isLocalVarDecl() &&
        (variable->getType()->isPointerType() || isWindowType(variable->getType())) &&
        info.isStable(variable) && !moved.contains(variable))
      info.soleValues[variable] = values.front();
  for (auto &[variable, values] : assigned)
    if (values.size() == 1 && variable->isLocalVarDecl() && !variable->getInit() &&
        variable->getType()->isIntegralOrEnumerationType() && info.isStable(variable) &&
        !moved.contains(variable) && !given.lookup(variable))
      info.soleNumbers[variable] = values.front();
  for (auto &[variable, calls] : makers)
    if (calls.size() == 1 && calls.front() && !assigned.contains(variable) &&
        info.isStable(variable))
      info.datatypes[variable] = calls.front();
  for (auto &[variable, values] : assigned)
    if (values.size() == 1 && variable->isLocalVarDecl() && isDatatype(variable->getType()) &&
        info.isStable(variable) && !makers.contains(variable) && !moved.contains(variable))
      info.datatypes[variable] = values.front();
  for (const VarDecl *variable : changed)
    forget(variable);
  for (auto &[variable, values] : assigned)
    if (llvm::any_of(values, [&](const Expr *value) { return value != variable->getInit(); }))
      forget(variable);
  // What was asked of another communicator that the variable held says nothing of this one.
  for (auto *asked : {&info.sizes, &info.ranks})
    for (auto it = asked->begin(); it != asked->end();) {
      auto next = std::next(it);
      if (isChanging(variableOf(it->second)))
        asked->erase(it);
      it = next;
    }
  // A rank that depends on the side of the mesh is often MPI_PROC_NULL at its rim.
  bool grew = true;
  while (grew) {
    grew = false;
    for (auto &[variable, values] : assigned)
      for (const Expr *value : values)
        if (info.mayBeNullRank(value) && info.maybeNull.insert(variable).second)
          grew = true;
  }
}

} // namespace fencepost::plugin
