//===- Join.h - brings the participants of an instance together ----------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each participant adds a record under its key; the records of one key meet at
// the key's owner, whichever ranks and processes they come from, in one
// batched all-to-all. Nobody waits for a partner: an instance is whatever has
// arrived, complete or not, and what is missing is for the callback to see.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_MATCH_JOIN_H
#define FENCEPOST_ANALYZER_MATCH_JOIN_H

#include "analyzer/match/Exchange.h"
#include "analyzer/match/Key.h"

#include <algorithm>
#include <numeric>
#include <span>

namespace fencepost::analyzer {

template <typename Payload> struct Joined {
  Key key;
  Payload payload;
};

template <typename Payload> class Join {
public:
  explicit Join(MPI_Comm comm) : comm(comm) {
    int processes;
    MPI_Comm_size(comm, &processes);
    outgoing.resize(processes);
  }

  void add(const Key &key, const Payload &payload) {
    std::size_t owner = hashKey(key) % outgoing.size();
    outgoing[owner].push_back({key, payload});
    order.push_back(static_cast<uint32_t>(owner));
  }

  /// Records added here so far.
  std::size_t size() const { return order.size(); }

  /// Calls visit(std::span<const Joined<Payload>>) at the owner of each key with all records of it,
  /// keys in order. Records of one key stand in the order of the processes that sent them and, from
  /// one process, in that of their adding. Collective.
  template <typename Visit> void run(Visit visit) {
    std::vector<Joined<Payload>> records;
    std::vector<uint32_t> sorted = meet(records, nullptr);
    std::vector<Joined<Payload>> instance;
    forEachInstance(records, sorted, [&](std::size_t begin, std::size_t end) {
      instance.clear();
      for (std::size_t i = begin; i < end; ++i)
        instance.push_back(records[sorted[i]]);
      visit(std::span<const Joined<Payload>>(instance));
    });
  }

  /// As run, with visit(records, std::span<Answer>): it fills one answer for each record. Returns
  /// the answers to this process's records in the order of adding. Collective.
  template <typename Answer, typename Visit> std::vector<Answer> ask(Visit visit) {
    std::vector<uint32_t> ownerOf = order;
    std::vector<Joined<Payload>> records;
    std::vector<std::size_t> starts;
    std::vector<uint32_t> sorted = meet(records, &starts);
    std::vector<Answer> answers(records.size());
    std::vector<Joined<Payload>> instance;
    std::vector<Answer> filled;
    forEachInstance(records, sorted, [&](std::size_t begin, std::size_t end) {
      instance.clear();
      for (std::size_t i = begin; i < end; ++i)
        instance.push_back(records[sorted[i]]);
      filled.assign(end - begin, Answer{});
      visit(std::span<const Joined<Payload>>(instance), std::span<Answer>(filled));
      for (std::size_t i = begin; i < end; ++i)
        answers[sorted[i]] = filled[i - begin];
    });
    std::vector<std::vector<Answer>> back(starts.size() - 1);
    for (std::size_t p = 0; p + 1 < starts.size(); ++p)
      back[p].assign(answers.begin() + starts[p], answers.begin() + starts[p + 1]);
    answers.clear();
    std::vector<std::vector<Answer>> received = allToAll(comm, back);
    std::vector<std::size_t> next(received.size(), 0);
    std::vector<Answer> mine;
    mine.reserve(ownerOf.size());
    for (uint32_t owner : ownerOf)
      mine.push_back(received[owner][next[owner]++]);
    return mine;
  }

private:
  /// Exchanges; returns the received records' indices, sorted by key. `starts`: where the records
  /// of each process begin, and the end.
  std::vector<uint32_t> meet(std::vector<Joined<Payload>> &records,
                             std::vector<std::size_t> *starts) {
    std::vector<std::vector<Joined<Payload>>> incoming = allToAll(comm, outgoing);
    for (auto &sent : outgoing)
      std::vector<Joined<Payload>>().swap(sent);
    order.clear();
    std::size_t total = 0;
    for (const auto &received : incoming)
      total += received.size();
    records.reserve(total);
    for (auto &received : incoming) {
      if (starts)
        starts->push_back(records.size());
      records.insert(records.end(), received.begin(), received.end());
      std::vector<Joined<Payload>>().swap(received);
    }
    if (starts)
      starts->push_back(records.size());
    std::vector<uint32_t> sorted(records.size());
    std::iota(sorted.begin(), sorted.end(), 0u);
    std::sort(sorted.begin(), sorted.end(), [&](uint32_t a, uint32_t b) {
      auto byKey = records[a].key <=> records[b].key;
      return byKey < 0 || (byKey == 0 && a < b);
    });
    return sorted;
  }

  template <typename Visit>
  static void forEachInstance(const std::vector<Joined<Payload>> &records,
                              const std::vector<uint32_t> &sorted, Visit visit) {
    for (std::size_t begin = 0; begin < sorted.size();) {
      std::size_t end = begin + 1;
      while (end < sorted.size() && records[sorted[end]].key == records[sorted[begin]].key)
        ++end;
      visit(begin, end);
      begin = end;
    }
  }

  MPI_Comm comm;
  std::vector<std::vector<Joined<Payload>>> outgoing; // to each owner
  std::vector<uint32_t> order;                        // owner of each record, as added
};

} // namespace fencepost::analyzer

#endif // FENCEPOST_ANALYZER_MATCH_JOIN_H
