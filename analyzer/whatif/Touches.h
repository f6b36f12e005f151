//===- Touches.h - when a rank uses its memory of a window ----------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_WHATIF_TOUCHES_H
#define FENCEPOST_ANALYZER_WHATIF_TOUCHES_H

#include "analyzer/trace/Reader.h"

#include <set>
#include <vector>

namespace fencepost::analyzer {

/// Of one rank in one phase.
class WindowTouches {
public:
  WindowTouches(const Trace &trace, uint32_t firstLocation, uint32_t endLocation);
  /// The windows whose memory the event loads, stores or has as a buffer.
  std::set<uint32_t> of(const LocationTrace &location, const Event &event) const;

private:
  std::vector<WindowPart> parts;
};

/// Windows of which it is not known who accesses their memory on this process: shared and dynamic
/// ones, and all where accesses are not recorded.
std::set<uint32_t> untoldWindows(const Trace &trace);

} // namespace fencepost::analyzer

#endif // FENCEPOST_ANALYZER_WHATIF_TOUCHES_H
