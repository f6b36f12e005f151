//===- Journal.cpp - appends a thread's records to its journal ------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/journal/Journal.h"

#include "runtime/base/Memory.h"
#include "runtime/base/NoCancellation.h"
#include "runtime/process/Clock.h"
#include "runtime/process/Process.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

namespace fencepost::runtime {

namespace {

constexpr std::size_t kKept = 256; // for the note that recording stopped
constexpr std::size_t kPage = 4096;
constexpr unsigned kGrowth = 4; // steps double up to this many times the first: they are populated whole

std::size_t wholePages(std::size_t bytes) { return (bytes + kPage - 1) / kPage * kPage; }

/// Allocates a part of the file. Beyond RLIMIT_FSIZE the system would send SIGXFSZ.
int allocateFile(int file, uint64_t offset, uint64_t bytes) {
  rlimit limit;
  if (getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY &&
      offset + bytes > limit.rlim_cur)
    return EFBIG;
  int error;
  do
    error = posix_fallocate(file, static_cast<off_t>(offset), static_cast<off_t>(bytes));
  while (error == EINTR);
  return error;
}

/// Gives a part of the file, which is allocated and reads as zeros, its pages in memory: to write
/// them takes a third to a sixth of the time of their faults. What fails here is left to those.
void makePages(int file, uint64_t offset, uint64_t bytes) {
  static constexpr std::size_t kMost = 1 << 16;
  static const char zeros[kMost] = {};
  for (ssize_t written = 0; bytes; bytes -= static_cast<uint64_t>(written)) {
    written = pwrite(file, zeros, std::min<uint64_t>(bytes, kMost), static_cast<off_t>(offset));
    if (written <= 0)
      return;
    offset += static_cast<uint64_t>(written);
  }
}

} // namespace

bool Journal::open(const char *path, const JournalHeader &header, uint64_t step, int &failure) {
  const int keptErrno = errno;
  file_ = ::open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  failure = file_ < 0 ? errno : 0;
  step_ = wholePages(step);
  mostStep_ = kGrowth * step_;
  offset_ = 0;
  if (!failure)
    failure = mapStep(step_);
  if (failure) {
    if (file_ >= 0) {
      ::close(file_);
      unlink(path);
    }
    file_ = -1;
  } else {
    std::memcpy(at_, &header, sizeof(header));
    at_ += sizeof(header);
  }
  errno = keptErrno;
  return failure == 0;
}

int Journal::mapStep(std::size_t bytes) {
  if (int error = allocateFile(file_, offset_, bytes))
    return error;
  makePages(file_, offset_, bytes);
  void *memory =
      mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file_, static_cast<off_t>(offset_));
  if (memory == MAP_FAILED)
    return errno;
  // MAP_POPULATE leaves the pages of a file one fault each, to be written to.
  populate(memory, bytes);
  mapping_ = static_cast<char *>(memory);
  mappingSize_ = bytes;
  at_ = mapping_;
  end_ = mapping_ + bytes - kKept;
  return 0;
}

bool Journal::advance(std::size_t bytes) {
  if (!isOpen())
    return false;
  const NoCancellation whole;
  const int keptErrno = errno;
  const uint64_t begin = now();
  char *const oldMapping = mapping_;
  char *const oldAt = at_;
  char *const oldEnd = end_;
  const std::size_t oldSize = mappingSize_;
  const uint64_t oldOffset = offset_;

  if (step_ < mostStep_ && offset_ != 0)
    step_ *= 2;
  offset_ += mappingSize_;
  std::size_t size = wholePages(bytes + kKept);
  const int error = mapStep(size < step_ ? step_ : size);
  if (error) {
    offset_ = oldOffset;
    stop(error);
  } else {
    // The rest of the old mapping, whose end is now followed by more.
    for (std::size_t left = static_cast<std::size_t>(oldEnd - oldAt) + kKept; left;) {
      const std::size_t most = UINT16_MAX * std::size_t{8} / 2;
      const std::size_t part = left < most ? left : most;
      char *record = oldMapping + oldSize - left;
      reinterpret_cast<RecordHead *>(record)->words = static_cast<uint16_t>(part / 8);
      finish(record, RecordType::Pad, 0, 0);
      left -= part;
    }
    munmap(oldMapping, oldSize);
    flushed_ = {flushed_.end ? flushed_.begin : begin, now()};
  }
  errno = keptErrno;
  return error == 0;
}

