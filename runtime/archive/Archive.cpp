//===- Archive.cpp - the collective end of a run --------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/archive/Archive.h"

#include "runtime/archive/Exchange.h"
#include "runtime/archive/GlobalDefinitions.h"
#include "runtime/archive/JournalDirectory.h"
#include "runtime/archive/Otf2Archive.h"
#include "runtime/archive/Otf2Errors.h"

#include <cstdio>

// The collectives that come with OTF2 are a header; it must not call the functions we wrap.
#define OTF2_MPI_USE_PMPI
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#include <otf2/OTF2_MPI_Collectives.h>
#pragma GCC diagnostic pop

namespace fencepost::archive {

namespace {

class Writer {
public:
  Writer(const char *traceDir, MPI_Comm comm)
      : traceDir_(traceDir), exchange_(comm), threads_(listJournals(traceDir_, exchange_.rank())),
        trace_(traceDir_, exchange_.rank(), threads_) {}

  bool write() {
    if (!shareFacts() || !unify())
      return false;
    if (!writeFiles()) {
      exchange_.barrier();
      if (exchange_.rank() == 0)
        removeArchive(traceDir_); // no half archive, and room for the next attempt
      return false;
    }
    removeJournals(traceDir_, exchange_.rank(), threads_);
    exchange_.barrier();
    if (exchange_.rank() == 0)
      removeJournalDirectory(traceDir_);
    return true;
  }

private:
  /// False on all ranks when it is false on any; one of these says why.
  bool allSucceeded(bool mine, const char *what) {
    int failed = exchange_.firstFailure(mine);
    if (failed == static_cast<int>(exchange_.rank())) {
      const std::string &reason = errors_.first();
      std::fprintf(stderr,
                   "fencepost: cannot write the trace in %s: %s (rank %d); the recording is kept "
                   "there, 'fencepost analyze %s' completes it\n",
                   traceDir_.c_str(), reason.empty() ? what : reason.c_str(), failed,
                   traceDir_.c_str());
    }
    return failed < 0;
  }

  /// The facts of the lowest rank that has a journal hold for all.
  bool shareFacts() {
    const JournalHeader *header = trace_.header();
    int source = exchange_.firstRank(header != nullptr);
    if (source < 0)
      return allSucceeded(false, "no rank left a readable journal");
    ByteWriter bytes;
    if (static_cast<int>(exchange_.rank()) == source)
      RunFacts(*header).write(bytes);
    exchange_.broadcast(bytes.bytes, source);
    ByteReader reader(bytes.bytes);
    bool sane = run_.read(reader) && run_.worldSize == exchange_.size() &&
                (!header || header->worldSize == run_.worldSize);
    return allSucceeded(sane, "the journals are of another run");
  }

  /// Rank 0 gets the definitions of all ranks, each rank what it needs to translate its ids.
  /// Merging up a binomial tree in the order of ranks keeps the order of first use.
  bool unify() {
    unified_.merge(trace_.definitions().set);
    bool understood = exchange_.reduceToRank0(
        [this] {
          ByteWriter bytes;
          unified_.write(bytes, DefinitionSet::Members::With);
          return std::move(bytes.bytes);
        },
        [this](const std::string &received) {
          DefinitionSet theirs;
          ByteReader reader(received);
          bool whole = theirs.read(reader);
          if (whole)
            unified_.merge(theirs);
          return whole;
        });
    ByteWriter ids;
    if (exchange_.rank() == 0)
      unified_.write(ids, DefinitionSet::Members::Without);
    exchange_.broadcast(ids.bytes, 0);
    if (exchange_.rank() != 0) {
      ByteReader reader(ids.bytes);
      understood = whole_.read(reader) && understood;
    }
    return allSucceeded(understood, "definitions of another version of Fencepost");
  }

  bool writeFiles() {
    if (exchange_.rank() == 0)
      removeArchive(traceDir_);
    exchange_.barrier();
    OTF2_Archive *archive = openArchive(traceDir_, run_.worldSize);
    if (!allSucceeded(archive != nullptr, "the archive cannot be created"))
      return false;
    bool collective = OTF2_MPI_Archive_SetCollectiveCallbacks(archive, exchange_.comm(),
                                                              MPI_COMM_NULL) == OTF2_SUCCESS;
    if (!allSucceeded(collective, "the archive cannot be created"))
      return false;
    bool written = writeEvents(archive);
    bool defined = writeDefinitions(archive);
    bool closed = closeArchive(archive, traceDir_, exchange_.rank() == 0);
    return allSucceeded(written && defined && closed && errors_.first().empty(),
                        "the archive cannot be written");
  }

  bool writeEvents(OTF2_Archive *archive) {
    DefinitionSet &ids = exchange_.rank() == 0 ? unified_ : whole_;
    bool written = OTF2_Archive_OpenEvtFiles(archive) == OTF2_SUCCESS;
    Mapping mapping = ids.merge(trace_.definitions().set);
    written = trace_.writeEvents(archive, run_, mapping, ids) && written;
    return OTF2_Archive_CloseEvtFiles(archive) == OTF2_SUCCESS && written;
  }

  bool writeDefinitions(OTF2_Archive *archive) {
    bool written = OTF2_Archive_OpenDefFiles(archive) == OTF2_SUCCESS;
    written = trace_.writeLocalDefinitions(archive) && written;
    written = OTF2_Archive_CloseDefFiles(archive) == OTF2_SUCCESS && written;

    ByteWriter mine;
    trace_.summary().write(mine);
    std::vector<std::string> all = exchange_.gatherToRank0(mine.bytes);
    if (exchange_.rank() != 0)
      return written;
    std::vector<RankSummary> ranks(all.size());
    for (std::size_t i = 0; i < all.size(); ++i) {
      ByteReader reader(all[i]);
      written = ranks[i].read(reader) && written;
    }
    constexpr bool kFinalized = true;
    return writeGlobalDefinitions(archive, run_, ranks, unified_) &&
           setProperties(archive, run_, ranks, kFinalized) && written;
  }

  std::string traceDir_;
  Otf2Errors errors_;
  Exchange exchange_;
  std::vector<uint32_t> threads_;
  RankTrace trace_;
  RunFacts run_;
  DefinitionSet unified_; // of this rank's subtree; at rank 0 of all
  DefinitionSet whole_;   // elsewhere: of all, without members
};

} // namespace

bool writeArchive(const char *traceDir, MPI_Comm world) { return Writer(traceDir, world).write(); }

} // namespace fencepost::archive
