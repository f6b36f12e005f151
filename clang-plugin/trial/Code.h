//===- trial/Code.h - what a program says, for all of its processes ------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_CLANG_PLUGIN_TRIAL_CODE_H
#define FENCEPOST_CLANG_PLUGIN_TRIAL_CODE_H

#include "trial/Kinds.h"
#include "trial/PassedOver.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"

#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace fencepost::plugin::trial {

/// What a program says, for all of its processes.
class Code {
public:
  explicit Code(clang::ASTContext &context);

  clang::ASTContext &context;
  /// Variables that are initialized before main by what has to be executed.
  std::vector<const clang::VarDecl *> initialized;
  /// Whether functions are called before main in another way.
  bool hasConstructors = false;
  /// Whether something may attach memory to a window.
  bool mayAttach = true;
  bool areThreadsPlain = false;                       // nothing but their ends orders what they do
  llvm::DenseMap<const clang::Type *, int64_t> sizes; // in bytes, that were asked for

  /// Whether that may call MPI for more than what concerns the process alone.
  bool communicates(const clang::FunctionDecl *function);
  bool communicates(const clang::Stmt *statement);
  /// Whether it does nothing of MPI but to read, atomically, what is in windows, and ends in one
  /// place only.
  bool onlyPolls(const clang::Stmt *loop, const clang::Expr *condition);
  /// Whether nothing of the program's is another thing behind it, but what a poll brings: a call
  /// of MPI that only reads in windows, one to sleep or calculate, or one of a function that
  /// stores in nothing but variables of its own.
  bool changesNothing(const clang::CallExpr *call);
  /// Of a function that does nothing else to what is not its own: the types of what it stores
  /// there, none of which may hold a pointer. Null for any other.
  const std::vector<clang::QualType> *onlyStores(const clang::CallExpr *call);
  /// Whether it adds elements to a container of the library, takes some away, or exchanges all with
  /// another one, and runs no code of the program for it.
  bool onlyGrows(const clang::CallExpr *call);
  /// Whether a method of the class, or of one that its template is given, does.
  bool involves(clang::QualType type);
  /// Whether making, copying or ending an object of the class, or of one that its template is
  /// given, runs code of the program.
  bool hasCode(clang::QualType type);
  /// Whether that holds of a type among what a template is given.
  bool isAny(llvm::ArrayRef<clang::TemplateArgument> arguments,
             bool (Code::*holds)(clang::QualType));
  /// The same of its end alone.
  bool endRuns(clang::QualType type);
  /// Whether an object ends with the statement, or with the block that it is in, and that runs code
  /// of the program.
  bool runsAtEnd(const clang::Stmt *statement);
  /// Whether what ends an object of the class may call MPI.
  bool endCommunicates(clang::QualType type);
  const PassedOver &passedOver(const clang::Stmt *statement);
  /// Null for any other loop.
  const CountedLoop *counted(const clang::ForStmt *loop);

private:
  struct Answers {
    llvm::DenseMap<const clang::FunctionDecl *, bool> functions;
    llvm::DenseMap<const clang::Stmt *, bool> statements; // that were asked for
    llvm::DenseMap<const clang::CXXRecordDecl *, bool> classes;
  };
  Answers ofAll, ofMoreThanPolls;
  Answers *known = &ofAll;
  std::map<const clang::FunctionDecl *, std::optional<std::vector<clang::QualType>>> storing;
  llvm::DenseMap<const clang::Stmt *, bool> polling; // loops
  llvm::DenseMap<const clang::Stmt *, std::unique_ptr<PassedOver>> passed;
  llvm::DenseMap<const clang::Stmt *, std::unique_ptr<CountedLoop>> countedLoops;

  bool isPolling(const clang::Stmt *loop, const clang::Expr *condition);
  /// Whether it changes nothing but what it is given a pointer to.
  bool isPollOfMpi(const clang::CallExpr *call) const;

  /// Whether what it calls does the same in each round of a loop that changes those, and throws
  /// nothing.
  bool areAlike(const clang::Stmt *statement,
                const llvm::SmallPtrSetImpl<const clang::ValueDecl *> &changed);
  /// Whether it does no more than to store in variables of its function, and, of the types that it
  /// adds to those, elsewhere.
  bool onlyStores(const clang::Stmt *statement, std::vector<clang::QualType> &types);

  bool mayCommunicate(const clang::Stmt *statement);

  void scan(const clang::DeclContext *declarations);
};

/// Whether what is called is std::plus or its like, or a lambda that only calculates.
bool isCalculation(clang::QualType type);

/// What a default of a member or parameter stands for; or null.
const clang::Expr *defaultOf(const clang::Stmt *statement);

/// Whether the library only makes text or numbers of it, or a number is.
bool isInert(clang::QualType type);

} // namespace fencepost::plugin::trial

#endif // FENCEPOST_CLANG_PLUGIN_TRIAL_CODE_H
