//===- CodeGenSetup.cpp - asks code generation for what the run time needs ===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeGenSetup.h"

#include "LLVMCompat.h"
#include "model/PassEntry.h"
#include "model/SourceFacts.h"

#include "clang/Frontend/CompilerInstance.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace fencepost::plugin {

bool isDeviceCompilation(const CompilerInstance &compiler) {
  const LangOptions &language = compiler.getLangOpts();
  return language.CUDAIsDevice || language.OpenMPIsTargetDevice || language.SYCLIsDevice;
}

/// Code and nothing that other compilations read: the declarations of a module go into its file.
static bool onlyGeneratesCode(const CompilerInstance &compiler) {
  return compiler.getLangOpts().getCompilingModule() == LangOptions::CMK_None &&
         llvm::is_contained({frontend::EmitAssembly, frontend::EmitBC, frontend::EmitCodeGenOnly,
                             frontend::EmitLLVM, frontend::EmitLLVMOnly, frontend::EmitObj},
                            compiler.getFrontendOpts().ProgramAction);
}

bool setUpCodeGen(CompilerInstance &compiler, std::shared_ptr<const SourceFacts> facts,
                  PassOptions pass) {
  CodeGenOptions &options = compiler.getCodeGenOpts();
  pass.ownLineTables = requestLineTables(options);
  pass.atLink &= options.PrepareForLTO && !options.PrepareForThinLTO && !options.FatLTO &&
                 pass.accesses == InstrumentedAccesses::Relevant;
  if (options.getFramePointer() != CodeGenOptions::FramePointerKind::All)
    options.setFramePointer(CodeGenOptions::FramePointerKind::NonLeaf); // of call paths
#ifdef FENCEPOST_WITH_PASS
  options.PassBuilderCallbacks.push_back(
      [facts = std::move(facts), pass](llvm::PassBuilder &builder) {
        registerFencepostPass(builder, facts, pass);
      });
  return pass.ownLineTables && onlyGeneratesCode(compiler);
#else
  static_cast<void>(facts);
  return false;
#endif
}

} // namespace fencepost::plugin
