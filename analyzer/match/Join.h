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
#include "analyzer/match/Key.h"

#include <algorithm>
#include <span>
#include <tuple>

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
    std::size_t owner = outgoing.size() == 1 ? 0 : placeOf(key) % outgoing.size();
    outgoing[owner].push_back({key, payload});
    order.push_back(static_cast<uint32_t>(owner));
  }

  /// Records added here so far.
  std::size_t size() const { return order.size(); }

  /// Calls visit(std::span<const Joined<Payload>>) at the owner of each key with all records of it.
  /// Records of one key stand in the order of the processes that sent them and, from one process,
  /// in that of their adding. Collective.
  template <typename Visit> void run(Visit visit) {
    Records records = meet();
    std::vector<Joined<Payload>> instance;
    forEachInstance(records, [&](std::span<const Place> places) {
      fill(records, places, instance);
      visit(std::span<const Joined<Payload>>(instance));
    });
  }

  /// As run, with visit(records, std::span<Answer>): it fills one answer for each record. Returns
  /// the answers to this process's records in the order of adding. Collective.
  template <typename Answer, typename Visit> std::vector<Answer> ask(Visit visit) {
    std::vector<uint32_t> ownerOf = std::move(order);
    Records records = meet();
    std::vector<Answer> answers(records.all.size()), filled;
    std::vector<Joined<Payload>> instance;
    forEachInstance(records, [&](std::span<const Place> places) {
      fill(records, places, instance);
      filled.assign(places.size(), Answer{});
      visit(std::span<const Joined<Payload>>(instance), std::span<Answer>(filled));
      for (std::size_t i = 0; i < places.size(); ++i)
        answers[places[i].index] = filled[i];
    });
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

  /// Where a record belongs: by place and sequence, then as it arrived.
  struct Place {
    uint64_t place;
    uint32_t sequence;
    uint32_t index;
    auto instance() const { return std::tie(place, sequence); }
    bool operator<(const Place &other) const {
      return std::tie(place, sequence, index) < std::tie(other.place, other.sequence, other.index);
    }
  };

  static uint64_t placeOf(Key key) {
    key.sequence /= 64;
    return hashKey(key);
  }

  Records meet() {
    Records records;
    std::vector<std::vector<Joined<Payload>>> incoming = allToAll(comm, std::move(outgoing));
    outgoing.assign(incoming.size(), {});
    order.clear();
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

  static void fill(const Records &records, std::span<const Place> places,
                   std::vector<Joined<Payload>> &instance) {
    instance.clear();
    for (const Place &place : places)
      instance.push_back(records.all[place.index]);
  }

  template <typename Visit> static void forEachInstance(const Records &records, Visit visit) {
    std::vector<Place> places;
    places.reserve(records.all.size());
    for (uint32_t i = 0; i < records.all.size(); ++i)
      places.push_back({placeOf(records.all[i].key), records.all[i].key.sequence, i});
    std::sort(places.begin(), places.end());
    auto key = [&](const Place &place) -> const Key & { return records.all[place.index].key; };
    for (auto begin = places.begin(); begin != places.end();) {
      bool same = true;
      auto end = begin;
      for (; end != places.end() && end->instance() == begin->instance(); ++end)
        same = same && key(*end) == key(*begin);
      if (!same) // different keys of one hash
        std::sort(begin, end, [&](const Place &a, const Place &b) {
          return std::tie(key(a), a.index) < std::tie(key(b), b.index);
        });
      while (begin != end) {
        auto next = begin;
        while (next != end && key(*next) == key(*begin))
          ++next;
        visit(std::span<const Place>(begin, next));
        begin = next;
      }
    }
  }

  MPI_Comm comm;
  std::vector<std::vector<Joined<Payload>>> outgoing; // to each owner
  std::vector<uint32_t> order;                        // owner of each record, as added
};

} // namespace fencepost::analyzer

#endif // FENCEPOST_ANALYZER_MATCH_JOIN_H
