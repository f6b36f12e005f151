//===- Actions.cpp - a function as a graph of what matters to the checks --===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Actions.h"

#include "Analyses.h"
#include "Containers.h"
#include "Invocations.h"
#include "ScopeEnds.h"
#include "Spelling.h"
#include "WholeFunction.h"
#include "WindowMemory.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Analysis/CFG.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;

namespace fencepost::plugin {

namespace {

/// Beyond these a function is generated code; the checks leave it alone rather than slow the
/// compilation down.
constexpr unsigned kMostBlocks = 4000;
constexpr std::size_t kMostOperations = 400;
constexpr unsigned kMostIssued = 100; // of operations of callees, of which the rest is not followed

class ActionBuilder {
public:
  ActionBuilder(FunctionInfo &info, Analyses &analyses, FlowGraph &graph)
      : info(info), analyses(analyses), summaries(analyses.summaries), graph(graph) {}

  void block(const CFGBlock *current) {
    here = current;
    construct = nullptr;
    declared.clear();
    for (const CFGElement &element : *current)
      if (auto statement = element.getAs<CFGStmt>())
        if (auto *declaration = dyn_cast<DeclStmt>(statement->getStmt()))
          for (const Decl *one : declaration->decls())
            if (auto *variable = dyn_cast<VarDecl>(one))
              declared.insert(constructionOf(variable));
    actions = &graph.blocks[current->getBlockID()];
    for (const CFGElement &element : elementsInOrder(*current, info.context))
      this->element(element);
    if (current == &graph.cfg->getExit())
      add(Action::Kind::End);
  }

private:
  FunctionInfo &info;
  Analyses &analyses;
  Summaries &summaries;
  FlowGraph &graph;
  const CFGBlock *here = nullptr;
  std::vector<Action> *actions = nullptr;
  const Construct *construct = nullptr; // of OpenMP, that the last statement was in
  unsigned issued = 0;
  llvm::DenseSet<const CXXConstructExpr *> declared; // in this block, that make variables

  Action &add(Action::Kind kind) { return actions->emplace_back(Action{kind}); }

  /// Code of that function runs, with these arguments where they are known.
  void addEffect(Effect effect, const FunctionDecl *function, const Arguments *arguments) {
    if (effect == Effect::None)
      return;
    bool changesHandles = summaries.changesHandles(function);
    std::shared_ptr<const Invocation> invocation;
    if (effect == Effect::Synchronizes && arguments)
      if (const FunctionEffect *known = analyses.effectOf(function))
        invocation = invocationOf(*known, *arguments, info);
    if (invocation && arguments->call && !construct)
      for (const FirstCall &first : invocation->first)
        addFirst(first, arguments->call);
    Action &action =
        add(effect == Effect::Modifies ? Action::Kind::Modifies : Action::Kind::Synchronizes);
    action.changesHandles = changesHandles;
    action.changesNumbers = summaries.changesNumbers(function);
    action.invocation = std::move(invocation);
    if (!action.invocation)
      return;
    // Adding actions moves those that are there.
    std::shared_ptr<const Invocation> made = action.invocation;
    for (const WindowEffect &effect : made->windows)
      for (const Epochs &left : effect.left)
        happensHere(left);
    if (arguments->call)
      for (const Operation &operation : made->operations)
        issue(operation, arguments->call);
  }

  void addFirst(const FirstCall &first, const CallExpr *through) {
    Action &action = add(Action::Kind::First);
    action.call = first.call;
    action.window = first.window;
    action.target = first.target;
    action.through = through;
  }

  /// An operation that a callee leaves under way.
  void issue(Operation operation, const CallExpr *call) {
    llvm::erase_if(operation.buffers, [&](const Access &buffer) { return isCopied(buffer); });
    if (issued == kMostIssued || operation.buffers.empty())
      return;
    ++issued;
    operation.issue = call;
    operation.block = here;
    add(Action::Kind::Issue).issued = graph.operations.size();
    graph.operations.push_back(std::move(operation));
  }

  /// What a callee opened is opened where it is called.
  void happensHere(const Epochs &left) {
    for (const CallExpr *call : {left.fence, left.start, left.post, left.lockAll, left.operation})
      graph.blockOf.try_emplace(call, here);
    for (const HeldLock &lock : left.locks)
      graph.blockOf.try_emplace(lock.call, here);
  }

  void addUnseen() { add(Action::Kind::Synchronizes); }

  /// Whether each thread of an OpenMP construct accesses memory of its own there.
  bool isCopied(const Access &access) const {
    if (!construct)
      return false;
    const Address &address = access.address;
    return construct->isOpaque || OpenMp::isCopied(address.object, construct, true) ||
           OpenMp::isCopied(address.pointer, construct, false) ||
           llvm::any_of(address.dependsOn, [&](const ValueDecl *variable) {
             return OpenMp::isCopied(variable, construct, false);
           });
  }

