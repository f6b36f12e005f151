//===- ActionCalls.cpp - what calls do ------------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ActionBuilder.h"

#include "Containers.h"
#include "FunctionInfo.h"
#include "Names.h"
#include "Requests.h"
#include "Shifts.h"
#include "Spelling.h"
#include "WindowMemory.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace fencepost::plugin {

/// Of operations of callees, of which the rest is not followed.
constexpr unsigned kMostIssued = 100;

void ActionBuilder::addEffect(Effect effect, const FunctionDecl *function,
                              const Arguments *arguments) {
  if (effect == Effect::None)
    return;
  const Changes changes = summaries.changesOf(function);
  std::shared_ptr<const Invocation> invocation;
  if (effect == Effect::Synchronizes && arguments) {
    Context context{.numbers = analyses.numbersGiven(function, *arguments, info)};
    if (const FunctionEffect *known = analyses.effectOf(function, context))
      if (!(invocation = invocationOf(*known, *arguments, info)))
        invocation = boundInvocation(function, *arguments, std::move(context));
  }
  auto variants = arguments ? variantsOf(function, *arguments) : nullptr;
  if (invocation && arguments->call && !construct)
    for (const FirstCall &first : invocation->first)
      addFirst(first, arguments->call);
  const VarDecl *object = variants ? objectOf(*arguments) : nullptr;
  std::vector<const FieldDecl *> flags;
  for (const ValueDecl *name : changes.names)
    if (auto *member = variants ? dyn_cast<FieldDecl>(name) : nullptr;
        member && member->getParent() == cast<CXXMethodDecl>(function)->getParent())
      flags.push_back(member);
  // Flags of other objects change, too; of this one they are told by what the method does.
  for (const ValueDecl *name : changes.names)
    if (!isWindowType(name->getType()) || changes.renewed.count(name))
      modify(name, variants ? std::optional(object) : std::nullopt);
  Action &action =
      add(effect == Effect::Modifies ? Action::Kind::Modifies : Action::Kind::Synchronizes);
  action.changesHandles = changes.handles;
  action.changesNumbers = changes.numbers;
  action.communicates = summaries.definitionThatUsesMpi(function);
  action.isDescribed = summaries.definition(function);
  action.invocation = std::move(invocation);
  action.variants = std::move(variants);
  action.object = object;
  action.flags = std::move(flags);
  // Adding actions moves those that are there.
  std::vector<std::shared_ptr<const Invocation>> made{action.invocation};
  if (action.variants)
    for (const Variant &variant : *action.variants)
      made.push_back(variant.invocation);
  for (const auto &each : made)
    for (const WindowEffect &effect : each ? each->windows : std::vector<WindowEffect>())
      for (const Epochs &left : effect.left)
        happensHere(left);
  if (made.front() && arguments->call)
    for (const Operation &operation : made.front()->operations)
      issue(operation, arguments->call);
}

std::shared_ptr<const Invocation> ActionBuilder::boundInvocation(const FunctionDecl *function,
                                                                 const Arguments &arguments,
                                                                 Context context) {
  for (const ParmVarDecl *parameter : function->getDefinition()->parameters()) {
    unsigned index = parameter->getFunctionScopeIndex();
    const Expr *value = index < arguments.values.size() ? arguments.values[index] : nullptr;
    if (value && isWindowType(parameter->getType()) && variableOf(value))
      context.bound[parameter] = value->IgnoreParenImpCasts();
  }
  const FunctionEffect *known =
      context.bound.empty() ? nullptr : analyses.effectOf(function, context);
  return known ? invocationOf(*known, arguments, info) : nullptr;
}

const VarDecl *ActionBuilder::objectOf(const Arguments &arguments) {
  return arguments.object && arguments.object->steps.empty()
             ? dyn_cast_or_null<VarDecl>(arguments.object->root)
             : nullptr;
}

std::shared_ptr<const std::vector<Variant>> ActionBuilder::variantsOf(const FunctionDecl *function,
                                                                      const Arguments &arguments) {
  auto *method = dyn_cast_or_null<CXXMethodDecl>(function);
  const VarDecl *object = objectOf(arguments);
  bool isOwn = info.calledFor.flags && arguments.object && !arguments.object->root &&
               arguments.object->steps == "*";
  if (!method || !(isOwn || info.isolated.contains(object)) || construct)
    return nullptr;
  auto variants = std::make_shared<std::vector<Variant>>();
  for (Flags &assumed : assumptions(method->getParent()))
    if (const FunctionEffect *known = analyses.effectOf(function, {assumed})) {
      auto invocation = invocationOf(*known, arguments, info);
      variants->push_back({std::move(assumed), std::move(invocation), known->flags});
    }
  return variants->empty() ? nullptr : variants;
}

