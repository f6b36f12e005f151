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

class AccessLists;
struct Accesses;
class LoopAccesses;
class CheckTable;
class OutlinedChecks;
class RuntimeAbi;
class SiteTable;

/// What the functions of a module share.
struct ModuleParts {
  RuntimeAbi &abi;
  SiteTable &sites;
  AccessLists &lists;
  CheckTable &checks;
  OutlinedChecks &outlined;
  llvm::GlobalVariable *shadow;
};

/// Puts page checks and calls of the runtime in front of what findAccesses found, and of the loops.
void instrument(llvm::Function &function, const Accesses &accesses, LoopAccesses &loops,
                ModuleParts &parts);

} // namespace fencepost::pass

#endif // FENCEPOST_LLVM_PASS_INSTRUMENT_H
