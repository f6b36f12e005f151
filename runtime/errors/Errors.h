//===- Errors.h - tells erroneous uses of RMA -----------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Checks come before the PMPI call: the library may end the program in it. A
// finding is in the trace and on stderr by then.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_RUNTIME_ERRORS_ERRORS_H
#define FENCEPOST_RUNTIME_ERRORS_ERRORS_H

#include "model/Errors.h"
#include "runtime/process/Options.h"
#include "runtime/process/Recording.h"

namespace fencepost::runtime {

/// errors=off: no.
inline bool checksErrors() { return options().errors != Errors::off; }

/// What the sentences of errors.def name.
struct ErrorFacts {
  uint32_t window = kNoId;
  uint32_t target = kNoId; // as the program gives it
  uint32_t other = kNoId;  // context of the other call
  int64_t begin = 0, end = 0;
  uint64_t limit = 0;
  const char *detail = "";
};

/// Records an error at the call that is being recorded, tells it once for each pair of source
/// lines, and with errors=abort ends the run.
void reportError(Recording &call, Error error, const ErrorFacts &facts);

} // namespace fencepost::runtime

#endif // FENCEPOST_RUNTIME_ERRORS_ERRORS_H
