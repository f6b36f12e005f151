//===- Program.cpp - what a file that is a whole program says of windows ---===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Program.h"

#include "Containers.h"
#include "Initializers.h"
#include "MemoryOrder.h"
#include "Names.h"
#include "Spelling.h"
#include "Summaries.h"
#include "WindowPath.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/Support/SaveAndRestore.h"

#include <utility>

using namespace clang;

namespace fencepost::plugin {

namespace {

/// A member, or a variable that is not local.
const ValueDecl *lastingIn(const Expr *lvalue) {
  lvalue = lvalue->IgnoreParenCasts();
  if (auto *member = dyn_cast<MemberExpr>(lvalue))
    return member->getMemberDecl();
  auto *named = dyn_cast<DeclRefExpr>(lvalue);
  auto *variable = named ? dyn_cast<VarDecl>(named->getDecl()) : nullptr;
  return variable && !variable->hasLocalStorage() ? variable : nullptr;
}

bool isNull(const Expr *value, ASTContext &context) {
  return value->IgnoreParenImpCasts()->isNullPointerConstant(context,
                                                             Expr::NPC_ValueDependentIsNotNull) ||
         isNullHandle(value, context) || isa<ImplicitValueInitExpr>(value);
}

/// How often a member or global variable is mentioned, and to what end.
struct Uses {
  unsigned mentions = 0;
  unsigned reads = 0; // or null assigned
  unsigned given = 0; // another value
};

} // namespace

class ProgramScan : public RecursiveASTVisitor<ProgramScan> {
public:
  explicit ProgramScan(Program &program) : program(program), context(program.context) {}

  bool hasMain = false, hasOthers = false;
  bool callsPointers = false;
  bool hasForeign = false; // functions that a pointer may be of, and this file does not name

  bool shouldVisitTemplateInstantiations() const { return true; }
  bool shouldVisitImplicitCode() const { return true; }

  bool TraverseDecl(Decl *declaration) {
    auto *definition = dyn_cast_or_null<FunctionDecl>(declaration);
    llvm::SaveAndRestore outer(function, definition ? definition->getCanonicalDecl() : function);
    return RecursiveASTVisitor::TraverseDecl(declaration);
  }
  bool VisitCastExpr(CastExpr *cast) {
    const Expr *from = cast->getSubExpr();
    hasForeign |= leadsToFunction(cast->getType()) != leadsToFunction(from->getType()) &&
                  llvm::is_contained({CK_BitCast, CK_LValueBitCast, CK_IntegralToPointer},
                                     cast->getCastKind()) &&
                  !isNull(from, context);
    return true;
  }
  bool VisitFunctionDecl(FunctionDecl *declaration) {
    hasMain |= declaration->isMain() && declaration->doesThisDeclarationHaveABody();
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr *named) {
    // A function of MPI that is called in other ways may do so anywhere.
    if (auto *other = dyn_cast<FunctionDecl>(named->getDecl()))
      if (!called.contains(named)) {
        hasOthers |= isMpiFunction(other);
        see(other);
      }
    mention(named->getDecl());
    return true;
  }
  bool VisitMemberExpr(MemberExpr *member) {
    mention(member->getMemberDecl());
    return true;
  }
  bool VisitAtomicExpr(AtomicExpr *) { return program.usesAtomics = true; }
  bool VisitAsmStmt(AsmStmt *) { return program.usesAtomics = true; }
  bool VisitCXXForRangeStmt(CXXForRangeStmt *loop) {
    if (const ValueDecl *container = lastingIn(loop->getRangeInit());
        container && isContainer(container))
      ++uses[container].reads;
    return true;
  }
  bool VisitImplicitCastExpr(ImplicitCastExpr *cast) {
    program.usesAtomics |=
        cast->getCastKind() == CK_LValueToRValue && isAtomicOrVolatile(cast->getSubExpr());
    if (cast->getCastKind() == CK_LValueToRValue ||
        (cast->getCastKind() == CK_NoOp && cast->getType().isConstQualified()))
      if (const ValueDecl *read = lastingIn(cast->getSubExpr()))
        ++uses[read].reads;
    return true;
  }
  bool VisitBinaryOperator(BinaryOperator *binary) {
    program.usesAtomics |= binary->isAssignmentOp() && isAtomicOrVolatile(binary->getLHS());
    if (binary->getOpcode() == BO_Assign)
      if (const ValueDecl *left = lastingIn(binary->getLHS()))
        ++(isNull(binary->getRHS(), context) ? uses[left].reads : uses[left].given);
    return true;
  }
  bool VisitVarDecl(VarDecl *variable) {
    hasForeign |= variable->hasDefinition() == VarDecl::DeclarationOnly &&
                  holdsFunctions(variable->getType());
    if (!variable->hasLocalStorage() && variable->getInit() &&
        !isNull(variable->getInit(), context))
      give(variable);
    return true;
  }
  bool VisitCXXConstructorDecl(CXXConstructorDecl *constructor) {
    // A copy of an object goes on with what the other had.
    if (!constructor->isCopyOrMoveConstructor())
      for (const CXXCtorInitializer *each : constructor->inits())
        if (each->getMember())
          initialize(each->getMember(), each->getInit());
    return true;
  }
  bool VisitInitListExpr(InitListExpr *list) {
    forEachInitialized(
        list, [&](const FieldDecl *field, const Expr *value) { initialize(field, value); });
    return true;
  }
  bool VisitCXXConstructExpr(CXXConstructExpr *construction) {
    program.startsThreads |= isThread(construction->getConstructor()->getParent());
    see(construction->getConstructor());
    return true;
  }
  bool VisitReturnStmt(ReturnStmt *end) {
    program.mayEnd |= function && function->isMain() &&
                      constantValue(end->getRetValue(), program.context).value_or(0) != 0;
    return true;
  }

