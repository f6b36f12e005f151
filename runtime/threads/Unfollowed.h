//===- Unfollowed.h - libraries whose threads are not followed -------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_RUNTIME_THREADS_UNFOLLOWED_H
#define FENCEPOST_RUNTIME_THREADS_UNFOLLOWED_H

namespace fencepost::runtime {

struct Thread;

/// Notes the loaded libraries that run threads and synchronize them in ways that are not seen. The
/// thread must be writing.
void noteUnfollowedLibraries(Thread &thread);

} // namespace fencepost::runtime

#endif // FENCEPOST_RUNTIME_THREADS_UNFOLLOWED_H
