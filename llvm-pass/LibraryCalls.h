//===- LibraryCalls.h - calls of functions that are not instrumented ----===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The memory that a function of model/libraryCalls.def accesses is told where
// the function is called.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_LLVM_PASS_LIBRARYCALLS_H
#define FENCEPOST_LLVM_PASS_LIBRARYCALLS_H

#include "model/LibraryCalls.h"

#include "llvm/ADT/SmallVector.h"

namespace llvm {
class CallBase;
class Constant;
class Instruction;
} // namespace llvm

namespace fencepost::pass {

class OutlinedChecks;
class Relevance;
class RuntimeAbi;

/// A call of a function of the table.
struct LibraryCallSite {
  llvm::CallBase *call;
  const LibraryCall *function;
  llvm::SmallVector<unsigned, 4> pointers = {}; // arguments to accesses that may matter
};

/// The function's row if the call calls one of the library, with arguments of such types; else
/// null.
const LibraryCall *libraryCall(const llvm::CallBase &call);

/// The pointers through which the call accesses memory that may matter.
llvm::SmallVector<unsigned, 4> relevantPointers(const llvm::CallBase &call,
                                                const LibraryCall &function, Relevance &relevance);

/// Tells the accesses behind the call: only then is known how far they went.
void emitLibraryCall(const LibraryCallSite &site, llvm::Constant *reads, llvm::Constant *writes,
                     OutlinedChecks &outlined, RuntimeAbi &abi);

/// The first instruction that runs once the call has returned; null where there is none such.
llvm::Instruction *behind(llvm::CallBase &call);

} // namespace fencepost::pass

#endif // FENCEPOST_LLVM_PASS_LIBRARYCALLS_H
