//===- Consumer.cpp - reads a translation unit when it is complete --------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Consumer.h"

#include "Analyses.h"
#include "Callers.h"
#include "FactsCollector.h"
#include "Flow.h"
#include "LibraryFunctions.h"
#include "MpiCall.h"
#include "Options.h"
#include "Pragmas.h"
#include "Reporter.h"
#include "WindowPath.h"
#include "checks/Check.h"
#include "model/SourceFacts.h"

#include "clang/AST/ASTConsumer.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclGroup.h"

using namespace clang;

namespace fencepost::plugin {

namespace {

class Consumer : public ASTConsumer {
public:
  Consumer(const Options &options, std::shared_ptr<SourceFacts> facts,
           std::shared_ptr<const Pragmas> pragmas, bool ownLineTables)
      : options(options), facts(std::move(facts)), pragmas(std::move(pragmas)),
        ownLineTables(ownLineTables) {}

private:
  Options options;
  std::shared_ptr<SourceFacts> facts;
  std::shared_ptr<const Pragmas> pragmas;
  bool ownLineTables;
  std::vector<Decl *> declarations; // of this file, and what clang takes from a precompiled header

  bool HandleTopLevelDecl(DeclGroupRef group) override {
    declarations.insert(declarations.end(), group.begin(), group.end());
    return true;
  }

  void HandleTranslationUnit(ASTContext &context) override {
    if (context.getDiagnostics().hasErrorOccurred())
      return;
    facts->knowsMpi = !windowType(context).isNull();
    auto functions = collectFacts(declarations, context, *facts);
    Analyses analyses(context);
    Callers callers(analyses);
    Reporter reporter(context, options, *pragmas);
    // What a precompiled header or module brings was checked with it.
    for (const FunctionDecl *function : functions)
      if (!function->isFromASTFile() && !isOfBindings(function))
        checkFunction(function, analyses, callers, reporter);
    for (const FunctionDecl *function : functions)
      if (function->isMain() && !function->isFromASTFile()) {
        checkRehearsals(function, analyses, reporter);
        checkTrials(function, analyses, reporter);
      }
    if (ownLineTables)
      leaveOutLibraryLines(declarations, context);
  }
};

} // namespace

std::unique_ptr<ASTConsumer> makeConsumer(const Options &options,
                                          std::shared_ptr<SourceFacts> facts,
                                          std::shared_ptr<const Pragmas> pragmas,
                                          bool ownLineTables) {
  return std::make_unique<Consumer>(options, std::move(facts), std::move(pragmas), ownLineTables);
}

} // namespace fencepost::plugin