  bool isCopied(const WindowPath &path) const {
    return llvm::any_of(path.dependsOn, [&](const ValueDecl *variable) {
      return OpenMp::isCopied(variable, construct, false);
    });
  }

  void addAccess(std::optional<Access> access) {
    if (access && !isCopied(*access))
      add(Action::Kind::Access).access = std::move(*access);
  }

  void addAccesses(std::vector<Access> accesses) {
    for (Access &access : accesses)
      addAccess(std::move(access));
  }

  /// What threads may do when one goes from one construct, or iteration, to another.
  void enterConstruct(const Stmt *statement) {
    const Construct *now = info.openMp.around(statement);
    if (now != construct && ((now && now->isUncertain) || (construct && construct->isUncertain)))
      addUnseen();
    construct = now;
    if (const Construct *ended = info.openMp.of(statement); ended && !ended->isOpaque)
      for (const Expr *result : ended->results)
        addAccess(accessTo(result, true, statement, info));
    if (const Construct *shared = info.openMp.sharedStep(statement))
      add(Action::Kind::NextThread).construct = shared;
  }

  void modify(const ValueDecl *variable) { add(Action::Kind::Modify).variable = variable; }

  void element(const CFGElement &element) {
    if (auto statement = element.getAs<CFGStmt>())
      return this->statement(statement->getStmt());
    if (auto initializer = element.getAs<CFGInitializer>()) {
      if (const FieldDecl *field = initializer->getInitializer()->getAnyMember())
        modify(field);
      return;
    }
    if (auto end = element.getAs<CFGLifetimeEnds>()) {
      add(Action::Kind::Expire).variable = end->getVarDecl();
      return;
    }
    if (auto destruction = element.getAs<CFGImplicitDtor>()) {
      const CXXDestructorDecl *destructor = destruction->getDestructorDecl(info.context);
      auto automatic = element.getAs<CFGAutomaticObjDtor>();
      if (!destructor)
        return addUnseen();
      Arguments arguments{destructor};
      if (automatic)
        arguments.object = pathOfVariable(automatic->getVarDecl());
      addEffect(summaries.ofDestruction(destructor->getParent()), destructor, &arguments);
    }
  }

  /// A call may throw before it has done anything, after it, or somewhere in between.
  void statement(const Stmt *statement) {
    enterConstruct(statement);
    const CXXTryStmt *handled = isa<CallExpr, CXXConstructExpr, CXXNewExpr, DeclStmt>(statement)
                                    ? info.tryAround(statement)
                                    : nullptr;
    std::size_t first = actions->size();
    if (handled)
      add(Action::Kind::Throw).handled = handled;
    execute(statement);
    if (!handled)
      return;
    bool isPartial = std::any_of(actions->begin() + first, actions->end(), [](const Action &each) {
      return each.kind == Action::Kind::Synchronizes;
    });
    Action &end = add(Action::Kind::Throw);
    end.handled = handled;
    end.isPartial = isPartial;
  }

  void execute(const Stmt *statement) {
    if (auto *call = dyn_cast<CallExpr>(statement))
      return this->call(call);
    if (auto *construction = dyn_cast<CXXConstructExpr>(statement)) {
      const CXXConstructorDecl *constructor = construction->getConstructor();
      if (constructor->isCopyOrMoveConstructor() && constructor->isTrivial())
        addAccess(accessTo(construction->getArg(0), false, construction, info));
      // What makes a variable is done at its declaration.
      if (!declared.contains(construction))
        addEffect(summaries.ofFunction(constructor), constructor, nullptr);
      return;
    }
    if (isa<GCCAsmStmt, MSAsmStmt>(statement))
      return addUnseen();
    if (auto *released = dyn_cast<CXXDeleteExpr>(statement)) {
      addAccess(accessOfDelete(released, info));
      if (!Summaries::isPlain(released))
        addUnseen();
      return;
    }
    if (auto *cast = dyn_cast<ImplicitCastExpr>(statement)) {
      if (cast->getCastKind() == CK_LValueToRValue)
        addAccess(accessTo(cast->getSubExpr(), false, cast, info));
      return;
    }
    if (auto *binary = dyn_cast<BinaryOperator>(statement); binary && binary->isAssignmentOp())
      return write(binary->getLHS(), binary);
    if (auto *unary = dyn_cast<UnaryOperator>(statement); unary && unary->isIncrementDecrementOp())
      return write(unary->getSubExpr(), unary);
    if (auto *declaration = dyn_cast<DeclStmt>(statement))
      for (const Decl *declared : declaration->decls())
        if (auto *variable = dyn_cast<VarDecl>(declared); variable && !variable->isStaticLocal())
          declare(variable);
  }

