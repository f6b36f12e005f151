//===- ReadDefinitions.cpp - the global definitions of an archive --------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Definitions refer to strings, groups and one another in any order, so what
// OTF2 hands over is kept as it is and resolved at the end.
//
//===----------------------------------------------------------------------===//

#include "analyzer/trace/ReadDefinitions.h"

#include "analyzer/trace/Reader.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>

namespace fencepost::analyzer {

namespace {

constexpr std::array<std::string_view, 31> kFactNames = {
    "site",    "window",       "target",     "base",         "size",        "disp_unit",
    "flavor",  "model",        "info",       "displacement", "op",          "type",
    "operand", "compare",      "result",     "request",      "synchronous", "assert",
    "sources", "destinations", "persistent", "releases",     "acquires",    "comm",
    "source",  "tag",          "other",      "begin",        "end",         "limit",
    "detail"};

struct RawGroup {
  OTF2_GroupType type;
  bool mpi;
  std::vector<uint64_t> members;
};

/// Definitions as OTF2 gave them: names are String ids.
struct Raw {
  Definitions &to;
  std::unordered_map<uint32_t, std::pair<uint32_t, uint32_t>> sourceLocations; // file, line
  std::unordered_map<uint32_t, std::pair<uint32_t, uint32_t>> nodes;           // name, parent
  std::unordered_map<uint32_t, uint32_t> locationGroups;                       // system tree node
  std::vector<std::tuple<uint64_t, uint32_t, uint64_t>> locations;             // id, group, events
  std::unordered_map<uint32_t, RawGroup> groups;
  struct RawRegion {
    uint32_t id, name, file, line;
    bool mpi;
  };
  std::vector<RawRegion> regions;
  struct RawContext {
    uint32_t id, region, sourceLocation, parent;
  };
  std::vector<RawContext> contexts;
  struct RawProperty {
    uint32_t context, name;
    OTF2_Type type;
    OTF2_AttributeValue value;
  };
  std::vector<RawProperty> properties;
  std::vector<std::array<uint32_t, 3>> comms;         // id, name, group
  std::vector<std::array<uint32_t, 4>> interComms;    // id, name, both groups
  std::vector<std::array<uint32_t, 3>> windows;       // id, name, comm
  std::vector<std::array<uint32_t, 2>> attributes;    // id, name
  std::unordered_map<uint32_t, uint32_t> members;     // metric member -> name
  std::vector<std::pair<uint32_t, uint32_t>> metrics; // class -> first member
  std::vector<std::array<uint32_t, 2>> parameters;    // id, name
};

Raw &raw(void *data) { return *static_cast<Raw *>(data); }

using Callbacks =
    std::unique_ptr<OTF2_GlobalDefReaderCallbacks, decltype(&OTF2_GlobalDefReaderCallbacks_Delete)>;

Callbacks makeCallbacks() {
  Callbacks callbacks(OTF2_GlobalDefReaderCallbacks_New(), OTF2_GlobalDefReaderCallbacks_Delete);
  OTF2_GlobalDefReaderCallbacks *to = callbacks.get();
  OTF2_GlobalDefReaderCallbacks_SetClockPropertiesCallback(
      to, [](void *data, uint64_t resolution, uint64_t offset, uint64_t, uint64_t) {
        raw(data).to.ticksPerSecond = std::max<uint64_t>(resolution, 1);
        raw(data).to.begin = offset;
        return OTF2_CALLBACK_SUCCESS;
      });
  OTF2_GlobalDefReaderCallbacks_SetStringCallback(
      to, [](void *data, OTF2_StringRef id, const char *text) {
        raw(data).to.strings.define(id) = text ? text : "";
        return OTF2_CALLBACK_SUCCESS;
      });
  OTF2_GlobalDefReaderCallbacks_SetAttributeCallback(
      to, [](void *data, OTF2_AttributeRef id, OTF2_StringRef name, OTF2_StringRef, OTF2_Type) {
        raw(data).attributes.push_back({id, name});
        return OTF2_CALLBACK_SUCCESS;
      });
  OTF2_GlobalDefReaderCallbacks_SetSystemTreeNodeCallback(
      to, [](void *data, OTF2_SystemTreeNodeRef id, OTF2_StringRef name, OTF2_StringRef,
             OTF2_SystemTreeNodeRef parent) {
        raw(data).nodes[id] = {name, parent};
        return OTF2_CALLBACK_SUCCESS;
      });
  OTF2_GlobalDefReaderCallbacks_SetLocationGroupCallback(
      to, [](void *data, OTF2_LocationGroupRef id, OTF2_StringRef, OTF2_LocationGroupType,
             OTF2_SystemTreeNodeRef node, OTF2_LocationGroupRef) {
        raw(data).locationGroups[id] = node;
        return OTF2_CALLBACK_SUCCESS;
      });
  OTF2_GlobalDefReaderCallbacks_SetLocationCallback(
      to, [](void *data, OTF2_LocationRef id, OTF2_StringRef, OTF2_LocationType type,
             uint64_t events, OTF2_LocationGroupRef group) {
        if (type == OTF2_LOCATION_TYPE_CPU_THREAD)
          raw(data).locations.emplace_back(id, group, events);
        return OTF2_CALLBACK_SUCCESS;
      });
  OTF2_GlobalDefReaderCallbacks_SetRegionCallback(
      to, [](void *data, OTF2_RegionRef id, OTF2_StringRef name, OTF2_StringRef, OTF2_StringRef,
             OTF2_RegionRole, OTF2_Paradigm paradigm, OTF2_RegionFlag, OTF2_StringRef file,
             uint32_t line, uint32_t) {
        raw(data).regions.push_back({id, name, file, line, paradigm == OTF2_PARADIGM_MPI});
        return OTF2_CALLBACK_SUCCESS;
      });
  OTF2_GlobalDefReaderCallbacks_SetGroupCallback(
      to, [](void *data, OTF2_GroupRef id, OTF2_StringRef, OTF2_GroupType type,
             OTF2_Paradigm paradigm, OTF2_GroupFlag, uint32_t count, const uint64_t *members) {
        raw(data).groups[id] = {type, paradigm == OTF2_PARADIGM_MPI, {members, members + count}};
        return OTF2_CALLBACK_SUCCESS;
      });
  OTF2_GlobalDefReaderCallbacks_SetCommCallback(to, [](void *data, OTF2_CommRef id,
                                                       OTF2_StringRef name, OTF2_GroupRef group,
                                                       OTF2_CommRef, OTF2_CommFlag) {
    raw(data).comms.push_back({id, name, group});
    return OTF2_CALLBACK_SUCCESS;
  });
  OTF2_GlobalDefReaderCallbacks_SetInterCommCallback(
      to, [](void *data, OTF2_CommRef id, OTF2_StringRef name, OTF2_GroupRef group,
             OTF2_GroupRef other, OTF2_CommRef, OTF2_CommFlag) {
        raw(data).interComms.push_back({id, name, group, other});
        return OTF2_CALLBACK_SUCCESS;
      });
  OTF2_GlobalDefReaderCallbacks_SetRmaWinCallback(
      to,
      [](void *data, OTF2_RmaWinRef id, OTF2_StringRef name, OTF2_CommRef comm, OTF2_RmaWinFlag) {
        raw(data).windows.push_back({id, name, comm});
        return OTF2_CALLBACK_SUCCESS;
      });
  OTF2_GlobalDefReaderCallbacks_SetSourceCodeLocationCallback(
      to, [](void *data, OTF2_SourceCodeLocationRef id, OTF2_StringRef file, uint32_t line) {
        raw(data).sourceLocations[id] = {file, line};
        return OTF2_CALLBACK_SUCCESS;
      });
  OTF2_GlobalDefReaderCallbacks_SetCallingContextCallback(
      to, [](void *data, OTF2_CallingContextRef id, OTF2_RegionRef region,
             OTF2_SourceCodeLocationRef location, OTF2_CallingContextRef parent) {
        raw(data).contexts.push_back({id, region, location, parent});
        return OTF2_CALLBACK_SUCCESS;
      });
  OTF2_GlobalDefReaderCallbacks_SetCallingContextPropertyCallback(
      to, [](void *data, OTF2_CallingContextRef context, OTF2_StringRef name, OTF2_Type type,
             OTF2_AttributeValue value) {
        raw(data).properties.push_back({context, name, type, value});
        return OTF2_CALLBACK_SUCCESS;
      });
  OTF2_GlobalDefReaderCallbacks_SetMetricMemberCallback(
      to, [](void *data, OTF2_MetricMemberRef id, OTF2_StringRef name, OTF2_StringRef,
             OTF2_MetricType, OTF2_MetricMode, OTF2_Type, OTF2_Base, int64_t, OTF2_StringRef) {
        raw(data).members[id] = name;
        return OTF2_CALLBACK_SUCCESS;
      });
  OTF2_GlobalDefReaderCallbacks_SetMetricClassCallback(
      to, [](void *data, OTF2_MetricRef id, uint8_t count, const OTF2_MetricMemberRef *members,
             OTF2_MetricOccurrence, OTF2_RecorderKind) {
        if (count)
          raw(data).metrics.emplace_back(id, members[0]);
        return OTF2_CALLBACK_SUCCESS;
      });
  OTF2_GlobalDefReaderCallbacks_SetParameterCallback(
      to, [](void *data, OTF2_ParameterRef id, OTF2_StringRef name, OTF2_ParameterType) {
        raw(data).parameters.push_back({id, name});
        return OTF2_CALLBACK_SUCCESS;
      });
  return callbacks;
}

std::string hostOf(const Raw &from, uint32_t locationGroup) {
  auto node = from.locationGroups.find(locationGroup);
  if (node == from.locationGroups.end())
    return "";
  auto found = from.nodes.find(node->second);
  return found == from.nodes.end() ? "" : from.to.strings[found->second.first];
}

/// Ranks are the positions in the group of MPI's locations; without one, location groups in order.
void resolveLocations(const Raw &from) {
  std::map<uint64_t, uint32_t> groupOfLocation;
  for (auto [id, group, events] : from.locations)
    groupOfLocation[id] = group;
  std::map<uint32_t, uint32_t> rankOfGroup;
  for (const auto &[id, group] : from.groups)
    if (group.type == OTF2_GROUP_TYPE_COMM_LOCATIONS && group.mpi)
      for (uint64_t member : group.members)
        if (auto found = groupOfLocation.find(member); found != groupOfLocation.end())
          rankOfGroup.try_emplace(found->second, static_cast<uint32_t>(rankOfGroup.size()));
  std::map<uint32_t, bool> used;
  for (auto [id, group, events] : from.locations)
    used[group] = true;
  if (rankOfGroup.empty())
    for (auto [group, yes] : used)
      rankOfGroup.try_emplace(group, static_cast<uint32_t>(rankOfGroup.size()));

  Definitions &to = from.to;
  to.hosts.resize(rankOfGroup.size());
  for (auto [group, rank] : rankOfGroup)
    to.hosts[rank] = hostOf(from, group);
  for (auto [id, group, events] : from.locations)
    if (auto rank = rankOfGroup.find(group); rank != rankOfGroup.end())
      to.locations.push_back({id, rank->second, 0, events});
  std::sort(to.locations.begin(), to.locations.end(), [](const Location &a, const Location &b) {
    return std::pair(a.rank, a.id) < std::pair(b.rank, b.id);
  });
  for (std::size_t i = 1; i < to.locations.size(); ++i)
    if (to.locations[i].rank == to.locations[i - 1].rank)
      to.locations[i].thread = to.locations[i - 1].thread + 1;
}

/// Members of COMM_GROUP are positions in the MPI group of locations, which are the ranks.
void resolveComms(const Raw &from) {
  Definitions &to = from.to;
  for (const auto &[id, group] : from.groups)
    if (group.type == OTF2_GROUP_TYPE_COMM_GROUP && group.mpi)
      to.groups.define(id).assign(group.members.begin(), group.members.end());
  for (auto [id, name, group] : from.comms) {
    Communicator &comm = to.comms.define(id);
    comm.name = to.strings[name];
    comm.ranks = to.groups[group];
    auto found = from.groups.find(group);
    comm.self = found != from.groups.end() && found->second.type == OTF2_GROUP_TYPE_COMM_SELF;
  }
  for (auto [id, name, group, other] : from.interComms) {
    Communicator &comm = to.comms.define(id);
    comm.name = to.strings[name];
    comm.ranks = to.groups[group];
    comm.others = to.groups[other];
  }
  for (auto [id, name, comm] : from.windows)
    to.windows.define(id) = {to.strings[name], comm};
}

void resolveContexts(const Raw &from) {
  Definitions &to = from.to;
  for (const Raw::RawRegion &region : from.regions) {
    Region &out = to.regions.define(region.id);
    out.name = to.strings[region.name];
    out.mpi = region.mpi && out.name.starts_with("MPI_");
    out.call = findCall(out.name);
    if (!region.mpi) {
      out.file = to.strings[region.file];
      out.line = region.line;
    }
  }
  for (const Raw::RawContext &context : from.contexts) {
    Context &out = to.contexts.define(context.id);
    out.region = context.region;
    out.parent = context.parent;
    if (auto found = from.sourceLocations.find(context.sourceLocation);
        found != from.sourceLocations.end()) {
      out.file = to.strings[found->second.first];
      out.line = found->second.second;
    }
  }
  for (const Raw::RawProperty &property : from.properties) {
    if (!to.contexts.find(property.context))
      continue;
    Context &out = to.contexts.define(property.context);
    const std::string &name = to.strings[property.name];
    bool isText = property.type == OTF2_TYPE_STRING;
    if (name == "column")
      out.column = isText ? static_cast<uint32_t>(std::strtoul(
                                to.strings[property.value.stringRef].c_str(), nullptr, 10))
                          : property.value.uint32;
    for (auto [key, field] : {std::pair("window", &Context::window),
                              {"expression", &Context::expression},
                              {"directory", &Context::directory},
                              {"call", &Context::call}})
      if (isText && name == key)
        out.*field = to.strings[property.value.stringRef];
  }
}

void readProperties(OTF2_Reader *reader, Definitions &to) {
  uint32_t count = 0;
  char **names = nullptr;
  if (OTF2_Reader_GetPropertyNames(reader, &count, &names) == OTF2_SUCCESS)
    for (uint32_t i = 0; i < count; ++i) {
      char *value = nullptr;
      if (OTF2_Reader_GetProperty(reader, names[i], &value) == OTF2_SUCCESS && value)
        to.properties[names[i]] = value;
      std::free(value);
    }
  std::free(names);
  char *creator = nullptr;
  if (OTF2_Reader_GetCreator(reader, &creator) == OTF2_SUCCESS && creator)
    to.creator = creator;
  std::free(creator);
}

} // namespace

void readDefinitions(OTF2_Reader *reader, const std::string &anchor, Definitions &definitions,
                     EventDefinitions &forEvents) {
  Raw from{.to = definitions};
  std::string file = std::filesystem::path(anchor).replace_extension(".def");
  OTF2_GlobalDefReader *definitionReader = OTF2_Reader_GetGlobalDefReader(reader);
  if (!definitionReader)
    throw TraceError(file + ": the archive's definitions are missing: copy the whole archive");
  Callbacks callbacks = makeCallbacks();
  OTF2_Reader_RegisterGlobalDefCallbacks(reader, definitionReader, callbacks.get(), &from);
  uint64_t expected = 0, read = 0;
  OTF2_Reader_GetNumberOfGlobalDefinitions(reader, &expected);
  OTF2_ErrorCode status = OTF2_Reader_ReadAllGlobalDefinitions(reader, definitionReader, &read);
  OTF2_Reader_CloseGlobalDefReader(reader, definitionReader);
  if (status != OTF2_SUCCESS || read < expected)
    throw TraceError(file + ": the archive's definitions are damaged (" + std::to_string(read) +
                     " of " + std::to_string(expected) +
                     " could be read): record the run again or copy the archive anew");
  resolveLocations(from);
  if (definitions.locations.empty())
    throw TraceError(anchor + ": the archive has no locations: there is nothing to analyze");
  resolveComms(from);
  resolveContexts(from);
  for (auto [id, name] : from.attributes)
    for (std::size_t i = 0; i < kFactNames.size(); ++i)
      if (definitions.strings[name] == "fencepost::" + std::string(kFactNames[i]))
        forEvents.facts.define(id) = static_cast<Fact>(i);
  for (auto [id, member] : from.metrics)
    if (auto found = from.members.find(member); found != from.members.end()) {
      const std::string &name = definitions.strings[found->second];
      if (name == "fencepost::range::what")
        forEvents.rangeMetric = id;
      else if (name == "fencepost::sync::what")
        forEvents.syncMetric = id;
    }
  for (auto [id, name] : from.parameters)
    if (definitions.strings[name] == "fencepost::error")
      forEvents.errorParameter = id;
  readProperties(reader, definitions);
}

} // namespace fencepost::analyzer
