//===- Archive.cpp - the OTF2 archive of the run  -------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Archive.h"

#include "Definitions.h"
#include "RankWriter.h"

#include "model/Chunks.h"

#include <otf2/otf2.h>

#include <memory>

namespace sor {

namespace {

void check(bool good, const std::string &directory) {
  if (!good)
    throw ArchiveError(directory + ": the archive cannot be written: is there room?");
}

constexpr OTF2_FlushCallbacks kFlush = {[](void *, OTF2_FileType, OTF2_LocationRef, void *,
                                           bool) -> OTF2_FlushType { return OTF2_FLUSH; },
                                        nullptr};

/// Clocks agree, but readers look for these.
void writeClockOffsets(OTF2_Archive *archive, uint32_t rank, Time begin, Time end) {
  OTF2_DefWriter *writer = OTF2_Archive_GetDefWriter(archive, rank);
  OTF2_DefWriter_WriteClockOffset(writer, begin, 0, 0.0);
  OTF2_DefWriter_WriteClockOffset(writer, end, 0, 0.0);
  OTF2_Archive_CloseDefWriter(archive, writer);
}

} // namespace

void writeArchive(const std::string &directory, const Mesh &mesh, Schedule &schedule,
                  Variant variant, uint32_t iterations, Time begin) {
  std::unique_ptr<OTF2_Archive, decltype(&OTF2_Archive_Close)> archive(
      OTF2_Archive_Open(directory.c_str(), "traces", OTF2_FILEMODE_WRITE, fencepost::kEventChunk,
                        fencepost::definitionChunk(mesh.ranks), OTF2_SUBSTRATE_POSIX,
                        OTF2_COMPRESSION_NONE),
      OTF2_Archive_Close);
  check(archive != nullptr, directory);
  OTF2_Archive_SetFlushCallbacks(archive.get(), &kFlush, nullptr);
  OTF2_Archive_SetSerialCollectiveCallbacks(archive.get());
  check(OTF2_Archive_OpenEvtFiles(archive.get()) == OTF2_SUCCESS &&
            OTF2_Archive_OpenDefFiles(archive.get()) == OTF2_SUCCESS,
        directory);

  CallTimes times{};
  std::vector<uint64_t> records(mesh.ranks);
  Time end = schedule.end() + 2 * (kGap + kCall);
  for (uint32_t rank = 0; rank < mesh.ranks; ++rank) {
    OTF2_EvtWriter *writer = OTF2_Archive_GetEvtWriter(archive.get(), rank);
    check(writer != nullptr, directory);
    RankWriter to(writer, mesh, rank, times);
    to.begin(begin);
    for (uint32_t iteration = 0; iteration < iterations; ++iteration) {
      for (uint32_t half = 0; half < kHalfSweeps; ++half)
        to.halfSweep(variant, schedule.halfSweep(rank, iteration, half));
      to.collective(Call::Allreduce, schedule.reduction(rank, iteration),
                    OTF2_COLLECTIVE_OP_ALLREDUCE, 8);
    }
    to.finish(schedule.end() + kGap);
    OTF2_EvtWriter_GetNumberOfEvents(writer, &records[rank]);
    check(OTF2_Archive_CloseEvtWriter(archive.get(), writer) == OTF2_SUCCESS, directory);
    writeClockOffsets(archive.get(), rank, begin, end);
  }
  OTF2_Archive_CloseEvtFiles(archive.get());
  OTF2_Archive_CloseDefFiles(archive.get());
  writeDefinitions(OTF2_Archive_GetGlobalDefWriter(archive.get()), mesh, begin, end, records);
  OTF2_Archive_SetCreator(archive.get(), "fencepost-bench-sor");
  for (auto [key, value] : {std::pair("FENCEPOST::VERSION", FENCEPOST_VERSION),
                            {"FENCEPOST::ACCESS", "off"},
                            {"FENCEPOST::PROGRAM", "sor"},
                            {"FENCEPOST::COMPLETE", "true"}})
    OTF2_Archive_SetProperty(archive.get(), key, value, true);
  check(OTF2_Archive_Close(archive.release()) == OTF2_SUCCESS, directory);

  for (std::size_t i = 0; i < times.size(); ++i) {
    schedule.injected["mpi-time"] += times[i];
    if (*kCalls[i].metric)
      schedule.injected[kCalls[i].metric] += times[i];
  }
  schedule.injected["time"] = mesh.ranks * (end - begin);
  for (uint64_t count : records)
    schedule.injected["records"] += count;
  for (uint32_t rank = 0; rank < mesh.ranks; ++rank)
    schedule.injected["rma-puts"] += mesh.of(rank).size() * kHalfSweeps * iterations;
  schedule.injected["rma-bytes-put"] = schedule.injected["rma-puts"] * kPutBytes;
}

} // namespace sor
