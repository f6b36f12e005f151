//===- Process.h - what the threads of a process share --------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_RUNTIME_PROCESS_PROCESS_H
#define FENCEPOST_RUNTIME_PROCESS_PROCESS_H

#include "model/Journal.h"

#include <atomic>

namespace fencepost::runtime {

struct Process {
  int rank = 0; // in MPI_COMM_WORLD
  int size = 1;

  /// From MPI_Init to MPI_Finalize, the same on all ranks: communicators and windows get their
  /// keys, which takes communication, whether or not this rank still records.
  std::atomic<bool> tracking{false};

  /// This rank writes records.
  std::atomic<bool> recording{false};

  /// One of our functions for MPI_Init was called.
  std::atomic<bool> sawInit{false};

  JournalHeader header = {}; // of this process's journals, but for the thread
  char traceDirectory[4096] = {};
};

extern Process process;

/// Ends recording in this process, with one line that says why. The program goes on.
void stopRecording(const char *reason);

} // namespace fencepost::runtime

#endif // FENCEPOST_RUNTIME_PROCESS_PROCESS_H
