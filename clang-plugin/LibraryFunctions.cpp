//===- LibraryFunctions.cpp - functions that need no lines of their own ---===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LibraryFunctions.h"

#include "model/Calls.h"
#include "model/SystemFiles.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace fencepost::plugin {

static bool callsOneSided(const ASTContext &context) {
  return llvm::any_of(kCalls, [&](const CallInfo &call) {
    if (!call.has(Role::Window) && !call.has(Role::NewWindow))
      return false;
    auto name = context.Idents.find(call.name);
    return name != context.Idents.end() &&
           llvm::any_of(context.getTranslationUnitDecl()->lookup(name->second),
                        [](const NamedDecl *declared) { return declared->isReferenced(); });
  });
}

namespace {
class Annotator {
public:
  explicit Annotator(ASTContext &context) : context(context), sources(context.getSourceManager()) {}

  void add(Decl *declaration) {
    if (auto *function = dyn_cast<FunctionDecl>(declaration))
      addFunction(*function);
    else if (isa<NamespaceDecl, LinkageSpecDecl, CXXRecordDecl>(declaration) &&
             isOfSystem(declaration->getLocation()))
      for (Decl *inner : cast<DeclContext>(declaration)->noload_decls())
        add(inner);
  }

private:
  ASTContext &context;
  const SourceManager &sources;
  llvm::DenseMap<FileID, bool> files;

  bool isOfSystem(SourceLocation location) {
    const FileID file = sources.getFileID(sources.getExpansionLoc(location));
    auto [known, isNew] = files.try_emplace(file, false);
    if (isNew && sources.isInSystemHeader(location))
      known->second = isSystemFile(sources.getPresumedLoc(location).getFilename());
    return known->second;
  }

  void addFunction(FunctionDecl &function) {
    if (!function.isThisDeclarationADefinition() || function.isDependentContext() ||
        !function.isUsed() || function.hasAttr<NoDebugAttr>() ||
        !isOfSystem(function.getLocation()))
      return;
    const std::string text = std::string(kLibraryFunction) + function.getNameAsString();
    function.addAttr(NoDebugAttr::CreateImplicit(context));
    function.addAttr(AnnotateAttr::CreateImplicit(context, text, nullptr, 0));
  }
};
} // namespace

void leaveOutLibraryLines(const std::vector<Decl *> &declarations, ASTContext &context) {
  if (callsOneSided(context))
    return;
  Annotator annotator(context);
  for (Decl *declaration : declarations)
    annotator.add(declaration);
}

} // namespace fencepost::plugin
