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

/// Adds the pass to every pipeline that the builder makes. The facts are complete when the
/// pipeline runs; null where there is no source to ask (opt, flang).
void registerFencepostPass(llvm::PassBuilder &builder, std::shared_ptr<const SourceFacts> facts);

} // namespace fencepost

#endif // FENCEPOST_MODEL_PASSENTRY_H