bool Journal::extend(uint64_t last, uint64_t end, uint64_t time) {
  if (!isOpen() || last < offset_)
    return false;
  char *const from = mapping_ + (end - offset_);
  if (from < at_) {
    // The type first: whoever reads the journal of a killed run stops here.
    __atomic_store_n(&reinterpret_cast<RecordHead *>(from)->type, uint16_t{0}, __ATOMIC_RELEASE);
    std::memset(from, 0, static_cast<std::size_t>(at_ - from));
    at_ = from;
  }
  setTime(last, time);
  return true;
}

void Journal::setTime(uint64_t record, uint64_t time) {
  auto *head = reinterpret_cast<RecordHead *>(mapping_ + (record - offset_));
  __atomic_store_n(&head->time, time, __ATOMIC_RELAXED);
}

bool Journal::repeats(uint64_t first, uint64_t second) const {
  constexpr uint64_t kLoads = 1; // docs/trace-format.md, Ranges
  static_assert(offsetof(RangePayload, kind) == 0 && offsetof(RangesPayload, kind) == 0 &&
                offsetof(PlacesPayload, kind) == 0);
  if (!isOpen() || first < offset_ || second - first != position() - second)
    return false;
  const char *one = mapping_ + (first - offset_), *other = mapping_ + (second - offset_);
  while (other < at_) {
    RecordHead head, repeated;
    std::memcpy(&head, one, sizeof(head));
    std::memcpy(&repeated, other, sizeof(repeated));
    if (head.type != repeated.type || head.words != repeated.words || head.small != repeated.small)
      return false;
    const std::size_t bytes = std::size_t{head.words} * 8;
    if (std::memcmp(one + sizeof(head), other + sizeof(head), bytes - sizeof(head)) != 0)
      return false;
    uint64_t kind;
    switch (static_cast<RecordType>(head.type)) {
    case RecordType::Enter:
    case RecordType::Leave:
      break;
    case RecordType::Range:
    case RecordType::Ranges:
    case RecordType::Places:
      std::memcpy(&kind, one + sizeof(head), sizeof(kind));
      if (kind != kLoads)
        return false;
      break;
    default:
      return false;
    }
    one += bytes;
    other += bytes;
  }
  return true;
}

void Journal::stop(int error) {
  char text[128] = {};
  const std::string_view reason = strerror_r(error, text, sizeof(text));
  stopRecording(reason.data());
  // The room kept at the end of every mapping holds this record.
  end_ += kKept;
  DefNotePayload note = {1};
  appendTexts(RecordType::DefNote, static_cast<uint32_t>(NoteKind::Lost), now(), note, {reason});
  close();
}

void Journal::appendWithTexts(RecordType type, uint32_t small, uint64_t time, const void *payload,
                              std::size_t payloadBytes,
                              std::initializer_list<std::string_view> texts) {
  constexpr std::size_t kMostBytes = std::size_t{UINT16_MAX} * 8;
  std::size_t bytes = sizeof(RecordHead) + payloadBytes;
  for (std::string_view text : texts)
    bytes += text.size() + 1;
  bytes = (bytes + 7) / 8 * 8;
  if (bytes > kMostBytes)
    return;
  char *record = reserve(bytes);
  if (!record)
    return;
  char *to = record + sizeof(RecordHead);
  std::memcpy(to, payload, payloadBytes);
  to += payloadBytes;
  for (std::string_view text : texts) {
    if (!text.empty())
      std::memcpy(to, text.data(), text.size());
    to += text.size();
    *to++ = '\0';
  }
  finish(record, type, small, time);
}

void Journal::close() {
  if (!isOpen())
    return;
  const int keptErrno = errno;
  const uint64_t used = offset_ + static_cast<uint64_t>(at_ - mapping_);
  munmap(mapping_, mappingSize_);
  // When this fails the journal ends in zeros, which its readers take for the end.
  [[maybe_unused]] int result = ftruncate(file_, static_cast<off_t>(used));
  ::close(file_);
  abandon();
  errno = keptErrno;
}

void Journal::abandon() {
  at_ = end_ = mapping_ = nullptr;
  file_ = -1;
}

} // namespace fencepost::runtime
