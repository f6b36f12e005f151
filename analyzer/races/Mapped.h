//===- Mapped.h - other ranks' memory in a rank's address space -----------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A rank that loads from a peer's segment of a shared window accesses that peer's
// memory (RMA-RULES 5). Ranges may run over the borders of segments: a window is
// contiguous unless it was asked not to be.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_RACES_MAPPED_H
#define FENCEPOST_ANALYZER_RACES_MAPPED_H

#include "analyzer/races/Strided.h"
#include "analyzer/trace/Reader.h"

#include <functional>
#include <vector>

namespace fencepost::analyzer::races {

class Mapped {
public:
  /// What is mapped at a rank of this process.
  Mapped(const Trace &trace, uint32_t rank);
  bool empty() const { return segments_.empty(); }

  /// Gives out the parts of an access at that time, each with its segment; null: the rank's own.
  using Visit = std::function<void(const MappedSegment *, const Strided &)>;
  void split(const Strided &bytes, uint64_t time, const Visit &visit) const;

private:
  std::vector<MappedSegment> segments_; // by address
};

/// Gives out what of `bytes` lies in [begin, end).
void clip(const Strided &bytes, uint64_t begin, uint64_t end,
          const std::function<void(const Strided &)> &visit);

} // namespace fencepost::analyzer::races

#endif // FENCEPOST_ANALYZER_RACES_MAPPED_H
