//===- MaskedLanes.h - emits vectors of which lanes may be off ------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_LLVM_PASS_MASKEDLANES_H
#define FENCEPOST_LLVM_PASS_MASKEDLANES_H

namespace llvm {
class Constant;
} // namespace llvm

namespace fencepost::pass {

class PageCheck;
class RuntimeAbi;
struct MaskedAccess;

/// Tells the runtime of the lanes that are active, with that site.
void emitMasked(const MaskedAccess &masked, llvm::Constant *site, PageCheck &check,
                RuntimeAbi &abi);

} // namespace fencepost::pass

#endif // FENCEPOST_LLVM_PASS_MASKEDLANES_H