  bool VisitCallExpr(CallExpr *call) {
    if (auto *named = dyn_cast<DeclRefExpr>(call->getCallee()->IgnoreParenImpCasts()))
      called.insert(named);
    const FunctionDecl *callee = call->getDirectCallee();
    if (!callee) { // through a pointer, unless a template's instance has its own
      callsPointers |= !call->isTypeDependent() && !call->getCallee()->isTypeDependent();
      return true;
    }
    program.mayEnd |= endsProcess(call);
    auto known = mpiCall(call);
    if (!known && !isMpiFunction(callee))
      see(callee);
    if (known) {
      program.callers[known->kind()].insert(function);
      if (known->kind() == EventKind::WinCreate)
        make(*known);
    }
    const IdentifierInfo *name = callee->getIdentifier();
    program.setsInfos |= name && name->getName() == "MPI_Info_set";
    program.hasAttributes |= name && (name->getName().ends_with("create_keyval") ||
                                      name->getName().ends_with("Keyval_create"));
    program.startsThreads |=
        name && llvm::is_contained({"pthread_create", "thrd_create", "async"}, name->getName());
    noteContainer(call, callee);
    const bool allocates =
        name && llvm::is_contained({"MPI_Alloc_mem", "posix_memalign"}, name->getName());
    for (const Expr *argument : call->arguments())
      if (const Expr *lvalue = addressedIn(argument))
        if (const ValueDecl *lasting = lastingIn(lvalue)) {
          if (allocates || (known && known->kind() == EventKind::WinCreate))
            ++uses[lasting].given;
          else if (known || (name && name->getName() == "MPI_Win_free"))
            ++uses[lasting].reads;
        }
    return true;
  }

  void finish() {
    for (const auto &[window, made] : creations) {
      const auto &[creation, memory] = made;
      if (!isGivenOnce(window) || creations.count(window) != 1)
        continue;
      const bool isPointer = memory && isFollowed(memory);
      program.windows[window] = {creation, isPointer && !isGivenOnce(memory) ? nullptr : memory};
    }
  }

private:
  Program &program;
  ASTContext &context;
  const FunctionDecl *function = nullptr;
  llvm::DenseSet<const DeclRefExpr *> called;
  llvm::DenseMap<const ValueDecl *, Uses> uses;
  std::multimap<const ValueDecl *, std::pair<const CallExpr *, const ValueDecl *>> creations;

