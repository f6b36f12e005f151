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
// Instances that follow one another have the same owner for a while, so that
// an owner finds their records side by side in memory.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_MATCH_JOIN_H
#define FENCEPOST_ANALYZER_MATCH_JOIN_H

#include "analyzer/match/Exchange.h"
#include "analyzer/match/Instances.h"

#include <span>

namespace fencepost::analyzer {

template <typename Payload> struct Joined {
  Key key;
  Payload payload;
};

/// Where the answers to the records of one instance go; empty ones so far.
template <typename Answer> class Answers {
public:
  Answers(std::vector<Answer> &all, std::span<const uint32_t> indices)
      : all(all), indices(indices) {}

  std::size_t size() const { return indices.size(); }
  /// The one to the instance's record of that number.
  Answer &operator[](std::size_t record) const { return all[indices[record]]; }

private:
  std::vector<Answer> &all;
  std::span<const uint32_t> indices;
};

template <typename Payload> class Join {
public:
  explicit Join(MPI_Comm comm) : comm(comm) {
    int processes;
    MPI_Comm_size(comm, &processes);
    outgoing.resize(processes);
  }

  void add(const Key &key, const Payload &payload) {
    std::size_t owner = outgoing.size() == 1 ? 0 : hashKey(runOf(key)) % outgoing.size();
    outgoing[owner].push_back({key, payload});
    ++added;
    if (outgoing.size() > 1)
      order.push_back(static_cast<uint32_t>(owner));
  }

  /// Records added here so far.
  std::size_t size() const { return added; }

  /// Calls visit(std::span<const Joined<Payload>>) at the owner of each key with all records of it.
  /// Records of one key stand in the order of the processes that sent them and, from one process,
  /// in that of their adding. Collective.
  template <typename Visit> void run(Visit visit) {
    Records records = meet();
    visitEach(records, [&](std::span<const Joined<Payload>> instance, std::span<const uint32_t>) {
      visit(instance);
    });
  }

  /// As run, with visit(records, Answers<Answer>): it fills one answer for each record. Returns the
  /// answers to this process's records in the order of adding. Collective.
  template <typename Answer, typename Visit> std::vector<Answer> ask(Visit visit) {
    std::vector<uint32_t> ownerOf = std::move(order);
    Records records = meet();
    std::vector<Answer> answers(records.all.size());
    visitEach(records,
              [&](std::span<const Joined<Payload>> instance, std::span<const uint32_t> indices) {
                visit(instance, Answers<Answer>(answers, indices));
              });
    if (records.starts.size() == 2) // one process: they are in the order of adding
      return answers;
    std::vector<std::vector<Answer>> back;
    for (std::size_t p = 0; p + 1 < records.starts.size(); ++p)
      back.emplace_back(answers.begin() + records.starts[p],
                        answers.begin() + records.starts[p + 1]);
    std::vector<Answer>().swap(answers);
    std::vector<std::vector<Answer>> received = allToAll(comm, std::move(back));
    std::vector<std::size_t> next(received.size(), 0);
    std::vector<Answer> mine;
    mine.reserve(ownerOf.size());
    for (uint32_t owner : ownerOf)
      mine.push_back(received[owner][next[owner]++]);
    return mine;
  }

private:
  struct Records {
    std::vector<Joined<Payload>> all; // by sending process
    std::vector<std::size_t> starts;  // of each process's records, and the end
  };

  Records meet() {
    Records records;
    std::vector<std::vector<Joined<Payload>>> incoming = allToAll(comm, std::move(outgoing));
    outgoing.assign(incoming.size(), {});
    order.clear();
    added = 0;
    records.starts.push_back(0);
    for (const auto &received : incoming)
      records.starts.push_back(records.starts.back() + received.size());
    records.all = std::move(incoming.front());
    records.all.reserve(records.starts.back());
    for (std::size_t p = 1; p < incoming.size(); ++p) {
      records.all.insert(records.all.end(), incoming[p].begin(), incoming[p].end());
      std::vector<Joined<Payload>>().swap(incoming[p]);
    }
    return records;
  }

  /// Calls visit(instance's records, their indices) for each instance.
  template <typename Visit> static void visitEach(const Records &records, Visit visit) {
    std::vector<Joined<Payload>> instance;
    auto keyOf = [&](uint32_t index) -> const Key & { return records.all[index].key; };
    forEachInstance(records.all.size(), keyOf, [&](std::span<const uint32_t> indices) {
      instance.clear();
      for (uint32_t index : indices)
        instance.push_back(records.all[index]);
      visit(std::span<const Joined<Payload>>(instance), indices);
    });
  }

  MPI_Comm comm;
  std::vector<std::vector<Joined<Payload>>> outgoing; // to each owner
  std::vector<uint32_t> order; // owner of each record, as added, if there are several
  std::size_t added = 0;
};

} // namespace fencepost::analyzer

#endif // FENCEPOST_ANALYZER_MATCH_JOIN_H
