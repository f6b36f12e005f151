//===- GlobalDefinitions.cpp - what one process writes for all ------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/archive/GlobalDefinitions.h"

#include "runtime/archive/Communicators.h"
#include "runtime/archive/EventWriter.h"
#include "runtime/archive/Regions.h"
#include "runtime/archive/ThreadDefinitions.h"

#include <algorithm>
#include <map>

namespace fencepost::archive {

namespace {

class GlobalDefinitions {
public:
  GlobalDefinitions(OTF2_GlobalDefWriter *writer, const RunFacts &run,
                    const std::vector<RankSummary> &ranks, DefinitionSet &unified)
      : writer_(writer), run_(run), ranks_(ranks), set_(unified) {}

  bool write() {
    clock();
    paradigm();
    locations();
    callPaths();
    groups();
    communicators();
    windows();
    written_ = writeThreadDefinitions(writer_, ranks_, set_,
                                      [this](std::string_view value) { return text(value); }) &&
               written_;
    attributes();
    check(OTF2_GlobalDefWriter_WriteParameter(writer_, kErrorParameter, text("fencepost::error"),
                                              OTF2_PARAMETER_TYPE_STRING));
    metrics();
    return written_;
  }

private:
  void check(OTF2_ErrorCode code) { written_ = written_ && code == OTF2_SUCCESS; }

  /// Writes the texts up to this one that have not been written.
  OTF2_StringRef text(uint32_t index) {
    for (; texts_ <= index; ++texts_)
      check(OTF2_GlobalDefWriter_WriteString(writer_, texts_, set_.strings[texts_].c_str()));
    return index;
  }
  OTF2_StringRef text(std::string_view value) { return text(set_.string(value)); }

  void clock() {
    uint64_t begin = UINT64_MAX;
    uint64_t end = 0;
    for (const RankSummary &rank : ranks_) {
      begin = std::min(begin, rank.begin);
      end = std::max(end, rank.end);
    }
    if (begin > end)
      begin = end = run_.reference.beginTicks;
    // The day's time of `begin`, from that of the reference's first instant.
    auto sinceOrigin = static_cast<int64_t>(begin - run_.reference.beginTicks);
    double nanos =
        1e9 * static_cast<double>(sinceOrigin) / static_cast<double>(run_.reference.ticksPerSecond);
    uint64_t date =
        run_.reference.beginUnixNano + static_cast<uint64_t>(static_cast<int64_t>(nanos));
    check(OTF2_GlobalDefWriter_WriteClockProperties(writer_, run_.reference.ticksPerSecond, begin,
                                                    end - begin, date));
  }

  void paradigm() {
    check(OTF2_GlobalDefWriter_WriteParadigm(writer_, OTF2_PARADIGM_MPI, text("MPI"),
                                             OTF2_PARADIGM_CLASS_PROCESS));
    auto nameTemplate = [this](OTF2_ParadigmProperty property, std::string_view value) {
      OTF2_AttributeValue string;
      string.stringRef = text(value);
      check(OTF2_GlobalDefWriter_WriteParadigmProperty(writer_, OTF2_PARADIGM_MPI, property,
                                                       OTF2_TYPE_STRING, string));
    };
    nameTemplate(OTF2_PARADIGM_PROPERTY_COMM_NAME_TEMPLATE, "Comm ${id}");
    nameTemplate(OTF2_PARADIGM_PROPERTY_RMA_WIN_NAME_TEMPLATE, "Win ${id}");
  }

  void locations() {
    constexpr OTF2_SystemTreeNodeRef kMachine = 0;
    check(OTF2_GlobalDefWriter_WriteSystemTreeNode(
        writer_, kMachine, text("Linux"), text("machine"), OTF2_UNDEFINED_SYSTEM_TREE_NODE));
    check(OTF2_GlobalDefWriter_WriteSystemTreeNodeDomain(writer_, kMachine,
                                                         OTF2_SYSTEM_TREE_DOMAIN_MACHINE));
    std::map<std::string_view, OTF2_SystemTreeNodeRef> nodes;
    nodes[""] = kMachine; // a rank of which nothing is known
    for (const RankSummary &rank : ranks_) {
      auto [node, isNew] = nodes.try_emplace(rank.host, nodes.size());
      if (isNew) {
        check(OTF2_GlobalDefWriter_WriteSystemTreeNode(writer_, node->second, text(rank.host),
                                                       text("node"), kMachine));
        check(OTF2_GlobalDefWriter_WriteSystemTreeNodeDomain(
            writer_, node->second, OTF2_SYSTEM_TREE_DOMAIN_SHARED_MEMORY));
      }
      check(OTF2_GlobalDefWriter_WriteLocationGroup(
          writer_, rank.rank, text("MPI Rank " + std::to_string(rank.rank)),
          OTF2_LOCATION_GROUP_TYPE_PROCESS, node->second, OTF2_UNDEFINED_LOCATION_GROUP));
    }
    for (const RankSummary &rank : ranks_)
      for (const RankSummary::Thread &thread : rank.threads)
        check(OTF2_GlobalDefWriter_WriteLocation(
            writer_, locationId(rank.rank, thread.thread),
            thread.thread == 0 ? text("Master thread")
                               : text("Thread " + std::to_string(thread.thread)),
            OTF2_LOCATION_TYPE_CPU_THREAD, thread.events, rank.rank));
  }

