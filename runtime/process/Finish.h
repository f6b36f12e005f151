//===- Finish.h - from the last record to the archive ---------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_RUNTIME_PROCESS_FINISH_H
#define FENCEPOST_RUNTIME_PROCESS_FINISH_H

#include "runtime/process/Recording.h"

namespace fencepost::runtime {

/// In MPI_Finalize, before the library's own: ends recording and turns the journals into the
/// archive. Collective over all processes.
void finishRun(Recording &call);

} // namespace fencepost::runtime

#endif // FENCEPOST_RUNTIME_PROCESS_FINISH_H
