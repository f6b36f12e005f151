//===- ThreadObjects.cpp - what a synchronization of threads is about -----===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/trace/ThreadObjects.h"

namespace fencepost::analyzer {

ThreadObjects objectsOf(const Event &event) {
  ThreadObject own{ObjectKind::OfProgram, event.request};
  switch (event.step) {
  case ThreadStep::Release:
  case ThreadStep::TaskCreate:
    return {{own}, {}};
  case ThreadStep::AtomicRelease:
    return {{own, kAtomics}, {}};
  case ThreadStep::AtomicAcquire:
    return {{}, {own, kFences}};
  case ThreadStep::FenceRelease:
    return {{kFences, kAtomics}, {}};
  case ThreadStep::FenceAcquire:
    return {{}, {kAtomics}};
  case ThreadStep::Acquire:
  case ThreadStep::Begin:
  case ThreadStep::TeamBegin:
  case ThreadStep::TaskSwitch:
    return {{}, {own}};
  default:
    return {};
  }
}

bool acquires(const Event &event) { return !objectsOf(event).acquired.empty(); }

} // namespace fencepost::analyzer
