//===- MpiKnowledge.cpp - how much a module has to do with MPI --------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm-pass/MpiKnowledge.h"

#include "llvm-pass/MpiCalls.h"
#include "model/SourceFacts.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace fencepost::pass {

// Named metadata.
static constexpr char kWithoutMpi[] = "fencepost.without.mpi";
static constexpr char kWithoutRma[] = "fencepost.without.rma";

/// Old C calls functions of MPI that nothing declares.
static bool refersToMpi(const Module &module) {
  return any_of(module, [](const Function &function) {
    return function.isDeclaration() && function.getName().starts_with("MPI_");
  });
}

PreservedAnalyses NoteMpiKnowledge::run(Module &module, ModuleAnalysisManager &) {
  if (facts && !callsOneSided(module))
    module.getOrInsertNamedMetadata(facts->knowsMpi || refersToMpi(module) ? kWithoutRma
                                                                           : kWithoutMpi);
  return PreservedAnalyses::all();
}

MpiKnowledge mpiKnowledgeOf(const Module &module) {
  return module.getNamedMetadata(kWithoutMpi)   ? MpiKnowledge::Nothing
         : module.getNamedMetadata(kWithoutRma) ? MpiKnowledge::WithoutRma
                                                : MpiKnowledge::Rma;
}

void forgetMpiKnowledge(Module &module) {
  for (const char *name : {kWithoutMpi, kWithoutRma})
    if (NamedMDNode *note = module.getNamedMetadata(name))
      note->eraseFromParent();
}

} // namespace fencepost::pass