void ActionBuilder::addFirst(const FirstCall &first, const Expr *through) {
  Action &action = add(Action::Kind::First);
  action.call = first.call;
  action.window = first.window;
  action.target = first.target;
  action.through = through;
}

void ActionBuilder::issue(Operation operation, const Expr *call) {
  llvm::erase_if(operation.buffers, [&](const Access &buffer) { return isCopied(buffer); });
  if (issued == kMostIssued || operation.buffers.empty())
    return;
  ++issued;
  operation.issue = call;
  operation.block = here;
  add(Action::Kind::Issue).issued = graph.operations.size();
  graph.operations.push_back(std::move(operation));
}

void ActionBuilder::happensHere(const Epochs &left) {
  for (const CallExpr *call : {left.fence, left.start, left.post, left.lockAll, left.operation})
    graph.blockOf.try_emplace(call, here);
  for (const HeldLock &lock : left.locks)
    graph.blockOf.try_emplace(lock.call, here);
}

/// Whether an attribute may go then, and with it call what the program says.
static bool mayEndAttribute(const CallExpr *expr, const std::optional<MpiCall> &known) {
  if (known)
    return known->kind() == EventKind::Finalize || known->kind() == EventKind::WinFree ||
           known->kind() == EventKind::CommFree;
  const llvm::StringRef name = expr->getDirectCallee()->getName();
  return name.ends_with("delete_attr") || name.ends_with("Attr_delete");
}

void ActionBuilder::call(const CallExpr *expr) {
  std::optional<MpiCall> known = mpiCall(expr);
  if (isMpiFunction(expr->getDirectCallee()) && mayEndAttribute(expr, known) &&
      info.program->makesAttributes())
    addUnseen();
  if (known)
    mpi(*known);
  else if (isMpiFunction(expr->getDirectCallee()))
    unknownMpi(expr);
  else if (auto pair = swappedBy(expr))
    exchange(expr, pair->first, pair->second);
  else
    other(expr);
  modifyArguments(expr);
  // Another thread may do anything while this one waits.
  if (construct && construct->isUncertain && !(known && isOperation(known->kind())))
    addUnseen();
}

void ActionBuilder::nameWindow(Action &action) {
  if (auto path = windowPath(action.call, info); path && !isCopied(*path))
    action.window = info.indexOf(*path, spelling(action.call.window(), info.context));
}

void ActionBuilder::mpi(const MpiCall &call) {
  if (call.kind() == EventKind::Abort) {
    add(Action::Kind::Stop);
    return;
  }
  std::vector<Access> accesses = accessesOf(call, info);
  addAccesses(accesses);
  graph.blockOf[call.expr] = here;
  Action &action = add(Action::Kind::Call);
  action.call = call;
  nameWindow(action);
  if (action.window && call.kind() == EventKind::WinCreate) {
    info.windows[*action.window].isCreated = true;
    if (auto memory = memoryOf(call, *action.window, info))
      graph.memories.push_back(std::move(*memory));
  }
  if (action.window && isSharedQuery(call))
    if (auto asked = askedMemoryOf(call, *action.window, info))
      graph.asked.push_back(std::move(*asked));
  if (call.kind() == EventKind::WinAttach)
    return attach(call, action.window);
  if (!isOperation(call.kind()))
    return;
  action.operation = graph.operations.size();
  Operation operation{call, call.expr, action.window, std::move(accesses),
                      targetOf(call.argument(Role::Target), info)};
  // What moves nothing is as one to MPI_PROC_NULL.
  const Expr *count = call.argument(Role::OriginCount);
  if (count && call.kind() <= EventKind::Get && numberOf(count, info) == 0)
    operation.target.constant = -1;
  operation.counts = countsOf(call, info);
  llvm::erase_if(operation.buffers, [&](const Access &buffer) { return isCopied(buffer); });
  if (call.argument(Role::Request)) {
    operation.hasRequest = true;
    operation.request = requestsOf(call, info);
    if (OpenMp::isCopied(operation.request.variable, construct, true) ||
        (construct && !operation.request.variable))
      operation.request = {};
  }
  operation.block = here;
  if (!construct)
    if (auto first = firstOf(operation)) {
      action.first = graph.operations.size() + 1;
      graph.operations.push_back(std::move(operation));
      operation = std::move(*first);
    }
  graph.operations.push_back(std::move(operation));
}

