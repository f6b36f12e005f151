//===- Instrument.h - emits what a function's accesses and calls need ---===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_LLVM_PASS_INSTRUMENT_H
#define FENCEPOST_LLVM_PASS_INSTRUMENT_H

namespace llvm {
class Function;
class GlobalVariable;
} // namespace llvm

namespace fencepost::pass {

struct Accesses;
class CellCheck;
class LoopAccesses;
class RuntimeAbi;
class SiteTable;

/// Puts page checks and calls of the runtime in front of what findAccesses found, and of the loops.
void instrument(llvm::Function &function, const Accesses &accesses, LoopAccesses &loops,
                RuntimeAbi &abi, SiteTable &sites, llvm::GlobalVariable *shadow,
                CellCheck &cells);

} // namespace fencepost::pass

#endif // FENCEPOST_LLVM_PASS_INSTRUMENT_H
