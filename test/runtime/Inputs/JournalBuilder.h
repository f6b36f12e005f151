//===- JournalBuilder.h - makes journals for tests ------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes what the runtime would, from payload structs.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_TEST_RUNTIME_JOURNALBUILDER_H
#define FENCEPOST_TEST_RUNTIME_JOURNALBUILDER_H

#include "model/Calls.h"
#include "model/Journal.h"

#include <cstring>
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <string>
#include <string_view>

namespace fencepost::test {

struct NoPayload {};

class JournalBuilder {
public:
  JournalBuilder(uint32_t rank, uint32_t worldSize, uint32_t thread = 0) {
    std::memcpy(header.magic, kJournalMagic, sizeof header.magic);
    header.rank = rank;
    header.worldSize = worldSize;
    header.thread = thread;
    header.ticksPerSecond = 1'000'000;
    header.beginTicks = 1'000'000;
    header.beginUnixNano = 1'700'000'000'000'000'000;
    std::strcpy(header.host, "host");
    std::strcpy(header.access, "segments");
    std::strcpy(header.mpi, "Test MPI 1.0");
    std::strcpy(header.program, "./prog 200 1");
    std::strcpy(header.suppressions, "/src/known.txt");
    time = header.beginTicks;
  }

  template <typename Payload = NoPayload>
  JournalBuilder &add(RecordType type, uint32_t small, const Payload &payload = {},
                      std::initializer_list<std::string_view> texts = {}) {
    std::string body;
    if constexpr (!std::is_same_v<Payload, NoPayload>)
      body.assign(reinterpret_cast<const char *>(&payload), sizeof payload);
    for (std::string_view text : texts)
      body.append(text).push_back('\0');
    return addRaw(type, small, body);
  }

  JournalBuilder &addRaw(RecordType type, uint32_t small, std::string body) {
    body.resize((body.size() + 7) / 8 * 8);
    RecordHead head = {static_cast<uint16_t>(type),
                       static_cast<uint16_t>((sizeof head + body.size()) / 8), small, time};
    records.append(reinterpret_cast<const char *>(&head), sizeof head).append(body);
    time += 10;
    return *this;
  }

  JournalBuilder &group(uint32_t id, std::initializer_list<uint32_t> ranks) {
    DefGroupPayload payload = {static_cast<uint32_t>(ranks.size()), 0};
    std::string body(reinterpret_cast<const char *>(&payload), sizeof payload);
    body.append(reinterpret_cast<const char *>(ranks.begin()), ranks.size() * sizeof(uint32_t));
    return addRaw(RecordType::DefGroup, id, body);
  }

  /// A call that is the context of its own, with the id of its number in calls.def.
  JournalBuilder &defineCall(Call call) {
    return add(RecordType::DefContext, static_cast<uint32_t>(call),
               DefContextPayload{kNoId, 0, 0, 1, {}}, {callInfo(call).name});
  }
  JournalBuilder &enter(Call call, uint32_t window = kNoId, uint32_t target = kNoId,
                        uint64_t base = 0, uint64_t size = 0) {
    auto id = static_cast<uint32_t>(call);
    return add(RecordType::Enter, id, EnterPayload{id, window, target, 0, base, size});
  }
  JournalBuilder &leave(Call call) { return add(RecordType::Leave, static_cast<uint32_t>(call)); }

  std::string bytes() const {
    return std::string(reinterpret_cast<const char *>(&header), sizeof header) + records;
  }
  void save(const std::string &traceDir) const {
    std::filesystem::create_directories(traceDir + "/journal");
    std::ofstream(traceDir + "/journal/" + std::to_string(header.rank) + "." +
                      std::to_string(header.thread),
                  std::ios::binary)
        << bytes();
  }

  JournalHeader header = {};
  std::string records;
  uint64_t time;
};

} // namespace fencepost::test

#endif // FENCEPOST_TEST_RUNTIME_JOURNALBUILDER_H