  void callPaths() {
    std::map<std::pair<uint32_t, uint32_t>, OTF2_RegionRef> regions;
    std::map<std::pair<uint32_t, uint32_t>, OTF2_SourceCodeLocationRef> lines;
    for (OTF2_CallingContextRef id = 0; id < set_.contexts.size(); ++id) {
      const Context context = set_.contexts[id];
      uint32_t file = context.isCall ? set_.string("MPI") : context.file;
      auto [region, isNewRegion] = regions.try_emplace({context.function, file}, regions.size());
      if (isNewRegion)
        writeRegion(region->second, context, file);
      OTF2_SourceCodeLocationRef line = OTF2_UNDEFINED_SOURCE_CODE_LOCATION;
      if (context.line) {
        auto [place, isNewLine] = lines.try_emplace({context.file, context.line}, lines.size());
        line = place->second;
        if (isNewLine)
          check(OTF2_GlobalDefWriter_WriteSourceCodeLocation(writer_, line, text(context.file),
                                                             context.line));
      }
      check(OTF2_GlobalDefWriter_WriteCallingContext(writer_, id, region->second, line,
                                                     context.parent));
      contextProperties(id, context);
    }
  }

  void writeRegion(OTF2_RegionRef id, const Context &context, uint32_t file) {
    std::string_view name = set_.strings[context.function];
    OTF2_StringRef nameText = text(context.function);
    check(OTF2_GlobalDefWriter_WriteRegion(
        writer_, id, nameText, nameText, text(0u),
        context.isCall ? regionRole(name) : OTF2_RegionRole{OTF2_REGION_ROLE_FUNCTION},
        context.isCall ? OTF2_PARADIGM_MPI : OTF2_PARADIGM_COMPILER, OTF2_REGION_FLAG_NONE,
        file ? text(file) : OTF2_UNDEFINED_STRING, 0, 0));
  }

  void contextProperties(OTF2_CallingContextRef id, const Context &context) {
    auto property = [&](std::string_view name, OTF2_Type type, OTF2_AttributeValue value) {
      check(OTF2_GlobalDefWriter_WriteCallingContextProperty(writer_, id, text(name), type, value));
    };
    OTF2_AttributeValue value;
    if (context.column) {
      value.uint32 = context.column;
      property("column", OTF2_TYPE_UINT32, value);
    }
    const std::pair<const char *, uint32_t> texts[] = {{"window", context.window},
                                                       {"expression", context.expression},
                                                       {"directory", context.directory},
                                                       {"call", context.call}};
    for (auto [name, index] : texts) {
      if (index == 0)
        continue;
      value.stringRef = text(index);
      property(name, OTF2_TYPE_STRING, value);
    }
  }

  void group(OTF2_GroupRef id, OTF2_GroupType type, const std::vector<uint64_t> &members) {
    check(OTF2_GlobalDefWriter_WriteGroup(writer_, id, text(0u), type, OTF2_PARADIGM_MPI,
                                          OTF2_GROUP_FLAG_NONE,
                                          static_cast<uint32_t>(members.size()), members.data()));
  }

