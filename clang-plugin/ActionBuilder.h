//===- ActionBuilder.h - makes the steps of blocks ------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_CLANG_PLUGIN_ACTIONBUILDER_H
#define FENCEPOST_CLANG_PLUGIN_ACTIONBUILDER_H

#include "Actions.h"
#include "Analyses.h"
#include "Invocations.h"

#include "llvm/ADT/DenseMap.h"

namespace clang {
class CXXConstructExpr;
} // namespace clang

namespace fencepost::plugin {

/// Appends to a graph what each block does.
class ActionBuilder {
public:
  ActionBuilder(FunctionInfo &info, Analyses &analyses, FlowGraph &graph)
      : info(info), analyses(analyses), summaries(analyses.summaries), graph(graph) {}

  void block(const clang::CFGBlock *current);

private:
  FunctionInfo &info;
  Analyses &analyses;
  Summaries &summaries;
  FlowGraph &graph;
  const clang::CFGBlock *here = nullptr;
  std::vector<Action> *actions = nullptr;
  const Construct *construct = nullptr; // of OpenMP, that the last statement was in
  unsigned issued = 0;
  /// What is made in this block that the function has words for.
  struct Made {
    WindowPath object;
    bool isVariable = false; // which is made at its declaration
    const clang::VarDecl *temporary = nullptr;
  };
  llvm::DenseMap<const clang::CXXConstructExpr *, Made> made;

  Action &add(Action::Kind kind) { return actions->emplace_back(Action{kind}); }

  /// Code of that function runs, with these arguments where they are known.
  void addEffect(Effect effect, const clang::FunctionDecl *function, const Arguments *arguments);

  /// The variable that is the object of a method; null for any other object.
  static const clang::VarDecl *objectOf(const Arguments &arguments);

  /// What a function does that is given a window and, say, a lambda that has the same one.
  std::shared_ptr<const Invocation> boundInvocation(const clang::FunctionDecl *function,
                                                    const Arguments &arguments, Context context);

  /// Of a method of an object that only its methods see; null for any other.
  std::shared_ptr<const std::vector<Variant>> variantsOf(const clang::FunctionDecl *function,
                                                         const Arguments &arguments);

  void addFirst(const FirstCall &first, const clang::Expr *through);

  /// An operation that a callee leaves under way.
  void issue(Operation operation, const clang::Expr *call);

  /// What a callee opened is opened where it is called.
  void happensHere(const Epochs &left);

  /// Finds out which window the action's call is about.
  void nameWindow(Action &action);

  void addUnseen() { add(Action::Kind::Synchronizes); }

  /// Whether each thread of an OpenMP construct accesses memory of its own there.
  bool isCopied(const Access &access) const;

  bool isCopied(const WindowPath &path) const;

  void addAccess(std::optional<Access> access);

  void addAccesses(std::vector<Access> accesses);

  /// What threads may do when one goes from one construct, or iteration, to another.
  void enterConstruct(const clang::Stmt *statement);

  void modify(const clang::ValueDecl *variable) { add(Action::Kind::Modify).variable = variable; }
  /// The same of a member, of any object but that.
  void modify(const clang::ValueDecl *name, std::optional<const clang::VarDecl *> object);

  void setFlag(const clang::VarDecl *object, const clang::FieldDecl *member, int64_t value);

  void element(const clang::CFGElement &element);

  /// A call may throw before it has done anything, after it, or somewhere in between.
  void statement(const clang::Stmt *statement);

  void execute(const clang::Stmt *statement);

  void declare(const clang::VarDecl *variable);

  /// Notes what the statement or initializer makes.
  void noteMade(const clang::CFGElement &element);

  /// What the constructor does, to the object of that path if it has one.
  void make(const clang::CXXConstructExpr *construction, std::optional<WindowPath> object);

  void write(const clang::Expr *lvalue, const clang::Expr *access);

  /// Whether the object, or the array that it is in, has a name.
  bool modifyNamed(const clang::Expr *object);

  void modifyParts(const clang::RecordDecl *record);
  void modifyLvalue(const clang::Expr *lvalue);

  void call(const clang::CallExpr *expr);

  void mpi(const MpiCall &call);

  void attach(const MpiCall &call, std::optional<unsigned> window);

  /// What the first iteration of the loops around the operation issues, in a buffer that each has
  /// of its own.
  std::optional<Operation> firstOf(const Operation &operation) const;

  /// A function of MPI that the table lacks, or one that only looks like it.
  void unknownMpi(const clang::CallExpr *expr);

  /// std::swap and the like.
  void exchange(const clang::CallExpr *expr, const clang::Expr *a, const clang::Expr *b);
  void assign(const clang::CallExpr *expr);
  void other(const clang::CallExpr *expr);

  /// `&v` and, where the parameter is a reference, `v` come back with another value.
  void modifyArguments(const clang::CallExpr *expr);

  /// Whether the members say all that the call may change of an object that it is given the address
  /// of.
  bool isChangeTold(const clang::Expr *object, clang::QualType taken, const clang::CallExpr *expr);

  /// Whether a function of a library may change numbers behind that argument.
  bool mayWriteNumbers(const clang::CallExpr *expr, unsigned index) const;

  /// Whether the last action says all that a call did to windows.
  bool isInvocation() const;

  /// Of a member of this object.
  static WindowPath pathOfMember(const clang::FieldDecl *member);

  WindowPath pathOfVariable(const clang::VarDecl *variable) const {
    return {variable, {}, {variable}};
  }

  static const clang::CXXConstructExpr *constructionOf(const clang::VarDecl *variable);
};

} // namespace fencepost::plugin

#endif // FENCEPOST_CLANG_PLUGIN_ACTIONBUILDER_H