void ActionBuilder::attach(const MpiCall &call, std::optional<unsigned> window) {
  const Expr *base = call.argument(Role::Base);
  auto address = base && !construct ? addressOfPointee(base, {}, info) : std::nullopt;
  if (!address || !address->terms.empty() || address->offset != 0)
    return;
  Access memory{std::move(*address)};
  memory.address.isWhole = true;
  memory.writes = true;
  memory.expr = base;
  memory.by = call.expr;
  Operation operation{call, call.expr, window, {std::move(memory)}};
  operation.isAttachment = true;
  operation.block = here;
  add(Action::Kind::Issue).issued = graph.operations.size();
  graph.operations.push_back(std::move(operation));
}

std::optional<Operation> ActionBuilder::firstOf(const Operation &operation) const {
  Operation first = operation;
  first.buffers.clear();
  for (const Access &buffer : operation.buffers) {
    auto fixed = llvm::find_if(
        buffer.first, [](const Access::First &each) { return each.address.terms.empty(); });
    if (fixed == buffer.first.end() || (first.firstOf && first.firstOf != fixed->loop))
      continue;
    Access copy = buffer;
    copy.address = fixed->address;
    copy.first.clear();
    copy.last.reset();
    first.firstOf = fixed->loop;
    first.buffers.push_back(std::move(copy));
  }
  if (first.buffers.empty())
    return std::nullopt;
  if (first.request.isKnown())
    first.request = firstRequestOf(operation.call, first.firstOf, info);
  return first;
}

void ActionBuilder::unknownMpi(const CallExpr *expr) {
  add(isLocalMpiFunction(expr->getDirectCallee()) ? Action::Kind::LocalCall
                                                  : Action::Kind::Synchronizes);
}

void ActionBuilder::exchange(const CallExpr *expr, const Expr *a, const Expr *b) {
  addAccesses(accessesOfAlgorithm(expr, info));
  for (const Expr *each : {a, b}) {
    if (isArrayOfNumbers(each->getType()))
      continue;
    const VarDecl *variable = variableOf(each);
    // Of a container that has no other name nobody else sees that.
    const bool isOwn = variable && variable->hasLocalStorage() &&
                       !variable->getType()->isReferenceType() && each->getType()->isRecordType();
    isOwn ? modify(variable) : modifyLvalue(each);
  }
}

void ActionBuilder::assign(const CallExpr *expr) {
  auto *assignment = dyn_cast<CXXOperatorCallExpr>(expr);
  if (!assignment || !isPlainAssignment(assignment))
    return;
  if (cast<CXXMethodDecl>(assignment->getDirectCallee())->isTrivial())
    addAccess(accessTo(assignment->getArg(1), false, assignment, info));
  addAccess(accessTo(assignment->getArg(0), true, assignment, info));
}

void ActionBuilder::other(const CallExpr *expr) {
  addAccesses(accessesOfLibraryCall(expr, info));
  addAccesses(accessesOfAlgorithm(expr, info));
  assign(expr);
  Arguments arguments = argumentsOf(expr, info);
  const FunctionDecl *callee = arguments.callee;
  bool isPointed = callee != expr->getDirectCallee();
  bool bound = isPointed || summaries.isBound(expr);
  // In functions that have nothing to do with MPI nothing is under way.
  if (bound && summaries.definitionThatUsesMpi(info.function))
    addAccesses(accessesOfCallee(
        analyses.accessesOf(callee, {.numbers = analyses.numbersGiven(callee, arguments, info)}),
        arguments, info));
  for (const DeclRefExpr *named : requestsWaitedFor(expr))
    add(Action::Kind::Waits).variable = named->getDecl();
  addEffect(isPointed ? summaries.ofFunction(callee) : summaries.ofCall(expr),
            bound ? callee : nullptr, bound ? &arguments : nullptr);
  if (auto *operatorCall = dyn_cast<CXXOperatorCallExpr>(expr);
      operatorCall && operatorCall->isAssignmentOp())
    modifyLvalue(operatorCall->getArg(0));
  if (!callee || summaries.definition(callee))
    return;
  auto *method = dyn_cast<CXXMemberCallExpr>(expr);
  if (method && summaries.ofCall(expr) != Effect::None) {
    if (!modifyNamed(method->getImplicitObjectArgument()))
      modify(nullptr);
  } else if ((!isa<CXXOperatorCallExpr>(expr) || isAlgorithm(expr)) &&
             llvm::any_of(expr->arguments(), [&](const Expr *argument) {
               return isPlaceOfHandles(argument, info.context);
             }))
    modify(nullptr);
}

