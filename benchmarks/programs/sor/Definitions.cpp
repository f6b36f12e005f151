//===- Definitions.cpp - the archive's global definitions  ----------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Definitions.h"

#include "Calls.h"

#include <string>
#include <unordered_map>

namespace sor {

namespace {

constexpr uint32_t kUndefined = UINT32_MAX;
constexpr uint32_t kTicksPerSecond = 1000000000;

/// Strings are written where they are first used.
class Strings {
public:
  explicit Strings(OTF2_GlobalDefWriter *writer) : writer(writer) {}
  uint32_t operator()(const std::string &text) {
    auto [found, isNew] = ids.try_emplace(text, static_cast<uint32_t>(ids.size()));
    if (isNew)
      OTF2_GlobalDefWriter_WriteString(writer, found->second, text.c_str());
    return found->second;
  }

private:
  OTF2_GlobalDefWriter *writer;
  std::unordered_map<std::string, uint32_t> ids;
};

void defineLocations(OTF2_GlobalDefWriter *to, Strings &text, const Mesh &mesh,
                     const std::vector<uint64_t> &records) {
  uint32_t machine = text("machine"), none = text("");
  OTF2_GlobalDefWriter_WriteSystemTreeNode(to, 0, text("Synthetic"), machine, kUndefined);
  OTF2_GlobalDefWriter_WriteSystemTreeNode(to, 1, text("generated"), text("node"), 0);
  for (uint32_t rank = 0; rank < mesh.ranks; ++rank)
    OTF2_GlobalDefWriter_WriteLocationGroup(to, rank, text("MPI Rank " + std::to_string(rank)),
                                            OTF2_LOCATION_GROUP_TYPE_PROCESS, 1, kUndefined);
  for (uint32_t rank = 0; rank < mesh.ranks; ++rank)
    OTF2_GlobalDefWriter_WriteLocation(to, rank, text("Master thread"),
                                       OTF2_LOCATION_TYPE_CPU_THREAD, records[rank], rank);
  std::vector<uint64_t> all(mesh.ranks);
  for (uint32_t rank = 0; rank < mesh.ranks; ++rank)
    all[rank] = rank;
  auto group = [&](uint32_t id, OTF2_GroupType type, const std::vector<uint64_t> &members) {
    OTF2_GlobalDefWriter_WriteGroup(to, id, none, type, OTF2_PARADIGM_MPI, OTF2_GROUP_FLAG_NONE,
                                    static_cast<uint32_t>(members.size()), members.data());
  };
  group(kLocationsGroup, OTF2_GROUP_TYPE_COMM_LOCATIONS, all);
  group(kWorldGroup, OTF2_GROUP_TYPE_COMM_GROUP, all);
  for (uint32_t rank = 0; rank < mesh.ranks; ++rank)
    group(neighbourGroup(rank), OTF2_GROUP_TYPE_COMM_GROUP,
          {mesh.of(rank).begin(), mesh.of(rank).end()});
}

void defineCalls(OTF2_GlobalDefWriter *to, Strings &text) {
  uint32_t none = text(""), file = text("sor.c"), mpi = text("MPI");
  constexpr auto kCount = static_cast<uint32_t>(Call::Count);
  constexpr uint32_t kMain = 0; // region
  auto region = [&](uint32_t id, uint32_t name, OTF2_RegionRole role, OTF2_Paradigm paradigm,
                    uint32_t source, uint32_t line) {
    OTF2_GlobalDefWriter_WriteRegion(to, id, name, name, none, role, paradigm,
                                     OTF2_REGION_FLAG_NONE, source, line, 0);
  };
  region(kMain, text("main"), OTF2_REGION_ROLE_FUNCTION, OTF2_PARADIGM_COMPILER, file, 5);
  for (uint32_t i = 0; i < kCount; ++i) {
    auto call = static_cast<Call>(i);
    region(kMain + 1 + i, text(kCalls[i].name), kCalls[i].role, OTF2_PARADIGM_MPI, mpi, 0);
    OTF2_GlobalDefWriter_WriteSourceCodeLocation(to, i, file, kCalls[i].line);
    OTF2_GlobalDefWriter_WriteCallingContext(to, callerContext(call), kMain, i, kUndefined);
  }
  for (uint32_t i = 0; i < kCount; ++i) {
    auto call = static_cast<Call>(i);
    OTF2_GlobalDefWriter_WriteCallingContext(to, callContext(call), kMain + 1 + i, i,
                                             callerContext(call));
  }
}

} // namespace

void writeDefinitions(OTF2_GlobalDefWriter *to, const Mesh &mesh, Time begin, Time end,
                      const std::vector<uint64_t> &records) {
  Strings text(to);
  uint32_t none = text("");
  OTF2_GlobalDefWriter_WriteClockProperties(to, kTicksPerSecond, begin, end - begin + 1,
                                            OTF2_UNDEFINED_TIMESTAMP);
  OTF2_GlobalDefWriter_WriteParadigm(to, OTF2_PARADIGM_MPI, text("MPI"),
                                     OTF2_PARADIGM_CLASS_PROCESS);
  defineLocations(to, text, mesh, records);
  defineCalls(to, text);
  constexpr OTF2_CommFlag kNoFlag = OTF2_COMM_FLAG_NONE;
  OTF2_GlobalDefWriter_WriteComm(to, kWorld, text("MPI_COMM_WORLD"), kWorldGroup, kUndefined,
                                 kNoFlag);
  OTF2_GlobalDefWriter_WriteComm(to, kWindowComm, none, kWorldGroup, kWorld, kNoFlag);
  OTF2_GlobalDefWriter_WriteRmaWin(to, kWindow, text("halo"), kWindowComm, OTF2_RMA_WIN_FLAG_NONE);
  constexpr std::pair<const char *, OTF2_Type> kAttributes[] = {
      {"fencepost::base", OTF2_TYPE_UINT64},
      {"fencepost::size", OTF2_TYPE_UINT64},
      {"fencepost::disp_unit", OTF2_TYPE_UINT64},
      {"fencepost::displacement", OTF2_TYPE_INT64}};
  uint32_t id = 0;
  for (auto [name, type] : kAttributes)
    OTF2_GlobalDefWriter_WriteAttribute(to, id++, text(name), none, type);
}

} // namespace sor
