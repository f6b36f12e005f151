//===- MpiKnowledge.h - how much a module has to do with MPI ----------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Most files of a program have nothing to do with windows, and many nothing with MPI. What they
// access matters less often than that of others, and their compilation is to take no longer than
// it did.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_LLVM_PASS_MPIKNOWLEDGE_H
#define FENCEPOST_LLVM_PASS_MPIKNOWLEDGE_H

#include "llvm/IR/PassManager.h"

#include <memory>

namespace fencepost {
struct SourceFacts;
}

namespace fencepost::pass {

enum class MpiKnowledge {
  Nothing,    // no name of MPI is declared
  WithoutRma, // no function that makes windows or deals with them is called
  Rma,        // or nobody knows
};

/// Runs first: notes it in the module, for passes that have no facts and see fewer calls.
class NoteMpiKnowledge : public llvm::PassInfoMixin<NoteMpiKnowledge> {
public:
  /// Facts may be null.
  explicit NoteMpiKnowledge(std::shared_ptr<const SourceFacts> facts) : facts(std::move(facts)) {}
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &manager);
  static bool isRequired() { return true; }

private:
  std::shared_ptr<const SourceFacts> facts;
};

MpiKnowledge mpiKnowledgeOf(const llvm::Module &module);

/// Takes back what NoteMpiKnowledge noted.
void forgetMpiKnowledge(llvm::Module &module);

} // namespace fencepost::pass

#endif // FENCEPOST_LLVM_PASS_MPIKNOWLEDGE_H