  void declare(const VarDecl *variable) {
    add(Action::Kind::Redeclare).variable = variable;
    addAccess(accessToRange(variable, info));
    const CXXConstructExpr *construction = constructionOf(variable);
    if (!construction)
      return;
    const CXXConstructorDecl *constructor = construction->getConstructor();
    Arguments arguments{constructor, {}, pathOfVariable(variable)};
    arguments.values.assign(construction->arg_begin(), construction->arg_end());
    addEffect(summaries.ofFunction(constructor), constructor, &arguments);
  }

  void write(const Expr *lvalue, const Expr *access) {
    addAccess(accessTo(lvalue, true, access, info));
    modifyLvalue(lvalue);
  }

  /// Whether the object, or the array that it is in, has a name.
  bool modifyNamed(const Expr *object) {
    object = object->IgnoreParenCasts();
    if (auto *element = dyn_cast<ArraySubscriptExpr>(object)) {
      const Expr *array = element->getBase()->IgnoreParenImpCasts();
      return array->getType()->isArrayType() && modifyNamed(array);
    }
    if (auto *named = dyn_cast<DeclRefExpr>(object))
      modify(named->getDecl());
    else if (auto *member = dyn_cast<MemberExpr>(object))
      modify(member->getMemberDecl());
    else
      return false;
    return true;
  }

  void modifyLvalue(const Expr *lvalue) {
    lvalue = lvalue->IgnoreParenCasts();
    QualType type = lvalue->getType();
    bool isNamed = modifyNamed(lvalue);
    bool isElement = isa<ArraySubscriptExpr>(lvalue);
    if ((!isNamed || isElement) && (type->isPointerType() || isWindowType(type)))
      modify(nullptr);
    else if (!isNamed && type->isIntegralOrEnumerationType())
      add(Action::Kind::ModifyNumber);
    // A whole struct brings new values for all its members.
    if (type->isRecordType())
      modify(nullptr);
  }

  void call(const CallExpr *expr) {
    std::optional<MpiCall> known = mpiCall(expr);
    if (known)
      mpi(*known);
    else if (isMpiFunction(expr->getDirectCallee()))
      unknownMpi(expr);
    else
      other(expr);
    modifyArguments(expr);
    // Another thread may do anything while this one waits.
    if (construct && construct->isUncertain && !(known && isOperation(known->kind())))
      addUnseen();
  }

  void mpi(const MpiCall &call) {
    if (call.kind() == EventKind::Abort) {
      add(Action::Kind::Stop);
      return;
    }
    std::vector<Access> accesses = accessesOf(call, info);
    addAccesses(accesses);
    graph.blockOf[call.expr] = here;
    Action &action = add(Action::Kind::Call);
    action.call = call;
    if (auto path = windowPath(call, info); path && !isCopied(*path)) {
      action.window = info.indexOf(*path, spelling(call.window(), info.context));
      if (call.kind() == EventKind::WinCreate) {
        info.windows[*action.window].isCreated = true;
        if (auto memory = memoryOf(call, *action.window, info))
          graph.memories.push_back(std::move(*memory));
      }
    }
    if (!isOperation(call.kind()))
      return;
    action.operation = graph.operations.size();
    Operation operation{call, call.expr, action.window, std::move(accesses),
                        targetOf(call.argument(Role::Target), info)};
    llvm::erase_if(operation.buffers, [&](const Access &buffer) { return isCopied(buffer); });
    if (const Expr *request = call.argument(Role::Request)) {
      operation.hasRequest = true;
      operation.request = info.visibleRequest(request);
      if (OpenMp::isCopied(operation.request, construct, true))
        operation.request = nullptr;
    }
    operation.block = here;
    graph.operations.push_back(std::move(operation));
  }

  /// A function of MPI that the table lacks, or one that only looks like it.
  void unknownMpi(const CallExpr *expr) {
    add(isLocalMpiFunction(expr->getDirectCallee()) ? Action::Kind::LocalCall
                                                    : Action::Kind::Synchronizes);
  }

