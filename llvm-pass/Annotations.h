//===- Annotations.h - what functions of a module are annotated with -------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_LLVM_PASS_ANNOTATIONS_H
#define FENCEPOST_LLVM_PASS_ANNOTATIONS_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace fencepost::pass {

/// As __attribute__((annotate(text))) leaves it in llvm.global.annotations.
struct Annotation {
  llvm::Function *function;
  llvm::StringRef text;
  llvm::StringRef file;
  unsigned line;
};

llvm::SmallVector<Annotation, 0> annotationsOf(const llvm::Module &module);

/// Leaves those of other texts, and of variables.
void dropAnnotations(llvm::Module &module, llvm::function_ref<bool(llvm::StringRef text)> drops);

} // namespace fencepost::pass

#endif // FENCEPOST_LLVM_PASS_ANNOTATIONS_H
