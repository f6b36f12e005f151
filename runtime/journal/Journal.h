//===- Journal.h - appends a thread's records to its journal --------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The file is mapped step by step, each step allocated on disk before it is
// touched: a full disk is an error here and not a SIGBUS in the program. The end
// of each step is kept free for the note that says why recording stopped.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_RUNTIME_JOURNAL_JOURNAL_H
#define FENCEPOST_RUNTIME_JOURNAL_JOURNAL_H

#include "model/Journal.h"

#include <cstddef>
#include <cstring>
#include <initializer_list>
#include <string_view>

namespace fencepost::runtime {

class Journal {
public:
  /// Creates the file. On failure false, with the error number in `failure`.
  bool open(const char *path, const JournalHeader &header, uint64_t step, int &failure);
  bool isOpen() const { return at_ != nullptr; }
  /// Cuts the file to what was written.
  void close();
  /// Forgets the file without touching it: in a forked child it is the parent's.
  void abandon();

  /// Makes room for records of so many bytes in all: appending them will not flush.
  void makeRoom(std::size_t bytes) {
    if (static_cast<std::size_t>(end_ - at_) < bytes)
      advance(bytes);
  }

  /// Ticks from the begin to the end of a flush: what is full went to the file, room was mapped.
  struct FlushTime {
    uint64_t begin, end;
  };
  /// Those since the last call, as one. False when there was none.
  bool takeFlush(FlushTime &flush) {
    flush = flushed_;
    flushed_ = {};
    return flush.end != 0;
  }

  /// Appends a record. Nothing happens when the journal is not open.
  template <typename Payload>
  void append(RecordType type, uint32_t small, uint64_t time, const Payload &payload) {
    static_assert(sizeof(Payload) % 8 == 0);
    if (char *record = reserve(sizeof(RecordHead) + sizeof(Payload))) {
      std::memcpy(record + sizeof(RecordHead), &payload, sizeof(Payload));
      finish(record, type, small, time);
    }
  }
  void append(RecordType type, uint32_t small, uint64_t time) {
    if (char *record = reserve(sizeof(RecordHead)))
      finish(record, type, small, time);
  }
  template <typename Payload>
  void appendTexts(RecordType type, uint32_t small, uint64_t time, const Payload &payload,
                   std::initializer_list<std::string_view> texts) {
    appendWithTexts(type, small, time, &payload, sizeof(Payload), texts);
  }
  /// Payload, then `bytes` bytes of data.
  template <typename Payload>
  void appendData(RecordType type, uint32_t small, uint64_t time, const Payload &payload,
                  const void *data, std::size_t bytes) {
    appendWithTexts(type, small, time, &payload, sizeof(Payload),
                    {std::string_view(static_cast<const char *>(data), bytes)});
  }

  /// Where in the file the next record goes: differs when something was written.
  uint64_t position() const { return offset_ + static_cast<uint64_t>(at_ - mapping_); }
  /// Takes back the records from `end` on; the one from `last` to there gets a new time. False,
  /// with nothing changed, when that one is out of reach.
  bool extend(uint64_t last, uint64_t end, uint64_t time);
  /// Whether the records from `second` on say the same as those from `first` to there, times aside,
  /// and tell of nothing but calls and loads. False, too, when the first ones are out of reach.
  bool repeats(uint64_t first, uint64_t second) const;
  /// Gives a record that is still in reach a new time.
  void setTime(uint64_t record, uint64_t time);

private:
  /// Room for a record of a multiple of 8 bytes, its words set; null when recording stopped.
  char *reserve(std::size_t bytes) {
    if (static_cast<std::size_t>(end_ - at_) < bytes && !advance(bytes))
      return nullptr;
    char *record = at_;
    at_ += bytes;
    reinterpret_cast<RecordHead *>(record)->words = static_cast<uint16_t>(bytes / 8);
    return record;
  }
  static void finish(char *record, RecordType type, uint32_t small, uint64_t time) {
    auto *head = reinterpret_cast<RecordHead *>(record);
    head->small = small;
    head->time = time;
    // Last, so that a reader of a killed run's journal sees whole records only.
    __atomic_store_n(&head->type, static_cast<uint16_t>(type), __ATOMIC_RELEASE);
  }
  void appendWithTexts(RecordType type, uint32_t small, uint64_t time, const void *payload,
                       std::size_t payloadBytes, std::initializer_list<std::string_view> texts);
  bool advance(std::size_t bytes);
  int mapStep(std::size_t bytes);
  void pad();
  void stop(int error);

  char *at_ = nullptr;
  char *end_ = nullptr; // of the room for records; kKept bytes more are mapped
  char *mapping_ = nullptr;
  std::size_t mappingSize_ = 0;
  uint64_t offset_ = 0; // of the mapping in the file
  uint64_t step_ = 0;
  uint64_t mostStep_ = 0;
  int file_ = -1;
  FlushTime flushed_ = {};
};

} // namespace fencepost::runtime

#endif // FENCEPOST_RUNTIME_JOURNAL_JOURNAL_H
