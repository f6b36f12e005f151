//===- Requests.cpp - which requests a call gives or completes ------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Requests.h"

#include "Actions.h"
#include "Address.h"
#include "Completion.h"
#include "Containers.h"
#include "FunctionInfo.h"
#include "Inductions.h"
#include "MpiCall.h"
#include "Names.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/AST/Stmt.h"

using namespace clang;

namespace fencepost::plugin {

namespace {

const Expr *argumentOf(const MpiCall &call) {
  const Expr *one = call.argument(Role::Request);
  return one ? one : call.argument(Role::Requests);
}

std::optional<int64_t> indexOf(const Address &address, const Expr *pointer,
                               const FunctionInfo &info) {
  QualType element = pointer->IgnoreParenImpCasts()->getType();
  element = element->isArrayType() ? QualType(element->getBaseElementTypeUnsafe(), 0)
                                   : element->getPointeeType();
  if (element.isNull() || element->isIncompleteType())
    return std::nullopt;
  int64_t size = info.context.getTypeSizeInChars(element).getQuantity();
  return address.offset % size == 0 ? std::optional(address.offset / size) : std::nullopt;
}

/// The member that the pointer is the address of, or of an element of.
const FieldDecl *memberOf(const Expr *pointer) {
  pointer = pointer->IgnoreParenCasts();
  if (auto *unary = dyn_cast<UnaryOperator>(pointer); unary && unary->getOpcode() == UO_AddrOf)
    pointer = unary->getSubExpr()->IgnoreParenCasts();
  while (auto *element = dyn_cast<ArraySubscriptExpr>(pointer))
    pointer = element->getBase()->IgnoreParenCasts();
  auto *member = dyn_cast<MemberExpr>(pointer);
  return member ? dyn_cast<FieldDecl>(member->getMemberDecl()) : nullptr;
}

Requests requestsAt(const MpiCall &call, const FirstIteration &loops, const FunctionInfo &info) {
  const Expr *pointer = argumentOf(call);
  const DeclRefExpr *named = pointer ? requestsNamed(pointer) : nullptr;
  Requests result;
  auto address = pointer ? addressOfPointee(pointer, loops, info) : std::nullopt;
  if (named && info.isOnlyMpis(dyn_cast<VarDecl>(named->getDecl())))
    result.variable = cast<VarDecl>(named->getDecl());
  else if (address && address->terms.empty() && !address->object) {
    const FieldDecl *member = memberOf(pointer);
    if (member && isInUnion(member->getParent()))
      return result;
    result.place = address->root;
    result.dependsOn.assign(address->dependsOn.begin(), address->dependsOn.end());
    if (member)
      result.dependsOn.push_back(member);
  } else {
    return result;
  }
  result.count = call.argument(Role::Request)
                     ? std::optional<int64_t>(1)
                     : constantValue(call.argument(Role::RequestCount), info.context);
  if (address && address->terms.empty())
    result.first = indexOf(*address, pointer, info);
  return result;
}

} // namespace

bool Requests::isApart(const Requests &other) const {
  // Nobody but the function finds its variables; two pointers may lead to one object.
  if (!isKnown() || !other.isKnown() || (!variable && !other.variable && place != other.place))
    return false;
  if (variable != other.variable)
    return true;
  return first && other.first &&
         ((count && *first + *count <= *other.first) ||
          (other.count && *other.first + *other.count <= *first));
}

Requests requestsOf(const MpiCall &call, const FunctionInfo &info) {
  Requests result = requestsAt(call, {}, info);
  const Induction *loop = info.induction(call.expr);
  if (!result.variable || result.first || !loop || !isOperation(call.kind()))
    return result;
  // r[i]: as many as there are iterations.
  const Expr *pointer = argumentOf(call);
  auto address = addressOfPointee(pointer, {}, info);
  auto runs = runsOf(*loop, info.context);
  Requests first = requestsAt(call, {loop, loop}, info);
  if (!address || address->terms.size() != 1 || !runs || *runs < 1 || !first.first)
    return result;
  QualType element = pointer->IgnoreParenImpCasts()->getType()->getPointeeType();
  if (element.isNull() ||
      address->terms.begin()->second != info.context.getTypeSizeInChars(element).getQuantity())
    return result;
  result.first = first.first;
  result.count = runs;
  return result;
}

Requests firstRequestOf(const MpiCall &call, const Induction *loop, const FunctionInfo &info) {
  return requestsAt(call, {info.induction(call.expr), loop}, info);
}

void dropMovedRequests(FlowGraph &graph, const FunctionInfo &info) {
  auto isPlace = [](const Operation &operation) { return !operation.request.place.empty(); };
  auto known = llvm::find_if(graph.operations, isPlace);
  if (known == graph.operations.end())
    return;
  // Some MPIs have numbers for requests.
  QualType type = argumentOf(known->call)->IgnoreParenImpCasts()->getType()->getPointeeType();
  bool areNumbers = type.isNull() || type->isIntegerType();
  llvm::DenseSet<const ValueDecl *> changed;
  bool isAnyChanged = info.copiesRequests;
  for (const std::vector<Action> &block : graph.blocks)
    for (const Action &action : block)
      switch (action.kind) {
      case Action::Kind::Modify:
      case Action::Kind::Redeclare:
        changed.insert(action.variable);
        isAnyChanged |= !action.variable;
        break;
      case Action::Kind::ModifyNumber:
        isAnyChanged |= areNumbers;
        break;
      case Action::Kind::Modifies:
      case Action::Kind::Synchronizes:
        isAnyChanged |= !action.isDescribed || action.changesHandles ||
                        (action.changesNumbers && areNumbers) ||
                        (action.kind == Action::Kind::Synchronizes && !action.invocation);
        break;
      default:
        break;
      }
  for (Operation &operation : graph.operations)
    if (isPlace(operation) &&
        (isAnyChanged || llvm::any_of(operation.request.dependsOn, [&](const ValueDecl *part) {
           return changed.contains(part);
         })))
      operation.request = {};
}

static bool isRequestType(QualType type) {
  auto *named = type->getAs<TypedefType>();
  return named && named->getDecl()->getName() == "MPI_Request";
}

const DeclRefExpr *requestsNamed(const Expr *expr) {
  auto *address = dyn_cast<UnaryOperator>(expr->IgnoreParenCasts());
  if (address && address->getOpcode() == UO_AddrOf)
    if (auto *one = dyn_cast<DeclRefExpr>(address->getSubExpr()->IgnoreParens());
        one && isRequestType(one->getType()))
      return one;
  for (;;) {
    expr = expr->IgnoreParenCasts();
    auto *unary = dyn_cast<UnaryOperator>(expr);
    auto *element = dyn_cast<ArraySubscriptExpr>(expr);
    auto *sum = dyn_cast<BinaryOperator>(expr);
    auto *call = dyn_cast<CXXOperatorCallExpr>(expr);
    if (unary && unary->getOpcode() == UO_AddrOf)
      expr = unary->getSubExpr();
    else if (element)
      expr = element->getBase();
    else if (auto *member = dyn_cast<MemberExpr>(expr); member && !member->isArrow())
      expr = member->getBase();
    else if (sum && sum->getOpcode() == BO_Add && sum->getLHS()->getType()->isPointerType())
      expr = sum->getLHS();
    else if (call && call->getOperator() == OO_Subscript && call->getNumArgs() == 2 &&
             isInOnePiece(call->getArg(0)->getType()->getAsCXXRecordDecl()))
      expr = call->getArg(0);
    else if (const Expr *container = ofAccessor(expr, {"data"}))
      expr = container;
    else
      break;
  }
  auto *named = dyn_cast<DeclRefExpr>(expr);
  auto *variable = named ? dyn_cast<VarDecl>(named->getDecl()) : nullptr;
  if (!variable)
    return nullptr;
  auto *record = variable->getType()->getAsCXXRecordDecl();
  bool keeps = isInOnePiece(record) && ownsElements(record) && record->getName() != "unique_ptr";
  bool isStruct = record ? record->isCLike() : variable->getType()->isRecordType();
  return keeps || isStruct || variable->getType()->isArrayType() ? named : nullptr;
}

namespace {
/// How a function uses a parameter.
class ParameterUses : public RecursiveASTVisitor<ParameterUses> {
public:
  explicit ParameterUses(const ParmVarDecl *parameter) : parameter(parameter) {}