  bool isGivenOnce(const ValueDecl *declaration) const {
    const Uses all = uses.lookup(declaration);
    return all.given == 1 && all.mentions <= all.reads + all.given;
  }

  static bool isContainer(const ValueDecl *declaration) {
    auto *record = declaration->getType()->getAsCXXRecordDecl();
    return record && ownsElements(record);
  }
  static bool isFollowed(const ValueDecl *declaration) {
    return declaration->getType()->isPointerType() || isWindowType(declaration->getType()) ||
           isContainer(declaration);
  }

  /// What leaves a container its memory, or gives it back for good, or makes it.
  void noteContainer(const CallExpr *call, const FunctionDecl *callee) {
    auto *method = dyn_cast<CXXMemberCallExpr>(call);
    auto *operation = dyn_cast<CXXOperatorCallExpr>(call);
    const Expr *object = method      ? method->getImplicitObjectArgument()
                         : operation ? operation->getArg(0)
                                     : nullptr;
    const ValueDecl *container = object ? lastingIn(object) : nullptr;
    if (!container || !isContainer(container))
      return;
    const bool makes = operation ? operation->getOperator() == OO_Equal
                                 : callee->getIdentifier() && callee->getName() == "resize";
    const bool leaves =
        isAccessor(callee) ||
        (callee->getIdentifier() && llvm::is_contained({"clear", "reset"}, callee->getName()) &&
         call->getNumArgs() == 0);
    if (makes)
      ++uses[container].given;
    // What a const method does is seen by the cast.
    else if (leaves && !(isa<CXXMethodDecl>(callee) && cast<CXXMethodDecl>(callee)->isConst()))
      ++uses[container].reads;
  }
  void mention(const ValueDecl *declaration) {
    if (isFollowed(declaration))
      ++uses[declaration].mentions;
  }
  /// Where it is not named.
  void give(const ValueDecl *declaration) {
    ++uses[declaration].given;
    ++uses[declaration].mentions;
  }
  void initialize(const FieldDecl *field, const Expr *value) {
    if (auto *initial = dyn_cast<CXXDefaultInitExpr>(value))
      value = initial->getExpr();
    auto *made = dyn_cast<CXXConstructExpr>(value->IgnoreImplicit());
    const bool isEmpty = isContainer(field) && made && made->getNumArgs() == 0;
    if (isFollowed(field) && !isEmpty && !isNull(value, context))
      give(field);
  }

  static QualType pointedTo(QualType type) {
    while (type->isPointerType() || type->isReferenceType() || type->isArrayType())
      type = type->isArrayType() ? QualType(type->getPointeeOrArrayElementType(), 0)
                                 : type->getPointeeType();
    return type;
  }
  /// A pointer to a function, or one to such.
  static bool leadsToFunction(QualType type) { return pointedTo(type)->isFunctionType(); }
  /// The same of members, however far away.
  static bool holdsFunctions(QualType type, unsigned depth = 4) {
    const RecordDecl *record = pointedTo(type)->getAsRecordDecl();
    record = record ? record->getDefinition() : nullptr;
    return leadsToFunction(type) ||
           (record && (depth == 0 || llvm::any_of(record->fields(), [&](const FieldDecl *field) {
                         return holdsFunctions(field->getType(), depth - 1);
                       })));
  }

  static bool isAtomicOrVolatile(const Expr *lvalue) {
    const QualType type = lvalue->getType();
    return type->isAtomicType() ||
           (type.isVolatileQualified() && !isa<DeclRefExpr>(lvalue->IgnoreParens()));
  }

