//===- Shape.h - who waits for whom in a collective -------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_DETECTORS_SHAPE_H
#define FENCEPOST_ANALYZER_DETECTORS_SHAPE_H

#include "analyzer/trace/Definitions.h"

namespace fencepost::analyzer {

enum class Shape : uint32_t { None, Barrier, NxN, OneToAll, AllToOne };

inline Shape shapeOf(const Definitions &definitions, const Event &event) {
  switch (event.kind) {
  case EventKind::AllToAll: {
    std::optional<fencepost::Call> call = definitions.region(event.context).call;
    return call == fencepost::Call::Barrier || call == fencepost::Call::Ibarrier ? Shape::Barrier
                                                                                 : Shape::NxN;
  }
  case EventKind::OneToAll:
    return Shape::OneToAll;
  case EventKind::AllToOne:
    return Shape::AllToOne;
  case EventKind::WinFree:
    return Shape::Barrier;
  case EventKind::WinCreate:
  case EventKind::CommCreate:
    return Shape::NxN;
  default:
    return Shape::None;
  }
}

} // namespace fencepost::analyzer

#endif // FENCEPOST_ANALYZER_DETECTORS_SHAPE_H
