//===- JournalReader.h - reads one thread's journal -------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A journal may have been cut off anywhere, or be another file altogether. The
// reader believes no length in it: what is whole is handed out, and where it
// stops before the end, failure() says why.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_RUNTIME_ARCHIVE_JOURNALREADER_H
#define FENCEPOST_RUNTIME_ARCHIVE_JOURNALREADER_H

#include "model/Journal.h"
#include "runtime/access/RangeMerger.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstring>
#include <string>
#include <string_view>

namespace fencepost::archive {

/// One record, inside the journal's mapping.
struct Record {
  RecordType type;
  uint32_t small;
  uint64_t time;
  const std::byte *payload; // of at least the size that the type's payload struct has
  std::size_t payloadBytes;

  template <typename Payload> const Payload &as() const {
    return *reinterpret_cast<const Payload *>(payload);
  }
  /// What follows the payload struct.
  std::string_view tail() const;
};

/// Calls visit(range) for what a Places record stands for.
template <typename Visit> void forEachOfPlaces(const Record &record, Visit visit) {
  const auto &places = record.as<PlacesPayload>();
  runtime::RangeMerger merger([&](const runtime::StridedRange &range) {
    visit(RangePayload{places.kind, static_cast<uint64_t>(range.start), range.bytes, range.stride,
                       range.count});
  });
  const std::string_view tail = record.tail();
  uint64_t reached = 0; // end of those before
  for (std::size_t at = 0; at + sizeof(uint64_t) <= tail.size(); at += sizeof(uint64_t)) {
    uint64_t word;
    std::memcpy(&word, tail.data() + at, sizeof(word));
    for (; word; word &= word - 1) {
      const uint64_t place = at * 8 + static_cast<unsigned>(std::countr_zero(word));
      const uint64_t start = places.address + place * places.distance, end = start + places.bytes;
      if (end > reached)
        merger.add(static_cast<int64_t>(std::max(start, reached)), end - std::max(start, reached));
      reached = std::max(reached, end);
    }
  }
  merger.finish();
}

/// Calls visit(range) for each of a Ranges or Places record.
template <typename Visit> void forEachRange(const Record &record, Visit visit) {
  if (record.type == RecordType::Places)
    return forEachOfPlaces(record, visit);
  const auto &ranges = record.as<RangesPayload>();
  const std::string_view tail = record.tail();
  uint64_t address = ranges.address;
  for (std::size_t at = 0; at + sizeof(RangeEntry) <= tail.size(); at += sizeof(RangeEntry)) {
    RangeEntry entry;
    std::memcpy(&entry, tail.data() + at, sizeof(entry));
    address += entry.distance;
    visit(RangePayload{ranges.kind, address, entry.bytes, entry.stride, entry.count});
  }
}

/// Takes the next NUL-terminated text off `tail`; "" when there is none.
std::string_view takeText(std::string_view &tail);

/// The text of a fixed field that need not be terminated.
template <std::size_t N> std::string_view fieldText(const char (&field)[N]) {
  std::string_view text(field, N);
  return text.substr(0, text.find('\0'));
}

/// Walks the records of a journal that is already in memory.
class RecordCursor {
public:
  RecordCursor() = default;
  explicit RecordCursor(std::string_view bytes) : bytes_(bytes) {}

  /// False at the end, or where the bytes stop making sense: then failure() says why.
  bool next(Record &record);
  /// Empty when everything up to the end was whole.
  const char *failure() const { return failure_; }

private:
  std::string_view bytes_;
  std::size_t at_ = 0;
  const char *failure_ = "";
};

/// A journal mapped read-only. Movable, not copyable.
class JournalReader {
public:
  /// Opens a file. On failure header() is null and failure() says why.
  static JournalReader open(const char *path);
  JournalReader(JournalReader &&other) noexcept;
  JournalReader &operator=(JournalReader &&other) noexcept;
  JournalReader(const JournalReader &) = delete;
  JournalReader &operator=(const JournalReader &) = delete;
  ~JournalReader();

  const JournalHeader *header() const { return header_; }
  const std::string &failure() const { return failure_; }
  RecordCursor records() const;
  std::size_t bytes() const { return size_; }

private:
  JournalReader() = default;
  void *mapping_ = nullptr;
  std::size_t size_ = 0;
  const JournalHeader *header_ = nullptr;
  std::string failure_;
};

} // namespace fencepost::archive

#endif // FENCEPOST_RUNTIME_ARCHIVE_JOURNALREADER_H
