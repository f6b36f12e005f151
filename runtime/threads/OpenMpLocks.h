//===- OpenMpLocks.h - locks and critical regions of OpenMP ---------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_RUNTIME_THREADS_OPENMPLOCKS_H
#define FENCEPOST_RUNTIME_THREADS_OPENMPLOCKS_H

#include <omp-tools.h>

namespace fencepost::runtime {

// Call-backs of OMPT for whatever excludes others: locks, critical, atomic, ordered.
void openMpLockAcquired(ompt_mutex_t kind, ompt_wait_id_t lock, const void *code);
void openMpLockReleased(ompt_mutex_t kind, ompt_wait_id_t lock, const void *code);
void openMpLockDestroyed(ompt_mutex_t kind, ompt_wait_id_t lock, const void *code);

} // namespace fencepost::runtime

#endif // FENCEPOST_RUNTIME_THREADS_OPENMPLOCKS_H
