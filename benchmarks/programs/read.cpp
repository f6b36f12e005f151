//===- read.cpp - reads an archive and does nothing with it ---------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   fencepost-bench-read ARCHIVE.otf2
//
// What any analysis of the archive takes at least: OTF2 decodes each record and
// calls back. Prints the records, seconds of the processor and bytes of memory. Run by
// benchmarks/analyze.
//
//===----------------------------------------------------------------------===//

#include <otf2/otf2.h>

#include <sys/resource.h>

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <vector>

namespace {

template <typename... Rest>
OTF2_CallbackCode count(OTF2_LocationRef, OTF2_TimeStamp, uint64_t, void *data,
                        OTF2_AttributeList *, Rest...) {
  ++*static_cast<uint64_t *>(data);
  return OTF2_CALLBACK_SUCCESS;
}

void setCallbacks(OTF2_EvtReaderCallbacks *to) {
  OTF2_EvtReaderCallbacks_SetUnknownCallback(to, count);
  OTF2_EvtReaderCallbacks_SetCallingContextEnterCallback(to, count);
  OTF2_EvtReaderCallbacks_SetCallingContextLeaveCallback(to, count);
  OTF2_EvtReaderCallbacks_SetMpiCollectiveBeginCallback(to, count);
  OTF2_EvtReaderCallbacks_SetMpiCollectiveEndCallback(to, count);
  OTF2_EvtReaderCallbacks_SetRmaWinCreateCallback(to, count);
  OTF2_EvtReaderCallbacks_SetRmaWinDestroyCallback(to, count);
  OTF2_EvtReaderCallbacks_SetRmaCollectiveBeginCallback(to, count);
  OTF2_EvtReaderCallbacks_SetRmaCollectiveEndCallback(to, count);
  OTF2_EvtReaderCallbacks_SetRmaGroupSyncCallback(to, count);
  OTF2_EvtReaderCallbacks_SetRmaRequestLockCallback(to, count);
  OTF2_EvtReaderCallbacks_SetRmaAcquireLockCallback(to, count);
  OTF2_EvtReaderCallbacks_SetRmaReleaseLockCallback(to, count);
  OTF2_EvtReaderCallbacks_SetRmaPutCallback(to, count);
  OTF2_EvtReaderCallbacks_SetRmaOpCompleteNonBlockingCallback(to, count);
  OTF2_EvtReaderCallbacks_SetRmaOpCompleteRemoteCallback(to, count);
}

std::vector<uint64_t> locationsOf(OTF2_Reader *reader) {
  std::vector<uint64_t> locations;
  OTF2_GlobalDefReader *definitions = OTF2_Reader_GetGlobalDefReader(reader);
  OTF2_GlobalDefReaderCallbacks *callbacks = OTF2_GlobalDefReaderCallbacks_New();
  OTF2_GlobalDefReaderCallbacks_SetLocationCallback(callbacks, [](void *data, OTF2_LocationRef id,
                                                                  OTF2_StringRef, OTF2_LocationType,
                                                                  uint64_t, OTF2_LocationGroupRef) {
    static_cast<std::vector<uint64_t> *>(data)->push_back(id);
    return OTF2_CALLBACK_SUCCESS;
  });
  OTF2_Reader_RegisterGlobalDefCallbacks(reader, definitions, callbacks, &locations);
  uint64_t read = 0;
  OTF2_Reader_ReadAllGlobalDefinitions(reader, definitions, &read);
  OTF2_Reader_CloseGlobalDefReader(reader, definitions);
  OTF2_GlobalDefReaderCallbacks_Delete(callbacks);
  return locations;
}

} // namespace

int main(int argc, char **argv) {
  // A reader looks its locations up one after the other: no more than so many each.
  constexpr std::size_t kLocations = 512;
  std::vector<uint64_t> locations;
  uint64_t records = 0;
  for (std::size_t first = 0; argc == 2 && (first == 0 || first < locations.size());
       first += kLocations) {
    OTF2_Reader *reader = OTF2_Reader_Open(argv[1]);
    if (!reader)
      return 2;
    OTF2_Reader_SetSerialCollectiveCallbacks(reader);
    if (first == 0)
      locations = locationsOf(reader);
    std::size_t end = std::min(locations.size(), first + kLocations);
    for (std::size_t i = first; i < end; ++i)
      OTF2_Reader_SelectLocation(reader, locations[i]);
    OTF2_Reader_OpenEvtFiles(reader);
    OTF2_EvtReaderCallbacks *callbacks = OTF2_EvtReaderCallbacks_New();
    setCallbacks(callbacks);
    for (std::size_t i = first; i < end; ++i) {
      OTF2_EvtReader *events = OTF2_Reader_GetEvtReader(reader, locations[i]);
      OTF2_Reader_RegisterEvtCallbacks(reader, events, callbacks, &records);
      uint64_t read = 0;
      OTF2_Reader_ReadAllLocalEvents(reader, events, &read);
      OTF2_Reader_CloseEvtReader(reader, events);
    }
    OTF2_EvtReaderCallbacks_Delete(callbacks);
    OTF2_Reader_CloseEvtFiles(reader);
    OTF2_Reader_Close(reader);
  }
  rusage used;
  getrusage(RUSAGE_SELF, &used);
  std::printf("%llu %.6f %llu\n", static_cast<unsigned long long>(records),
              double(std::clock()) / CLOCKS_PER_SEC,
              static_cast<unsigned long long>(used.ru_maxrss) * 1024);
  return 0;
}
