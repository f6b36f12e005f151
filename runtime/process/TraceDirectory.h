//===- TraceDirectory.h - where the trace is written ----------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_RUNTIME_PROCESS_TRACEDIRECTORY_H
#define FENCEPOST_RUNTIME_PROCESS_TRACEDIRECTORY_H

namespace fencepost::runtime {

/// On rank 0: decides on the directory, makes it, and clears an earlier trace of ours out of it.
/// Fills in process.traceDirectory; on failure false, having said why in `failure`.
bool prepareTraceDirectory(char *failure, unsigned failureSize);

} // namespace fencepost::runtime

#endif // FENCEPOST_RUNTIME_PROCESS_TRACEDIRECTORY_H
