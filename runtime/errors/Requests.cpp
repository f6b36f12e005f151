//===- Requests.cpp - checks of operations' requests ----------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/errors/Requests.h"

#include "runtime/errors/Errors.h"

namespace fencepost::runtime {

void checkGivenUp(Recording &call, const KnownRequest &request) {
  RequestInfo info;
  if (call.isOutermost() && checksErrors() && findRequest(request, info) &&
      info.kind == RequestKind::Operation)
    reportError(call, Error::RequestFreed, {.other = info.context});
}

void checkRequestsCompleted(Recording &call) {
  if (checksErrors())
    forEachOperationRequest(call, [](Recording &at, const RequestInfo &info) {
      reportError(at, Error::RequestNotCompleted, {.other = info.context});
    });
}

} // namespace fencepost::runtime