/// Whether MPI is given requests there.
static bool isRequest(const CallExpr *expr, unsigned index) {
  auto call = mpiCall(expr);
  return call && index < call->info().arguments &&
         (call->info().roles[index] == Role::Request ||
          call->info().roles[index] == Role::Requests);
}

bool ActionBuilder::isChangeTold(const Expr *object, QualType taken, const CallExpr *expr) {
  const FunctionDecl *callee = info.calleeOf(expr);
  QualType type = object->getType();
  bool isBound = callee != expr->getDirectCallee() || summaries.isBound(expr);
  if (!isBound || !summaries.definition(callee) || taken->getPointeeType().isNull() ||
      !info.context.hasSameUnqualifiedType(type, taken->getPointeeType()))
    return false;
  const Changes changes = summaries.changesOf(callee);
  return type->isIntegralOrEnumerationType()             ? !changes.numbers
         : type->isRecordType() || type->isPointerType() ? !changes.handles
                                                         : false;
}

void ActionBuilder::modifyArguments(const CallExpr *expr) {
  const FunctionDecl *callee = info.calleeOf(expr);
  if ((callee && !isa<CXXMethodDecl>(callee) && isAccessor(callee)) || swappedBy(expr))
    return;
  for (unsigned i = 0; i < expr->getNumArgs(); ++i) {
    const Expr *argument = expr->getArg(i)->IgnoreParenCasts();
    if (isRequest(expr, i)) // what MPI writes there is no window, nor where a buffer is
      continue;
    if (auto *unary = dyn_cast<UnaryOperator>(argument); unary && unary->getOpcode() == UO_AddrOf) {
      // A new window is what the path means from here on, and what other code in sight does to
      // the handle it says itself. Open MPI's predefined handles are addresses of objects that
      // nobody else sees into.
      bool isHandle =
          isWindowType(unary->getSubExpr()->getType()) && (isMpiFunction(callee) || isInvocation());
      bool isTold = callee && i < callee->getNumParams() && !isa<CXXOperatorCallExpr>(expr) &&
                    isChangeTold(unary->getSubExpr(), callee->getParamDecl(i)->getType(), expr);
      if (!isHandle && !isTold && !unary->getSubExpr()->getType()->isIncompleteType())
        modifyLvalue(unary->getSubExpr());
      continue;
    }
    if (mayWriteNumbers(expr, i) && !(argument->getType()->isArrayType() && modifyNamed(argument)))
      add(Action::Kind::ModifyNumber);
    // A method that is called as an operator is given the object first.
    auto *operation = dyn_cast<CXXOperatorCallExpr>(expr);
    const bool isObjectFirst = operation && isa_and_nonnull<CXXMethodDecl>(callee);
    if (!callee || (operation && operation->getOperator() != OO_Call) || i < isObjectFirst ||
        i - isObjectFirst >= callee->getNumParams())
      continue;
    QualType type = callee->getParamDecl(i - isObjectFirst)->getType();
    bool isHandle = isWindowType(type) && isInvocation();
    if (type->isLValueReferenceType() && !type->getPointeeType().isConstQualified() && !isHandle &&
        !isChangeTold(argument, type, expr))
      modifyLvalue(argument);
  }
}

bool ActionBuilder::mayWriteNumbers(const CallExpr *expr, unsigned index) const {
  const FunctionDecl *callee = expr->getDirectCallee();
  return callee && !summaries.definition(callee) &&
         (givesNumbers(expr, index) ||
          (isAlgorithm(expr) && isPlaceOfNumbers(expr->getArg(index))));
}

bool ActionBuilder::isInvocation() const {
  for (const Action &action : llvm::reverse(*actions))
    if (action.kind != Action::Kind::Issue)
      return action.invocation != nullptr;
  return false;
}

} // namespace fencepost::plugin