  void groups() {
    commGroups_.reserve(set_.comms.size());
    std::vector<bool> recorded;
    for (const RankSummary &rank : ranks_)
      recorded.push_back(!rank.host.empty());
    for (CommGroups &groups : assembleCommunicators(set_, recorded)) {
      auto &refs = commGroups_.emplace_back();
      for (std::size_t side = 0; side < groups.size(); ++side)
        refs[side] =
            groups[side].empty() ? kSelfGroup : kFirstGroup + set_.group(std::move(groups[side]));
    }
    std::vector<uint64_t> members;
    for (const RankSummary &rank : ranks_)
      members.push_back(locationId(rank.rank, 0));
    group(kLocationsGroup, OTF2_GROUP_TYPE_COMM_LOCATIONS, members);
    group(kSelfGroup, OTF2_GROUP_TYPE_COMM_SELF, {});
    for (OTF2_GroupRef i = 0; i < set_.groups.size(); ++i) {
      members.assign(set_.groups[i].begin(), set_.groups[i].end());
      group(kFirstGroup + i, OTF2_GROUP_TYPE_COMM_GROUP, members);
    }
  }

  void communicators() {
    for (OTF2_CommRef id = 0; id < set_.comms.size(); ++id) {
      const Comm &comm = set_.comms[id];
      std::string_view known = comm.key == kWorldKey  ? "MPI_COMM_WORLD"
                               : comm.key == kSelfKey ? "MPI_COMM_SELF"
                                                      : "";
      OTF2_StringRef name = comm.name ? text(comm.name) : text(known);
      OTF2_CommFlag flags =
          comm.hasEvents ? OTF2_COMM_FLAG_CREATE_DESTROY_EVENTS : OTF2_COMM_FLAG_NONE;
      auto [group, otherGroup] = commGroups_[id];
      check(comm.isInter()
                ? OTF2_GlobalDefWriter_WriteInterComm(writer_, id, name, group, otherGroup,
                                                      comm.parent, flags)
                : OTF2_GlobalDefWriter_WriteComm(writer_, id, name, group, comm.parent, flags));
    }
  }

  void windows() {
    for (OTF2_RmaWinRef id = 0; id < set_.windows.size(); ++id) {
      const Window &window = set_.windows[id];
      check(OTF2_GlobalDefWriter_WriteRmaWin(
          writer_, id, text(window.name), window.comm,
          window.hasEvents ? OTF2_RMA_WIN_FLAG_CREATE_DESTROY_EVENTS : OTF2_RMA_WIN_FLAG_NONE));
    }
  }

  void attributes() {
    OTF2_AttributeRef id = 0;
#define ATTRIBUTE(enumerator, name, type, description)                                             \
  check(OTF2_GlobalDefWriter_WriteAttribute(writer_, id++, text(name), text(description),          \
                                            OTF2_TYPE_##type));
#include "runtime/archive/attributes.def"
  }

  void metrics() {
    OTF2_MetricMemberRef next = 0;
    std::vector<OTF2_MetricMemberRef> members;
    auto member = [&](std::string_view name, std::string_view description) {
      OTF2_MetricMemberRef id = next++;
      members.push_back(id);
      check(OTF2_GlobalDefWriter_WriteMetricMember(
          writer_, id, text(name), text(description), OTF2_METRIC_TYPE_USER,
          OTF2_METRIC_ABSOLUTE_POINT, OTF2_TYPE_UINT64, OTF2_BASE_DECIMAL, 0, text("#")));
    };
    auto endClass = [&](OTF2_MetricRef id) {
      check(OTF2_GlobalDefWriter_WriteMetricClass(writer_, id, static_cast<uint8_t>(members.size()),
                                                  members.data(), OTF2_METRIC_ASYNCHRONOUS,
                                                  OTF2_RECORDER_KIND_CPU));
      members.clear();
    };
#define RANGE_MEMBER(name, description) member("fencepost::range::" name, description);
#include "runtime/archive/attributes.def"
    endClass(kRangeMetric);
#define SYNC_MEMBER(name, description) member("fencepost::sync::" name, description);
#include "runtime/archive/attributes.def"
    endClass(kSyncMetric);
  }

  OTF2_GlobalDefWriter *writer_;
  const RunFacts &run_;
  const std::vector<RankSummary> &ranks_;
  DefinitionSet &set_;
  std::vector<std::array<OTF2_GroupRef, 2>> commGroups_; // as CommGroups
  OTF2_StringRef texts_ = 0;                             // written so far
  bool written_ = true;
};

} // namespace

bool writeGlobalDefinitions(OTF2_Archive *archive, const RunFacts &run,
                            const std::vector<RankSummary> &ranks, DefinitionSet &unified) {
  OTF2_GlobalDefWriter *writer = OTF2_Archive_GetGlobalDefWriter(archive);
  return writer && GlobalDefinitions(writer, run, ranks, unified).write() &&
         OTF2_Archive_CloseGlobalDefWriter(archive, writer) == OTF2_SUCCESS;
}

} // namespace fencepost::archive
