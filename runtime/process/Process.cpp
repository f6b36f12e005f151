//===- Process.cpp - what the threads of a process share ------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/process/Process.h"

#include "runtime/base/Message.h"

namespace fencepost::runtime {

Process process;

void stopRecording(const char *reason) {
  if (process.recording.exchange(false))
    message("rank %d stops recording into '%s': %s; the program goes on. Give the trace a place "
            "with more room (FENCEPOST_OPTIONS=trace=DIR)",
            process.rank, process.traceDirectory, reason);
}

} // namespace fencepost::runtime
