//===- LLVMCompat.h - differences between the LLVM versions -------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass is written for the newest LLVM; what older ones call differently
// stands here, and nowhere else.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_LLVM_PASS_LLVMCOMPAT_H
#define FENCEPOST_LLVM_PASS_LLVMCOMPAT_H

#include "llvm/ADT/APInt.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/IR/Attributes.h"
#include "llvm/IR/Function.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

#if __has_include("llvm/Plugins/PassPlugin.h")
#include "llvm/Plugins/PassPlugin.h" // IWYU pragma: export
#else
#include "llvm/Passes/PassPlugin.h" // IWYU pragma: export
#endif

namespace fencepost::pass {

inline void setDoesNotCapture(llvm::Function &function, unsigned parameter) {
#if LLVM_VERSION_MAJOR >= 21
  function.addParamAttr(parameter, llvm::Attribute::getWithCaptureInfo(function.getContext(),
                                                                       llvm::CaptureInfo::none()));
#else
  function.addParamAttr(parameter, llvm::Attribute::NoCapture);
#endif
}

/// What GEPOperator::collectOffset adds to.
#if LLVM_VERSION_MAJOR >= 20
using GepOffsets = llvm::SmallMapVector<llvm::Value *, llvm::APInt, 4>;
#else
using GepOffsets = llvm::MapVector<llvm::Value *, llvm::APInt>;
#endif

/// Loops need not be in LCSSA form afterwards: at the end of the optimizer no pass wants it, and the
/// vectorizer makes it itself.
inline llvm::SCEVExpander makeExpander(llvm::ScalarEvolution &evolution) {
#if LLVM_VERSION_MAJOR >= 22
  return llvm::SCEVExpander(evolution, "fencepost", /*PreserveLCSSA=*/false);
#else
  return llvm::SCEVExpander(evolution, evolution.getDataLayout(), "fencepost",
                            /*PreserveLCSSA=*/false);
#endif
}

} // namespace fencepost::pass

#endif // FENCEPOST_LLVM_PASS_LLVMCOMPAT_H
