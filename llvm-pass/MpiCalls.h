//===- MpiCalls.h - which calls get a site ------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_LLVM_PASS_MPICALLS_H
#define FENCEPOST_LLVM_PASS_MPICALLS_H

#include "llvm/ADT/StringRef.h"

namespace llvm {
class CallBase;
class Module;
} // namespace llvm

namespace fencepost::pass {

/// Name of the MPI function that the call calls directly, if the runtime follows it, counts it or
/// does not know it; empty for all other calls.
llvm::StringRef mpiFunctionWithSite(const llvm::CallBase &call);

/// Whether the call calls an MPI function for which that argument is no buffer and no window
/// memory: at most a variable that takes a result (a handle, rank or status), or a list of counts.
bool isMpiResultArgument(const llvm::CallBase &call, unsigned argument);

/// Whether the module refers to MPI functions that make windows or deal with them.
bool callsOneSided(const llvm::Module &module);

} // namespace fencepost::pass

#endif // FENCEPOST_LLVM_PASS_MPICALLS_H