  /// A function out of sight may do anything to any window.
  void see(const FunctionDecl *callee) {
    const bool isSystems = context.getSourceManager().isInSystemHeader(callee->getLocation()) &&
                           llvm::none_of(callee->parameters(), [](const ParmVarDecl *parameter) {
                             return isWindowType(parameter->getType().getNonReferenceType());
                           });
    const MemoryOrder order = memoryOrderOf(callee);
    program.usesLocks |= order.usesLocks;
    program.usesAtomics |= order.usesAtomics;
    hasOthers |= isOfBindings(callee);
    hasOthers |= !isSystems && !callee->getBuiltinID() && !callee->hasBody() &&
                 !callee->isPureVirtual() && !callee->isImplicit() && !callee->isDefaulted() &&
                 !callee->isTrivial();
  }

  /// The window, and what is beside it and has its memory.
  void make(const MpiCall &call) {
    const Expr *made = call.argument(Role::NewWindow);
    const Expr *lvalue = made ? addressedIn(made) : nullptr;
    const ValueDecl *window = lvalue ? lastingIn(lvalue) : nullptr;
    if (!window)
      return;
    const Expr *base = call.argument(Role::Base), *newBase = call.argument(Role::NewBase);
    const Expr *memory = base ? base->IgnoreParenCasts() : newBase ? addressedIn(newBase) : nullptr;
    if (const Expr *container = memory ? ofAccessor(memory, {"data", "get"}) : nullptr)
      memory = container->IgnoreParenImpCasts();
    else if (base && memory && isa<UnaryOperator>(memory))
      memory = addressedIn(memory);
    auto *first = dyn_cast_or_null<CXXOperatorCallExpr>(memory);
    if (first && first->getOperator() == OO_Subscript &&
        constantValue(first->getArg(1), context) == 0)
      memory = first->getArg(0)->IgnoreParenImpCasts();
    const ValueDecl *beside = memory ? lastingIn(memory) : nullptr;
    creations.insert({window, {call.expr, beside && areBeside(lvalue, memory) ? beside : nullptr}});
  }

  bool areBeside(const Expr *window, const Expr *memory) const {
    auto *one = dyn_cast<MemberExpr>(window->IgnoreParenCasts());
    auto *other = dyn_cast<MemberExpr>(memory->IgnoreParenCasts());
    if (!one && !other)
      return true;
    return one && other && one->isArrow() == other->isArrow() &&
           ((isa<CXXThisExpr>(one->getBase()) && isa<CXXThisExpr>(other->getBase())) ||
            spelling(one->getBase(), context) == spelling(other->getBase(), context));
  }
};

void Program::scan() {
  if (std::exchange(isScanned, true))
    return;
  ProgramScan found(*this);
  const SourceManager &sources = context.getSourceManager();
  for (Decl *declaration : context.getTranslationUnitDecl()->decls())
    if (mayHaveCode(declaration) && !sources.isInSystemHeader(declaration->getLocation()) &&
        !isOfBindings(declaration))
      found.TraverseDecl(declaration);
  whole = found.hasMain && !found.hasOthers && !(found.callsPointers && found.hasForeign);
  if (whole)
    found.finish();
}

bool Program::isWhole() {
  scan();
  return whole;
}

bool Program::ordersByMemory() {
  scan();
  return usesAtomics || (startsThreads && usesLocks);
}

bool Program::hasNo(EventKind kind, const FunctionDecl *outside) {
  if (!isWhole())
    return false;
  auto found = callers.find(kind);
  return found == callers.end() || llvm::all_of(found->second, [&](const FunctionDecl *caller) {
           return outside && caller == outside->getCanonicalDecl();
         });
}

bool Program::makesThreads() {
  scan();
  return startsThreads;
}

bool Program::makesAttributes() {
  scan();
  return hasAttributes;
}

bool Program::isCalledOutside(EventKind kind, const FunctionDecl *function) {
  scan();
  auto found = callers.find(kind);
  return found != callers.end() && llvm::any_of(found->second, [&](const FunctionDecl *caller) {
           return caller != function->getCanonicalDecl();
         });
}

const MadeWindow *Program::windowIn(const ValueDecl *variable) {
  if (!isWhole())
    return nullptr;
  auto found = windows.find(variable);
  return found != windows.end() ? &found->second : nullptr;
}

} // namespace fencepost::plugin
