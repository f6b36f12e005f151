//===- Plugin.cpp - registers Fencepost with clang ---------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeGenSetup.h"
#include "Consumer.h"
#include "Options.h"
#include "Pragmas.h"
#include "model/SourceFacts.h"

#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Frontend/FrontendPluginRegistry.h"

using namespace clang;

namespace fencepost::plugin {
namespace {

class FencepostAction : public PluginASTAction {
  Options options;

  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &compiler,
                                                 llvm::StringRef) override {
    if (isDeviceCompilation(compiler))
      return std::make_unique<ASTConsumer>();
    auto facts = std::make_shared<SourceFacts>();
    const bool ownLineTables = setUpCodeGen(compiler, facts, options.pass());
    return makeConsumer(options, std::move(facts), followPragmas(compiler), ownLineTables);
  }

  bool ParseArgs(const CompilerInstance &compiler,
                 const std::vector<std::string> &arguments) override {
    for (const std::string &argument : arguments) {
      std::string problem = options.apply(argument);
      if (problem.empty())
        continue;
      DiagnosticsEngine &diagnostics = compiler.getDiagnostics();
      diagnostics.Report(diagnostics.getCustomDiagID(DiagnosticsEngine::Error, "fencepost: %0"))
          << problem;
      return false;
    }
    return true;
  }

  // One flag does both halves: the source is read before code is generated from it.
  ActionType getActionType() override { return AddBeforeMainAction; }
};

FrontendPluginRegistry::Add<FencepostAction>
    registration("fencepost", "checks and instruments MPI one-sided communication");

} // namespace
} // namespace fencepost::plugin
