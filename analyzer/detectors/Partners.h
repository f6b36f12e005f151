//===- Partners.h - who communicated with whom in the epochs of a source line ---===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_DETECTORS_PARTNERS_H
#define FENCEPOST_ANALYZER_DETECTORS_PARTNERS_H

#include "analyzer/detectors/PscwRemedy.h"

#include <array>
#include <unordered_map>
#include <utility>
#include <vector>

namespace fencepost::analyzer {

/// What one closing call (a fence, or a wait) at a context did on a window, summed over the run.
/// Trivially copyable: travels between the processes.
struct SyncRow {
  uint32_t context;
  uint32_t opening; // context of the fence that opened the epoch; kNone for post/start
  uint32_t window;
  uint32_t target; // rank whose exposure epoch ended
  uint64_t epochs = 0;
  uint64_t pairs = 0;    // synchronized
  uint64_t unneeded = 0; // of these
};

/// In how many of these epochs an operation of `origin` reached `target`.
struct PartnerRow {
  uint32_t context, window, origin, target;
  uint64_t epochs = 0;
  uint64_t named = 0; // in which the group of the post had the origin
};

/// Adds up rows by their ids.
class Partners {
public:
  Partners() = default;
  Partners(const Partners &) = delete;
  Partners &operator=(const Partners &) = delete;

  void addSync(const SyncRow &row);
  void addPartner(const PartnerRow &row);

  /// By the ids, in the order of the row's members.
  std::vector<SyncRow> syncs() const;
  std::vector<PartnerRow> partners() const;

private:
  using Ids = std::array<uint32_t, 4>;
  struct Hash {
    std::size_t operator()(const Ids &ids) const;
  };
  std::unordered_map<Ids, SyncRow, Hash> syncSums;
  std::unordered_map<Ids, PartnerRow, Hash> partnerSums;
  // Rows of one pair mostly follow one another.
  std::pair<const Ids, SyncRow> *lastSync = nullptr;
  std::pair<const Ids, PartnerRow> *lastPartner = nullptr;
};

/// One finding for each line where most of the synchronization is unneeded. Of post/start/complete/
/// wait that is so of origins that never communicate with the target, and where nothing else can be
/// meant by it. Collective.
void reportUnneeded(Analysis &analysis, const Partners &mine,
                    const std::map<Site, PscwRemedy> &remedies, const WindowUse::Run &use);

} // namespace fencepost::analyzer

#endif // FENCEPOST_ANALYZER_DETECTORS_PARTNERS_H
