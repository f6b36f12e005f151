//===- JournalReader.cpp - reads one thread's journal -----------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/archive/JournalReader.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace fencepost::archive {

namespace {

constexpr std::size_t kWord = 8;
constexpr auto kTypes = static_cast<std::size_t>(RecordType::Count);

/// Size of the payload struct of each type.
constexpr auto kPayloadBytes = [] {
  struct Sizes {
    std::size_t of[kTypes] = {};
    constexpr void set(RecordType type, std::size_t bytes) {
      of[static_cast<std::size_t>(type)] = bytes;
    }
  } sizes;
  sizes.set(RecordType::DefContext, sizeof(DefContextPayload));
  sizes.set(RecordType::DefComm, sizeof(DefCommPayload));
  sizes.set(RecordType::DefGroup, sizeof(DefGroupPayload));
  sizes.set(RecordType::DefWindow, sizeof(DefWindowPayload));
  sizes.set(RecordType::DefClock, sizeof(DefClockPayload));
  sizes.set(RecordType::DefNote, sizeof(DefNotePayload));
  sizes.set(RecordType::Enter, sizeof(EnterPayload));
  sizes.set(RecordType::WindowCreate, sizeof(WindowCreatePayload));
  sizes.set(RecordType::RmaCollective, sizeof(RmaCollectivePayload));
  sizes.set(RecordType::GroupSync, sizeof(GroupSyncPayload));
  sizes.set(RecordType::RequestLock, sizeof(LockPayload));
  sizes.set(RecordType::AcquireLock, sizeof(LockPayload));
  sizes.set(RecordType::ReleaseLock, sizeof(LockPayload));
  sizes.set(RecordType::Operation, sizeof(OperationPayload));
  sizes.set(RecordType::OperationComplete, sizeof(OperationCompletePayload));
  sizes.set(RecordType::Send, sizeof(MessagePayload));
  sizes.set(RecordType::SynchronousSend, sizeof(MessagePayload));
  sizes.set(RecordType::RequestCancelled, sizeof(RequestPayload));
  sizes.set(RecordType::SendComplete, sizeof(RequestPayload));
  sizes.set(RecordType::RecvRequest, sizeof(MessagePayload));
  sizes.set(RecordType::MessageFound, sizeof(MessagePayload));
  sizes.set(RecordType::Recv, sizeof(MessagePayload));
  sizes.set(RecordType::Collective, sizeof(CollectivePayload));
  sizes.set(RecordType::CollectiveRequest, sizeof(RequestPayload));
  sizes.set(RecordType::CollectiveComplete, sizeof(CollectiveCompletePayload));
  sizes.set(RecordType::Flush, sizeof(FlushPayload));
  sizes.set(RecordType::Range, sizeof(RangePayload));
  sizes.set(RecordType::Ranges, sizeof(RangesPayload));
  sizes.set(RecordType::Places, sizeof(PlacesPayload));
  sizes.set(RecordType::Values, sizeof(ValuesPayload));
  sizes.set(RecordType::ThreadSync, sizeof(ThreadSyncPayload));
  sizes.set(RecordType::Error, sizeof(ErrorPayload));
  return sizes;
}();

static_assert(sizeof(JournalHeader) % kWord == 0 && sizeof(RecordHead) % kWord == 0);

} // namespace

std::string_view Record::tail() const {
  std::size_t fixed = kPayloadBytes.of[static_cast<std::size_t>(type)];
  return {reinterpret_cast<const char *>(payload) + fixed, payloadBytes - fixed};
}

std::string_view takeText(std::string_view &tail) {
  std::string_view text = tail.substr(0, tail.find('\0'));
  tail.remove_prefix(text.size() < tail.size() ? text.size() + 1 : text.size());
  return text;
}

bool RecordCursor::next(Record &record) {
  for (;;) {
    std::size_t left = bytes_.size() - at_;
    if (left < sizeof(uint16_t))
      return false; // a full mapping has no End
    const char *base = bytes_.data() + at_;
    // The writer's release store of `type` orders the rest of the record before it.
    const auto *head = reinterpret_cast<const RecordHead *>(base);
    uint16_t type = __atomic_load_n(&head->type, __ATOMIC_ACQUIRE);
    if (type == static_cast<uint16_t>(RecordType::End))
      return false;
    if (type >= kTypes) {
      failure_ = "a record of unknown type";
      return false;
    }
    std::size_t length = left < sizeof(RecordHead) ? 0 : head->words * kWord;
    if (length < sizeof(RecordHead) || length > left) {
      failure_ = "a record that is cut off";
      return false;
    }
    at_ += length;
    if (type == static_cast<uint16_t>(RecordType::Pad))
      continue;
    if (length - sizeof(RecordHead) < kPayloadBytes.of[type]) {
      failure_ = "a record that is too short";
      return false;
    }
    record = {static_cast<RecordType>(type), head->small, head->time,
              reinterpret_cast<const std::byte *>(base) + sizeof(RecordHead),
              length - sizeof(RecordHead)};
    return true;
  }
}

JournalReader JournalReader::open(const char *path) {
  JournalReader reader;
  int file = ::open(path, O_RDONLY | O_CLOEXEC);
  struct stat status = {};
  if (file < 0 || fstat(file, &status) != 0) {
    reader.failure_ = std::strerror(errno);
    if (file >= 0)
      close(file);
    return reader;
  }
  auto size = static_cast<std::size_t>(status.st_size);
  if (!S_ISREG(status.st_mode) || size < sizeof(JournalHeader)) {
    reader.failure_ = "too short for a journal";
    close(file);
    return reader;
  }
  void *mapping = mmap(nullptr, size, PROT_READ, MAP_SHARED, file, 0);
  if (mapping == MAP_FAILED)
    reader.failure_ = std::strerror(errno);
  close(file);
  if (mapping == MAP_FAILED)
    return reader;

  reader.mapping_ = mapping;
  reader.size_ = size;
  madvise(mapping, size, MADV_SEQUENTIAL);
  const auto *header = static_cast<const JournalHeader *>(mapping);
  if (std::memcmp(header->magic, kJournalMagic, sizeof(kJournalMagic)) != 0)
    reader.failure_ = "not a journal of this version of Fencepost";
  else if (header->ticksPerSecond == 0 || header->rank >= header->worldSize)
    reader.failure_ = "a damaged journal header";
  else
    reader.header_ = header;
  return reader;
}

RecordCursor JournalReader::records() const {
  if (!header_)
    return {};
  return RecordCursor(
      std::string_view(static_cast<const char *>(mapping_), size_).substr(sizeof(JournalHeader)));
}

JournalReader::JournalReader(JournalReader &&other) noexcept { *this = std::move(other); }

JournalReader &JournalReader::operator=(JournalReader &&other) noexcept {
  std::swap(mapping_, other.mapping_);
  std::swap(size_, other.size_);
  std::swap(header_, other.header_);
  std::swap(failure_, other.failure_);
  return *this;
}

JournalReader::~JournalReader() {
  if (mapping_)
    munmap(mapping_, size_);
}

} // namespace fencepost::archive
