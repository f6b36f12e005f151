//===- trial/Code.cpp - what a program says, for all of its processes ----===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "trial/Code.h"

#include "MpiCall.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace clang;

namespace fencepost::plugin::trial {

Code::Code(ASTContext &context) : context(context) { scan(context.getTranslationUnitDecl()); }

void Code::scan(const DeclContext *declarations) {
  for (const Decl *each : declarations->decls()) {
    if (context.getSourceManager().isInSystemHeader(each->getLocation()))
      continue;
    if (isa<NamespaceDecl, LinkageSpecDecl>(each))
      scan(cast<DeclContext>(each));
    hasConstructors |= each->hasAttr<ConstructorAttr>();
    auto *variable = dyn_cast<VarDecl>(each);
    if (variable && variable->getInit() && context.getLangOpts().CPlusPlus &&
        !variable->getType()->isDependentType() && !variable->hasConstantInitialization())
      initialized.push_back(variable);
  }
}

bool Code::communicates(const FunctionDecl *function) {
  const FunctionDecl *definition = nullptr;
  if (!function || !function->hasBody(definition) ||
      context.getSourceManager().isInSystemHeader(definition->getLocation()))
    return false;
  auto [found, isNew] = known->functions.try_emplace(definition, true); // what calls itself may
  if (!isNew)
    return found->second;
  bool does = mayCommunicate(definition->getBody());
  if (auto *constructor = dyn_cast<CXXConstructorDecl>(definition))
    for (const CXXCtorInitializer *each : constructor->inits())
      does |= mayCommunicate(each->getInit());
  known->functions[definition] = does;
  return does;
}

/// The class, or that of what it points to; null for anything else.
static const CXXRecordDecl *classOf(QualType type) {
  while (!type->getPointeeType().isNull())
    type = type->getPointeeType();
  const CXXRecordDecl *record = type->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
  return record && record->hasDefinition() ? record->getDefinition() : nullptr;
}

/// Of numbers, by operators of the language.
static bool calculates(const Expr *expr) {
  const QualType type = expr->getType();
  if (!type->isArithmeticType() || type.isVolatileQualified())
    return false;
  auto *binary = dyn_cast<BinaryOperator>(expr);
  auto *unary = dyn_cast<UnaryOperator>(expr);
  auto *named = dyn_cast<DeclRefExpr>(expr);
  const bool isOne =
      isa<IntegerLiteral, FloatingLiteral, CharacterLiteral, CXXBoolLiteralExpr>(expr) ||
      (named && isa<VarDecl, EnumConstantDecl>(named->getDecl()));
  const bool isMade = (binary && !binary->isAssignmentOp()) ||
                      (unary && !unary->isIncrementDecrementOp()) ||
                      isa<ParenExpr, CastExpr, ConditionalOperator>(expr);
  return isOne || (isMade && llvm::all_of(expr->children(), [](const Stmt *child) {
                     return isa<Expr>(child) && calculates(cast<Expr>(child));
                   }));
}

static bool isCalculation(const CXXRecordDecl *record) {
  if (!record->isLambda()) {
    static const llvm::StringSet<> kOperators = {
        "plus",          "minus",        "multiplies", "divides", "modulus",
        "negate",        "less",         "less_equal", "greater", "equal_to",
        "greater_equal", "not_equal_to", "bit_and",    "bit_or",  "bit_xor"};
    return record->isInStdNamespace() && record->getIdentifier() &&
           kOperators.contains(record->getName());
  }
  const CXXMethodDecl *call = record->getLambdaCallOperator();
  auto *body = record->isGenericLambda() || !call->isConst()
                   ? nullptr
                   : dyn_cast_or_null<CompoundStmt>(call->getBody());
  auto *end = body && body->size() == 1 ? dyn_cast<ReturnStmt>(body->body_front()) : nullptr;
  auto isNumber = [](const ValueDecl *each) {
    return each->getType().getNonReferenceType()->isArithmeticType();
  };
  return end && end->getRetValue() && calculates(end->getRetValue()) &&
         llvm::all_of(call->parameters(), isNumber) && llvm::all_of(record->fields(), isNumber);
}

bool isCalculation(QualType type) {
  const CXXRecordDecl *record = type.getNonReferenceType()->getAsCXXRecordDecl();
  return record && isCalculation(record);
}

/// A class of the program's own that gives containers memory.
static bool isAllocator(const CXXRecordDecl *record) {
  return llvm::any_of(record->methods(),
                      [](const CXXMethodDecl *method) {
                        return method->getIdentifier() && method->getName() == "allocate";
                      }) ||
         llvm::any_of(record->bases(), [](const CXXBaseSpecifier &base) {
           const CXXRecordDecl *parent = base.getType()->getAsCXXRecordDecl();
           return parent && parent->hasDefinition() && isAllocator(parent->getDefinition());
         });
}

bool Code::hasCode(QualType type) {
  const CXXRecordDecl *record = classOf(type);
  if (!record)
    return false;
  if (!context.getSourceManager().isInSystemHeader(record->getLocation()))
    return !record->isTriviallyCopyable() || isAllocator(record) ||
           (record->isLambda() && !isCalculation(record)) ||
           llvm::any_of(record->ctors(), [](const CXXConstructorDecl *constructor) {
             return constructor->isUserProvided();
           });
  auto *instance = dyn_cast<ClassTemplateSpecializationDecl>(record);
  return instance && isAny(instance->getTemplateArgs().asArray(), &Code::hasCode);
}

bool Code::onlyGrows(const CallExpr *call) {
  auto *method = dyn_cast<CXXMemberCallExpr>(call);
  const CXXMethodDecl *callee = method ? method->getMethodDecl() : nullptr;
  auto *container =
      callee ? dyn_cast<ClassTemplateSpecializationDecl>(callee->getParent()) : nullptr;
  if (!container || !container->isInStdNamespace() || !callee->getIdentifier() ||
      method->getObjectType()->isPointerType() ||
      !llvm::is_contained({"vector", "deque", "list"}, container->getName()) ||
      !llvm::is_contained({"push_back", "emplace_back", "push_front", "emplace_front", "pop_back",
                           "pop_front", "clear", "reserve", "swap"},
                          callee->getName()))
    return false;
  auto *allocator = classOf(container->getTemplateArgs()[1].getAsType());
  return !isAny(container->getTemplateArgs().asArray(), &Code::hasCode) && allocator &&
         allocator->isInStdNamespace();
}

bool Code::isAny(llvm::ArrayRef<TemplateArgument> arguments, bool (Code::*holds)(QualType)) {
  return llvm::any_of(arguments, [&](const TemplateArgument &argument) {
    return argument.getKind() == TemplateArgument::Type   ? (this->*holds)(argument.getAsType())
           : argument.getKind() == TemplateArgument::Pack ? isAny(argument.pack_elements(), holds)
                                                          : false;
  });
}

bool Code::endRuns(QualType type) {
  const CXXRecordDecl *record = type->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
  if (!record || !record->hasDefinition() || record->hasTrivialDestructor())
    return false;
  if (context.getSourceManager().isInSystemHeader(record->getLocation()))
    return hasCode(type);
  return record->getDestructor()->isUserProvided() ||
         llvm::any_of(record->fields(),
                      [&](const FieldDecl *field) { return endRuns(field->getType()); }) ||
         llvm::any_of(record->bases(),
                      [&](const CXXBaseSpecifier &base) { return endRuns(base.getType()); });
}

bool Code::runsAtEnd(const Stmt *statement) {
  if (auto *declared = dyn_cast<DeclStmt>(statement))
    return llvm::any_of(declared->decls(), [&](const Decl *each) {
      auto *variable = dyn_cast<VarDecl>(each);
      return variable && endRuns(variable->getType());
    });
  if (auto *bound = dyn_cast<CXXBindTemporaryExpr>(statement))
    return endRuns(bound->getType());
  auto *deleted = dyn_cast<CXXDeleteExpr>(statement);
  const CXXRecordDecl *record =
      deleted ? deleted->getDestroyedType()->getAsCXXRecordDecl() : nullptr;
  if (!record || !record->hasDefinition())
    return false;
  const CXXDestructorDecl *end = record->getDestructor();
  return endRuns(deleted->getDestroyedType()) || (end && end->isVirtual());
}

bool Code::involves(QualType type) {
  const QualType plain = type.getNonReferenceType();
  if (plain->isFunctionPointerType() || plain->isFunctionType())
    return true; // any may be called
  const CXXRecordDecl *record = classOf(type);
  if (!record)
    return false;
  auto [found, isNew] = known->classes.try_emplace(record, false);
  if (!isNew)
    return found->second;
  auto *instance = dyn_cast<ClassTemplateSpecializationDecl>(record);
  const bool does = llvm::any_of(record->methods(),
                                 [&](const CXXMethodDecl *method) {
                                   return communicates(static_cast<const FunctionDecl *>(method));
                                 }) ||
                    (instance && isAny(instance->getTemplateArgs().asArray(), &Code::involves));
  known->classes[record] = does;
  return does;
}

bool Code::endCommunicates(QualType type) {
  const CXXRecordDecl *record = type->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
  if (!record || !record->hasDefinition() || record->hasTrivialDestructor())
    return false;
  // What it owns ends with it, by whatever means.
  if (record->isInStdNamespace())
    return involves(type);
  if (communicates(static_cast<const FunctionDecl *>(record->getDestructor())))
    return true;
  return llvm::any_of(record->fields(),
                      [&](const FieldDecl *field) { return endCommunicates(field->getType()); }) ||
         llvm::any_of(record->bases(), [&](const CXXBaseSpecifier &base) {
           return endCommunicates(base.getType());
         });
}

bool Code::communicates(const Stmt *statement) {
  if (!statement)
    return false;
  if (auto found = known->statements.find(statement); found != known->statements.end())
    return found->second;
  const bool does = mayCommunicate(statement);
  known->statements[statement] = does;
  return does;
}

bool Code::mayCommunicate(const Stmt *statement) {
  if (!statement || isa<UnaryExprOrTypeTraitExpr>(statement))
    return false;
  if (auto *call = dyn_cast<CallExpr>(statement)) {
    const FunctionDecl *callee = call->getDirectCallee();
    // A pointer may be to any function.
    if (!callee || endsProcess(call))
      return true;
    if (isMpiFunction(callee)) {
      auto row = mpiCall(call);
      if ((row ? row->kind() != EventKind::Local : !isLocalMpiFunction(callee)) &&
          !(known == &ofMoreThanPolls && isPollOfMpi(call)))
        return true;
    }
    if (auto *method = dyn_cast<CXXMethodDecl>(callee); method && method->isVirtual())
      return true;
  }
  if (auto *named = dyn_cast<DeclRefExpr>(statement))
    if (communicates(dyn_cast<FunctionDecl>(named->getDecl())))
      return true;
  if (auto *member = dyn_cast<MemberExpr>(statement))
    if (communicates(dyn_cast<FunctionDecl>(member->getMemberDecl())))
      return true;
  if (auto *made = dyn_cast<CXXConstructExpr>(statement))
    if (communicates(made->getConstructor()) || endCommunicates(made->getType()))
      return true;
  if (auto *inherited = dyn_cast<CXXInheritedCtorInitExpr>(statement);
      inherited && communicates(inherited->getConstructor()))
    return true;
  if (const Expr *defaulted = defaultOf(statement))
    return mayCommunicate(defaulted);
  if (auto *captured = dyn_cast<CapturedStmt>(statement))
    return mayCommunicate(captured->getCapturedStmt());
  if (auto *lambda = dyn_cast<LambdaExpr>(statement))
    return mayCommunicate(lambda->getBody());
  return llvm::any_of(statement->children(),
                      [&](const Stmt *child) { return mayCommunicate(child); });
}

const Expr *defaultOf(const Stmt *statement) {
  if (auto *initial = dyn_cast<CXXDefaultInitExpr>(statement))
    return initial->getExpr();
  auto *argument = dyn_cast<CXXDefaultArgExpr>(statement);
  return argument ? argument->getExpr() : nullptr;
}

bool isInert(QualType type) {
  const CXXRecordDecl *record = type.getNonReferenceType()->getAsCXXRecordDecl();
  constexpr const char *kInert[] = {
      "basic_ostream", "basic_string", "basic_string_view", "basic_ostringstream", "duration",
      "time_point",    "complex"};
  return type->isArithmeticType() || type->isEnumeralType() ||
         (record && record->getIdentifier() && llvm::is_contained(kInert, record->getName()));
}

} // namespace fencepost::plugin::trial
