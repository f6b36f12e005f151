//===- FenceLines.h - what the fences of a source line did over the run -----===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which fence ended the epoch that another one began, between which ranks
// operations were made in it, how often the partners were the same, and which
// assertions would have been right in every fence of the line on every rank.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_DETECTORS_FENCELINES_H
#define FENCEPOST_ANALYZER_DETECTORS_FENCELINES_H

#include "analyzer/detectors/Fences.h"
#include "analyzer/detectors/PartnerFormula.h"

#include <array>
#include <map>
#include <unordered_map>

namespace fencepost::analyzer {

/// The fences at a context. Trivially copyable, as the other rows: they travel between processes.
struct FenceRow {
  uint32_t context;
  uint32_t window;
  uint64_t fences = 0;       // instances
  uint64_t used = 0;         // that ended an epoch in which any rank made operations
  uint32_t contradicted = 0; // assertions that would have been wrong in one of them
  uint32_t given = 0;        // assertions that one of them has
  bool unopened = false;     // one of them ended no epoch
  bool unended = false;      // the epoch of one of them was not ended by the fence that followed
  bool last = false;         // no fence followed one of them
  bool scattered = false;    // other ranks called one of them at another line
};

/// Epochs between a fence and the next one, as ranks went through them.
struct FenceStep {
  uint32_t opening, context, window;
  uint64_t epochs = 0;
  uint64_t used = 0; // in which any rank made operations
};

/// In how many of these epochs `origin` made operations on `target`, which may be itself.
struct FencePair {
  uint32_t opening, context, window, origin, target;
  uint64_t epochs = 0;
};

/// How often the same pairs communicated in the epochs of a window that a fence ended.
struct FencePattern {
  uint32_t context, window;
  uint64_t pairs; // a hash of them
  uint64_t epochs = 0;
};

class FenceLines {
public:
  void look(const Analysis &phase, const Fences &fences);

  /// What is known of one line after the run.
  struct Line {
    FenceRow sum{}; // `context` and `window` are those of a call
    std::set<uint32_t> windows;
    std::set<uint32_t> lastWindows; // of which one of these is the last fence, and begins an epoch
    std::vector<FenceStep> ended;   // epochs
    std::vector<FencePair> pairs;   // in them
    std::map<uint32_t, std::map<uint64_t, uint64_t>> patterns; // by window
    /// Share of its epochs with operations in which the most frequent pairs were all.
    double sameShare() const;
  };
  using Lines = std::map<Site, Line>;

  /// On process 0; empty elsewhere. Collective.
  Lines gathered(const Analysis &analysis, const Fences &fences) const;

private:
  template <std::size_t N> using Ids = std::array<uint32_t, N>;
  struct Hash {
    template <std::size_t N> std::size_t operator()(const Ids<N> &ids) const {
      uint64_t hash = 0;
      for (uint32_t id : ids)
        hash = (hash ^ id) * 0x9e3779b97f4a7c15u;
      return hash ^ hash >> 32;
    }
  };
  FenceRow &row(uint32_t context, uint32_t window) {
    FenceRow &row = rows[{context, window}];
    row.context = context;
    row.window = window;
    return row;
  }
  void add(const Definitions &definitions, const FenceInstance &fence);
  bool isScattered(const Definitions &definitions, const FenceInstance &fence);

  std::unordered_map<Ids<2>, FenceRow, Hash> rows;
  std::unordered_map<Ids<3>, FenceStep, Hash> steps;
  std::unordered_map<Ids<5>, FencePair, Hash> pairs;
  std::map<std::array<uint32_t, 2>, std::map<uint64_t, uint64_t>> patterns; // context, window
  std::map<Ids<2>, bool> sameSite;                                          // contexts
};

} // namespace fencepost::analyzer

#endif // FENCEPOST_ANALYZER_DETECTORS_FENCELINES_H
