//===- MemoryOrder.cpp - functions that order by memory -------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MemoryOrder.h"

#include "Containers.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"

using namespace clang;

namespace fencepost::plugin {

static bool holdsThreads(const CXXRecordDecl *record) {
  auto *instance = dyn_cast_or_null<ClassTemplateSpecializationDecl>(record);
  return instance &&
         llvm::any_of(instance->getTemplateArgs().asArray(), [](const TemplateArgument &each) {
           return each.getKind() == TemplateArgument::Type &&
                  isThread(each.getAsType()->getAsCXXRecordDecl());
         });
}

MemoryOrder memoryOrderOf(const FunctionDecl *callee) {
  const IdentifierInfo *identifier = callee->getIdentifier();
  const llvm::StringRef name = identifier ? identifier->getName() : "";
  auto *method = dyn_cast<CXXMethodDecl>(callee);
  const CXXRecordDecl *record = method ? method->getParent() : nullptr;
  const bool isLibrarys = record && record->isInStdNamespace() && record->getIdentifier();
  const llvm::StringRef object = isLibrarys ? record->getName() : "";
  // The last are of the operating system: locks and messages between processes, and files that
  // lock.
  constexpr const char *kBeginnings[] = {
      "__sync_", "__atomic_", "atomic_", "pthread_",   "sem_",   "mtx_", "cnd_",    "flock",
      "lockf",   "fcntl",     "semop",   "semtimedop", "msgrcv", "mq_",  "sigwait", "syscall",
      "mkfifo",  "pipe",      "socket",  "eventfd",    "unlink", "rmdir"};
  constexpr const char *kOrders[] = {
      "mutex",   "condition_variable", "lock_guard", "_lock",   "latch",
      "barrier", "semaphore",          "future",     "promise", "packaged_task",
      "stop_"};
  // What is made of a function, and joined, orders nothing else.
  const bool isPlain =
      isThread(record) && (isa<CXXConstructorDecl, CXXDestructorDecl>(method) ||
                           name == "joinable" || name == "join" || name == "hardware_concurrency");
  // The program's own functions are seen from inside.
  const SourceManager &sources = callee->getASTContext().getSourceManager();
  if (callee->isDefined() && !sources.isInSystemHeader(callee->getLocation()))
    return {};
  return {llvm::any_of(kOrders, [&](const char *each) { return object.contains(each); }),
          object.contains("atomic") || name == "async" || holdsThreads(record) ||
              (isThread(record) && !isPlain) ||
              llvm::any_of(kBeginnings, [&](const char *each) { return name.starts_with(each); })};
}

} // namespace fencepost::plugin
