//===- ThreadDefinitions.cpp - the paradigms of threads and their groups --===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/archive/ThreadDefinitions.h"

#include "runtime/archive/EventWriter.h"
#include "runtime/archive/ThreadEvents.h"

#include <map>

namespace fencepost::archive {

namespace {

class ThreadDefinitions {
public:
  ThreadDefinitions(OTF2_GlobalDefWriter *writer, const std::vector<RankSummary> &ranks,
                    const DefinitionSet &set, const WriteText &text)
      : writer_(writer), ranks_(ranks), set_(set), text_(text),
        nextGroup_(static_cast<OTF2_GroupRef>(kFirstGroup + set.groups.size())) {}

  bool write() {
    if (uses(OTF2_PARADIGM_OPENMP))
      teams();
    if (uses(OTF2_PARADIGM_PTHREAD))
      contingents();
    return written_;
  }

private:
  using Positions = std::map<OTF2_LocationRef, uint64_t>; // in the group of locations

  void check(OTF2_ErrorCode code) { written_ = written_ && code == OTF2_SUCCESS; }

  bool uses(OTF2_Paradigm paradigm) const {
    for (const RankSummary &rank : ranks_)
      if (rank.paradigms >> paradigm & 1)
        return true;
    return false;
  }

  void paradigm(OTF2_Paradigm id, std::string_view name, OTF2_ParadigmClass kind,
                std::string_view commName) {
    check(OTF2_GlobalDefWriter_WriteParadigm(writer_, id, text_(name), kind));
    OTF2_AttributeValue value;
    value.stringRef = text_(commName);
    check(OTF2_GlobalDefWriter_WriteParadigmProperty(
        writer_, id, OTF2_PARADIGM_PROPERTY_COMM_NAME_TEMPLATE, OTF2_TYPE_STRING, value));
  }

  OTF2_GroupRef group(OTF2_Paradigm paradigm, OTF2_GroupType type,
                      const std::vector<uint64_t> &members) {
    check(OTF2_GlobalDefWriter_WriteGroup(writer_, nextGroup_, text_(""), type, paradigm,
                                          OTF2_GROUP_FLAG_NONE,
                                          static_cast<uint32_t>(members.size()), members.data()));
    return nextGroup_++;
  }

  /// All threads of the ranks that use the paradigm.
  Positions locations(OTF2_Paradigm paradigm) {
    Positions positions;
    std::vector<uint64_t> members;
    for (const RankSummary &rank : ranks_)
      if (rank.paradigms >> paradigm & 1)
        for (const RankSummary::Thread &thread : rank.threads) {
          positions[locationId(rank.rank, thread.thread)] = members.size();
          members.push_back(locationId(rank.rank, thread.thread));
        }
    group(paradigm, OTF2_GROUP_TYPE_COMM_LOCATIONS, members);
    return positions;
  }

  void comm(OTF2_CommRef id, OTF2_GroupRef group) {
    check(OTF2_GlobalDefWriter_WriteComm(writer_, id, text_(""), group, OTF2_UNDEFINED_COMM,
                                         OTF2_COMM_FLAG_NONE));
  }

  void teams() {
    paradigm(OTF2_PARADIGM_OPENMP, "OpenMP", OTF2_PARADIGM_CLASS_THREAD_FORK_JOIN,
             "Thread team ${id}");
    const Positions positions = locations(OTF2_PARADIGM_OPENMP);
    for (uint32_t i = 0; i < set_.teams.size(); ++i) {
      const Ranks &team = set_.teams[i];
      std::vector<uint64_t> members;
      for (std::size_t thread = 1; thread < team.size(); ++thread)
        if (auto found = positions.find(locationId(team[0], team[thread]));
            found != positions.end())
          members.push_back(found->second);
      comm(teamId(set_, i), group(OTF2_PARADIGM_OPENMP, OTF2_GROUP_TYPE_COMM_GROUP, members));
    }
  }

  void contingents() {
    paradigm(OTF2_PARADIGM_PTHREAD, "pthread", OTF2_PARADIGM_CLASS_THREAD_CREATE_WAIT,
             "Thread contingent ${id}");
    const Positions positions = locations(OTF2_PARADIGM_PTHREAD);
    for (const RankSummary &rank : ranks_) {
      if (!(rank.paradigms >> OTF2_PARADIGM_PTHREAD & 1))
        continue;
      std::vector<uint64_t> members;
      for (const RankSummary::Thread &thread : rank.threads)
        members.push_back(positions.at(locationId(rank.rank, thread.thread)));
      comm(contingentId(set_, rank.rank),
           group(OTF2_PARADIGM_PTHREAD, OTF2_GROUP_TYPE_COMM_GROUP, members));
    }
  }

  OTF2_GlobalDefWriter *writer_;
  const std::vector<RankSummary> &ranks_;
  const DefinitionSet &set_;
  const WriteText &text_;
  OTF2_GroupRef nextGroup_;
  bool written_ = true;
};

} // namespace

bool writeThreadDefinitions(OTF2_GlobalDefWriter *writer, const std::vector<RankSummary> &ranks,
                            const DefinitionSet &set, const WriteText &text) {
  return ThreadDefinitions(writer, ranks, set, text).write();
}

} // namespace fencepost::archive
