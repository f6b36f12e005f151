//===- Requests.h - checks of operations' requests ------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_RUNTIME_ERRORS_REQUESTS_H
#define FENCEPOST_RUNTIME_ERRORS_REQUESTS_H

#include "runtime/mpi/Requests.h"

namespace fencepost::runtime {

/// Before a call that frees or cancels a request.
void checkGivenUp(Recording &call, const KnownRequest &request);

/// Before MPI_Finalize: those that were never completed.
void checkRequestsCompleted(Recording &call);

} // namespace fencepost::runtime

#endif // FENCEPOST_RUNTIME_ERRORS_REQUESTS_H
