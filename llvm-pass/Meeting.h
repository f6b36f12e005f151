//===- Meeting.h - where the ways from a block meet again -------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_LLVM_PASS_MEETING_H
#define FENCEPOST_LLVM_PASS_MEETING_H

namespace llvm {
class BasicBlock;
}

namespace fencepost::pass {

/// The block that is executed once for each time that the other one's end is reached, and only
/// then, with nothing in between that may synchronize: behind a branch, say. Null where there is
/// none, or the ways to it are not short.
llvm::BasicBlock *meetingOfWays(llvm::BasicBlock &from);

} // namespace fencepost::pass

#endif // FENCEPOST_LLVM_PASS_MEETING_H
