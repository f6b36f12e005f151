//===- Errors.cpp - tells erroneous uses of RMA ---------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/errors/Errors.h"

#include "runtime/base/HashMap.h"
#include "runtime/base/Lock.h"
#include "runtime/base/Message.h"
#include "runtime/path/Contexts.h"
#include "runtime/process/Process.h"

#include <cstdio>

namespace fencepost::runtime {

namespace {

SpinLock lock;
HashMap<bool> told; // by the hash of an error and its calls

/// Text in a fixed place; what does not fit is cut.
class Line {
public:
  const char *text() const { return text_; }
  std::size_t size() const { return size_; }
  void add(std::string_view piece) {
    const std::size_t room = sizeof(text_) - 1 - size_;
    size_ += piece.copy(text_ + size_, piece.size() < room ? piece.size() : room);
  }
  void add(long long number) {
    char digits[24];
    snprintf(digits, sizeof(digits), "%lld", number);
    add(std::string_view(digits));
  }

private:
  char text_[1536] = {};
  std::size_t size_ = 0;
};

class Sentences {
public:
  Sentences(const Recording &call, const ErrorFacts &facts) : call_(call), facts_(facts) {
    describe(call.context(), own_);
    describe(facts.other, other_);
    if (own_[0] == '\0') // recording stopped
      snprintf(own_, sizeof(own_), "%s", callInfo(call.call()).name.data());
  }

  const char *own() const { return own_; }
  const char *other() const { return other_; }

  void add(std::string_view sentence, Line &to) const {
    forEachPiece(
        sentence, [&](std::string_view piece) { to.add(piece); },
        [&](std::string_view field) { addField(field, to); });
  }

private:
  static constexpr std::size_t kMostBytes = 512;

  static void describe(uint32_t context, char *text) { describeCall(context, text, kMostBytes); }

  void addField(std::string_view field, Line &to) const {
    if (field == "call")
      to.add(callInfo(call_.call()).name);
    else if (field == "window")
      addWindow(to);
    else if (field == "target") {
      to.add("rank ");
      to.add(static_cast<int32_t>(facts_.target));
    } else if (field == "other")
      to.add(other_);
    else if (field == "begin")
      to.add(facts_.begin);
    else if (field == "last")
      to.add(facts_.end - 1);
    else if (field == "end")
      to.add(facts_.end);
    else if (field == "limit")
      to.add(static_cast<long long>(facts_.limit));
    else
      to.add(facts_.detail);
  }

  void addWindow(Line &to) const {
    auto record = call_.site() ? parseSiteRecord(call_.site()->record) : std::nullopt;
    if (!record || record->window.empty())
      return to.add("the window");
    to.add("window '");
    to.add(record->window);
    to.add("'");
  }

  const Recording &call_;
  const ErrorFacts &facts_;
  char own_[kMostBytes] = {};
  char other_[kMostBytes] = {};
};

bool isFirst(Error error, const char *own, const char *other) {
  uint64_t hash = static_cast<uint64_t>(errorInfo(error).finding);
  for (std::string_view text : {own, other})
    hash = addToHash(hash, text.data(), text.size());
  Guard guard(lock);
  bool *known = told.insert(hash);
  if (!known || *known)
    return false;
  *known = true;
  return true;
}

void tell(const Recording &call, Error error, const ErrorFacts &facts) {
  const ErrorInfo &info = errorInfo(error);
  const Sentences sentences(call, facts);
  if (!isFirst(error, sentences.own(), sentences.other()))
    return;
  Line line;
  line.add(info.isAboutOther() ? sentences.other() : sentences.own());
  line.add(": ");
  sentences.add(info.what, line);
  line.add("; ");
  sentences.add(info.advice, line);
  message("rank %d: %s: %s", process.rank, findingInfo(info.finding).id.data(), line.text());
}

} // namespace

void reportError(Recording &call, Error error, const ErrorFacts &facts) {
  {
    Writing writing(call.thread());
    const ErrorPayload payload = {static_cast<uint32_t>(error),
                                  facts.other,
                                  facts.target,
                                  0,
                                  facts.begin,
                                  facts.end,
                                  facts.limit};
    if (writing)
      call.journal().appendTexts(RecordType::Error, facts.window, call.begin(), payload,
                                 {facts.detail});
  }
  tell(call, error, facts);
  if (options().errors == Errors::abort)
    PMPI_Abort(MPI_COMM_WORLD, 1);
}

} // namespace fencepost::runtime
