//===- Complete.cpp - fencepost-complete, the archive of a run that died --===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One process does for all ranks what they would have done together in
// MPI_Finalize. The archive is made in a directory of its own and moved into
// place when it is whole, and only then are the journals removed: it can be
// interrupted at any time and started again.
//
//===----------------------------------------------------------------------===//

#include "runtime/archive/GlobalDefinitions.h"
#include "runtime/archive/JournalDirectory.h"
#include "runtime/archive/Otf2Archive.h"
#include "runtime/archive/Otf2Errors.h"

#include <CLI/CLI.hpp>

#include <cstdio>
#include <filesystem>
#include <set>

namespace fencepost::archive {

namespace {

constexpr int kUsageError = 2;
constexpr int kCannotWrite = 3; // with another directory it may work
constexpr uint32_t kMostUnconfirmedRanks = 4096;

using JournalList = std::map<uint32_t, std::vector<uint32_t>>;

class Completion {
public:
  Completion(std::string traceDir, const std::string &into, JournalList journals)
      : traceDir_(std::move(traceDir)), archiveDir_(into.empty() ? traceDir_ : into),
        workDir_(archiveDir_ + "/.completing"), journals_(std::move(journals)) {}

  struct Failure {
    int status = 0; // of the program; 0: none
    std::string what;
  };

  Failure run() {
    if (std::string failure = unify(); !failure.empty())
      return {kUsageError, failure};
    std::error_code error;
    std::filesystem::remove_all(workDir_, error);
    std::filesystem::create_directory(workDir_, error);
    if (error)
      return {kCannotWrite, "cannot create " + workDir_ + ": " + error.message()};
    if (!writeFiles()) {
      std::filesystem::remove_all(workDir_, error);
      return {kCannotWrite,
              "cannot write the archive: " +
                  (errors_.first().empty() ? "out of space or memory" : errors_.first())};
    }
    removeArchive(archiveDir_);
    if (!moveArchive(workDir_, archiveDir_))
      return {kCannotWrite,
              "cannot move the archive into place: " + std::string(std::strerror(errno))};
    if (archiveDir_ == traceDir_)
      removeSources();
    std::filesystem::remove_all(workDir_, error);
    return {};
  }

private:
  void removeSources() const {
    for (const auto &[rank, threads] : journals_)
      removeJournals(traceDir_, rank, threads);
    removeJournalDirectory(traceDir_);
  }

  RankTrace open(uint32_t rank) const {
    auto threads = journals_.find(rank);
    return {traceDir_, rank,
            threads == journals_.end() || foreign_.contains(rank) ? std::vector<uint32_t>()
                                                                  : threads->second};
  }

  std::string unify() {
    std::string why;
    if (!chooseWorldSize(why))
      return "no journal in " + traceDir_ + "/journal can be read: " + why;
    bool found = false;
    for (const auto &[rank, threads] : journals_) {
      RankTrace trace = open(rank);
      if (!trace.header())
        continue;
      if (trace.header()->worldSize != run_.worldSize) {
        foreign_.insert(rank);
        continue;
      }
      if (!found)
        run_ = RunFacts(*trace.header());
      found = true;
      unified_.merge(trace.definitions().set);
    }
    return "";
  }

  /// The size most ranks agree on. A damaged header must not make a run of millions.
  bool chooseWorldSize(std::string &why) {
    struct Votes {
      uint32_t count = 0;
      bool confirmed = false;
    };
    std::map<uint32_t, Votes> sizes;
    for (const auto &[rank, threads] : journals_) {
      RankTrace trace = open(rank);
      if (!trace.header()) {
        why = trace.summary().lost;
        continue;
      }
      Votes &votes = sizes[trace.header()->worldSize];
      ++votes.count;
      votes.confirmed |= trace.confirmsWorldSize();
    }
    std::erase_if(sizes, [&](const auto &size) {
      bool unbelievable = !size.second.confirmed && size.first > kMostUnconfirmedRanks;
      if (unbelievable)
        why = "a damaged journal header";
      return unbelievable;
    });
    auto most = std::ranges::max_element(sizes, {}, [](const auto &size) {
      return std::pair(size.second.confirmed, size.second.count);
    });
    if (most != sizes.end())
      run_.worldSize = most->first;
    return most != sizes.end();
  }

  bool writeFiles() {
    OTF2_Archive *archive = openArchive(workDir_, run_.worldSize);
    if (!archive)
      return false;
    bool written = OTF2_Archive_SetSerialCollectiveCallbacks(archive) == OTF2_SUCCESS &&
                   OTF2_Archive_OpenEvtFiles(archive) == OTF2_SUCCESS &&
                   OTF2_Archive_OpenDefFiles(archive) == OTF2_SUCCESS;
    std::vector<RankSummary> ranks;
    for (uint32_t rank = 0; rank < run_.worldSize && written; ++rank) {
      RankTrace trace = open(rank);
      Mapping mapping = unified_.merge(trace.definitions().set);
      written = trace.writeEvents(archive, run_, mapping, unified_) &&
                trace.writeLocalDefinitions(archive);
      ranks.push_back(trace.summary());
    }
    constexpr bool kFinalized = false;
    written = written && OTF2_Archive_CloseEvtFiles(archive) == OTF2_SUCCESS &&
              OTF2_Archive_CloseDefFiles(archive) == OTF2_SUCCESS &&
              writeGlobalDefinitions(archive, run_, ranks, unified_) &&
              setProperties(archive, run_, ranks, kFinalized);
    return closeArchive(archive, workDir_, true) && written && errors_.first().empty();
  }

  std::string traceDir_;
  std::string archiveDir_;
  std::string workDir_; // in archiveDir_
  JournalList journals_;
  std::set<uint32_t> foreign_; // ranks whose journals are not of this run
  Otf2Errors errors_;
  RunFacts run_;
  DefinitionSet unified_;
};

int complain(const std::string &what, int status = kUsageError) {
  std::fprintf(stderr, "fencepost-complete: %s\n", what.c_str());
  return status;
}

int complete(std::string traceDir, const std::string &into) {
  while (traceDir.size() > 1 && traceDir.back() == '/')
    traceDir.pop_back();
  std::error_code error;
  if (!std::filesystem::is_directory(traceDir, error))
    return complain(traceDir + ": " + (error ? error.message() : "not a directory") +
                    "; give the directory that the run made (trace=DIR)");
  JournalList journals = listJournals(traceDir);
  if (journals.empty()) {
    removeJournalDirectory(traceDir);
    if (std::filesystem::exists(traceDir + "/traces.otf2", error))
      return 0; // complete already
    return complain(traceDir + ": nothing to complete: it holds no journals of a run; give the "
                               "directory that the run made (trace=DIR)");
  }
  auto [status, what] = Completion(traceDir, into, std::move(journals)).run();
  return status == 0 ? 0 : complain(traceDir + ": " + what, status);
}

} // namespace

} // namespace fencepost::archive

int main(int argc, char **argv) {
  CLI::App app("Completes the trace of a run that ended without MPI_Finalize: turns the journals "
               "in DIR into an OTF2 archive.",
               "fencepost-complete");
  std::string traceDir, into;
  app.add_option("DIR", traceDir, "the directory that the run made")->required();
  app.add_option("--into", into, "write the archive into this directory and keep the journals")
      ->check(CLI::ExistingDirectory);
  app.set_version_flag("--version", "fencepost-complete " FENCEPOST_VERSION);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError &error) {
    return app.exit(error) == 0 ? 0 : fencepost::archive::kUsageError;
  }
  return fencepost::archive::complete(traceDir, into);
}
