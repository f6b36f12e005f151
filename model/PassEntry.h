//===- PassEntry.h - where the clang plugin meets the pass -------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The clang plugin contains the pass and registers it for the compilation it
// runs in (DESIGN decision 1). llvm-pass/ defines the function, in the CMake
// target fencepostPassCore.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_MODEL_PASSENTRY_H
#define FENCEPOST_MODEL_PASSENTRY_H

#include <memory>

namespace llvm {
class PassBuilder;
}

namespace fencepost {

struct SourceFacts;

/// Which loads and stores are instrumented.
enum class InstrumentedAccesses {
  Off,      // none, MPI calls only
  Relevant, // what matters, told as seldom as possible (DESIGN decision 5)
  Every,    // each, by a call of its own: what Relevant is compared with
};

struct PassOptions {
  InstrumentedAccesses accesses = InstrumentedAccesses::Relevant;
  bool stats = false;         // print what became of the accesses, per module
  bool ownLineTables = false; // there are line tables for the run's call paths alone
  bool atLink = false;        // full LTO instruments the whole program
};

/// Adds the passes to every pipeline that the builder makes. The facts are complete when the
/// pipeline runs; null where there is no source to ask (opt, flang).
void registerFencepostPass(llvm::PassBuilder &builder, std::shared_ptr<const SourceFacts> facts,
                           PassOptions options = {});

} // namespace fencepost

#endif // FENCEPOST_MODEL_PASSENTRY_H