  unsigned all = 0, inCompletions = 0;

  bool VisitDeclRefExpr(DeclRefExpr *use) {
    all += use->getDecl() == parameter;
    return true;
  }

  bool VisitCallExpr(CallExpr *expr) {
    auto call = mpiCall(expr);
    if (const Expr *requests = call && isCompletion(call->kind()) ? argumentOf(*call) : nullptr) {
      ParameterUses within(parameter);
      within.TraverseStmt(const_cast<Expr *>(requests));
      inCompletions += within.all;
    }
    return true;
  }

private:
  const ParmVarDecl *parameter;
};
} // namespace

static bool isOfRequests(QualType type) {
  if (type->isReferenceType() || type->isPointerType())
    type = type->getPointeeType();
  return isRequestType(type);
}

llvm::SmallVector<const DeclRefExpr *, 2> requestsWaitedFor(const CallExpr *call) {
  llvm::SmallVector<const DeclRefExpr *, 2> found;
  const FunctionDecl *callee = call->getDirectCallee();
  const FunctionDecl *definition = callee ? callee->getDefinition() : nullptr;
  auto *method = dyn_cast_or_null<CXXMethodDecl>(definition);
  if (!definition || isa<CXXOperatorCallExpr>(call) || (method && method->isVirtual()))
    return found;
  for (unsigned i = 0; i < std::min(call->getNumArgs(), definition->getNumParams()); ++i) {
    const ParmVarDecl *parameter = definition->getParamDecl(i);
    if (!isOfRequests(parameter->getType()))
      continue;
    const Expr *argument = call->getArg(i);
    auto *named = parameter->getType()->isReferenceType()
                      ? dyn_cast<DeclRefExpr>(argument->IgnoreParens())
                      : requestsNamed(argument);
    ParameterUses uses(parameter);
    if (named)
      uses.TraverseStmt(definition->getBody());
    if (named && uses.all && uses.all == uses.inCompletions)
      found.push_back(named);
  }
  return found;
}

} // namespace fencepost::plugin
