//===- RankTrace.h - one rank's part of the archive -----------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_RUNTIME_ARCHIVE_RANKTRACE_H
#define FENCEPOST_RUNTIME_ARCHIVE_RANKTRACE_H

#include "runtime/archive/Bytes.h"
#include "runtime/archive/Clock.h"
#include "runtime/archive/RankDefinitions.h"

#include <map>
#include <otf2/otf2.h>
#include <set>
#include <string>
#include <vector>

namespace fencepost::archive {

struct LocationEvents;

/// What all ranks of a run have in common, from the journals of the first rank that has some.
struct RunFacts {
  uint32_t worldSize = 0;
  ClockOrigin reference;
  std::string access;
  std::string mpi;
  std::string program;
  std::string suppressions;

  RunFacts() = default;
  explicit RunFacts(const JournalHeader &header);
  void write(ByteWriter &bytes) const;
  bool read(ByteReader &bytes);
};

/// What the global definitions and the archive's properties say of one rank.
struct RankSummary {
  struct Thread {
    uint32_t thread;
    uint32_t padding;
    uint64_t events;
  };
  uint32_t rank = 0;
  std::string host;            // "" when there is no journal
  std::vector<Thread> threads; // thread 0 always
  uint64_t begin = UINT64_MAX; // of its events, reference's ticks
  uint64_t end = 0;
  bool programEnded = false;
  uint32_t paradigms = 0; // of its threads: 1 << OTF2_Paradigm
  double seconds = 0;     // from the first event to the last
  std::vector<std::string> openCalls;
  std::map<std::string, uint64_t> notFollowed;
  std::set<std::string> threadsNotFollowed; // libraries
  std::string lost;

  void write(ByteWriter &bytes) const;
  bool read(ByteReader &bytes);
};

inline OTF2_LocationRef locationId(uint32_t rank, uint32_t thread) {
  return static_cast<uint64_t>(thread) << 32 | rank;
}

/// The journals of one rank, and what is written of them.
class RankTrace {
public:
  /// Opens `traceDir`/journal/<rank>.<thread> for each thread in `threads`.
  RankTrace(const std::string &traceDir, uint32_t rank, const std::vector<uint32_t> &threads);

  /// Null when the rank has no journal.
  const JournalHeader *header() const;
  const RankDefinitions &definitions() const { return definitions_; }
  /// Whether what the rank recorded agrees with its header on the number of ranks.
  bool confirmsWorldSize() const;

  /// Between OpenEvtFiles and CloseEvtFiles. `mapping` leads from definitions() to `unified`.
  bool writeEvents(OTF2_Archive *archive, const RunFacts &run, const Mapping &mapping,
                   DefinitionSet &unified);
  /// Between OpenDefFiles and CloseDefFiles: the clock offsets.
  bool writeLocalDefinitions(OTF2_Archive *archive);

  const RankSummary &summary() const { return summary_; }

private:
  void summarize(const std::vector<LocationEvents> &locations, const RunFacts &run,
                 const DefinitionSet &unified);

  std::vector<JournalReader> journals_;
  RankDefinitions definitions_;
  std::vector<ClockPoint> clock_;
  RankSummary summary_;
};

} // namespace fencepost::archive

#endif // FENCEPOST_RUNTIME_ARCHIVE_RANKTRACE_H