  void other(const CallExpr *expr) {
    addAccesses(accessesOfLibraryCall(expr, info));
    addAccesses(accessesOfAlgorithm(expr, info));
    Arguments arguments = argumentsOf(expr, info);
    const FunctionDecl *callee = arguments.callee;
    bool isPointed = callee != expr->getDirectCallee();
    bool bound = isPointed || summaries.isBound(expr);
    // In functions that have nothing to do with MPI nothing is under way.
    if (bound && summaries.definitionThatUsesMpi(info.function))
      addAccesses(accessesOfCallee(analyses.accessesOf(callee), arguments, info));
    addEffect(isPointed ? summaries.ofFunction(callee) : summaries.ofCall(expr),
              bound ? callee : nullptr, bound ? &arguments : nullptr);
    if (auto *operatorCall = dyn_cast<CXXOperatorCallExpr>(expr);
        operatorCall && operatorCall->isAssignmentOp())
      modifyLvalue(operatorCall->getArg(0));
    if (!callee || summaries.definition(callee))
      return;
    auto *method = dyn_cast<CXXMemberCallExpr>(expr);
    if (method && summaries.ofCall(expr) != Effect::None)
      modifyNamed(method->getImplicitObjectArgument());
    else if (llvm::any_of(expr->arguments(), [&](const Expr *argument) {
               return isPlaceOfHandles(argument, info.context);
             }))
      modify(nullptr);
  }

  /// `&v` and, where the parameter is a reference, `v` come back with another value.
  void modifyArguments(const CallExpr *expr) {
    const FunctionDecl *callee = info.calleeOf(expr);
    for (unsigned i = 0; i < expr->getNumArgs(); ++i) {
      const Expr *argument = expr->getArg(i)->IgnoreParenCasts();
      if (auto *unary = dyn_cast<UnaryOperator>(argument);
          unary && unary->getOpcode() == UO_AddrOf) {
        // A new window is what the path means from here on, and what other code in sight does to
        // the handle it says itself. Open MPI's predefined handles are addresses of objects that
        // nobody else sees into.
        bool isHandle = isWindowType(unary->getSubExpr()->getType()) &&
                        (isMpiFunction(callee) || isInvocation());
        if (!isHandle && !unary->getSubExpr()->getType()->isIncompleteType())
          modifyLvalue(unary->getSubExpr());
        continue;
      }
      if (mayWriteNumbers(expr, i) &&
          !(argument->getType()->isArrayType() && modifyNamed(argument)))
        add(Action::Kind::ModifyNumber);
      if (!callee || i >= callee->getNumParams() || isa<CXXOperatorCallExpr>(expr))
        continue;
      QualType type = callee->getParamDecl(i)->getType();
      bool isHandle = isWindowType(type) && isInvocation();
      if (type->isLValueReferenceType() && !type->getPointeeType().isConstQualified() && !isHandle)
        modifyLvalue(argument);
    }
  }

  /// Whether a function of a library may change numbers behind that argument.
  bool mayWriteNumbers(const CallExpr *expr, unsigned index) const {
    const FunctionDecl *callee = expr->getDirectCallee();
    return callee && !summaries.definition(callee) && givesNumbers(expr, index);
  }

  /// Whether the last action says all that a call did to windows.
  bool isInvocation() const {
    for (const Action &action : llvm::reverse(*actions))
      if (action.kind != Action::Kind::Issue)
        return action.invocation != nullptr;
    return false;
  }

  WindowPath pathOfVariable(const VarDecl *variable) const { return {variable, {}, {variable}}; }

  const CXXConstructExpr *constructionOf(const VarDecl *variable) {
    const Expr *initial = variable->getInit();
    return initial ? dyn_cast<CXXConstructExpr>(initial->IgnoreImplicit()) : nullptr;
  }
};

} // namespace

namespace {

void fillBlocks(FlowGraph &graph, FunctionInfo &info, Analyses &analyses) {
  graph.blocks.assign(graph.cfg->getNumBlockIDs(), {});
  graph.operations.clear();
  graph.memories.clear();
  info.windows.clear();
  info.targets.clear();
  ActionBuilder builder(info, analyses, graph);
  for (const CFGBlock *block : *graph.cfg)
    builder.block(block);
}

} // namespace

std::optional<FlowGraph> makeFlowGraph(FunctionInfo &info, Analyses &analyses) {
  CFG::BuildOptions options;
  options.setAllAlwaysAdd();
  options.AddImplicitDtors = true;
  options.AddLifetime = true;
  options.AddTemporaryDtors = true;
  options.AddInitializers = true;
  FlowGraph graph;
  graph.cfg = CFG::buildCFG(info.function, info.function->getBody(), &info.context, options);
  if (!graph.cfg || graph.cfg->getNumBlockIDs() > kMostBlocks)
    return std::nullopt;
  fillBlocks(graph, info, analyses);
  if (graph.operations.size() > kMostOperations)
    return std::nullopt;
  findAliases(graph, info);
  if (!info.aliases.empty())
    fillBlocks(graph, info, analyses);
  findAssigned(graph, info);
  dropMoved(graph);
  dropUnsteady(graph, info);
  return graph;
}

} // namespace fencepost::plugin
