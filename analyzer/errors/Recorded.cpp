//===- Recorded.cpp - tells the errors that the runtime saw ----------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/errors/Errors.h"

#include "analyzer/errors/Call.h"
#include "model/Errors.h"

#include <unordered_map>

namespace fencepost::analyzer {

namespace {

/// The errors by the String that names them.
std::unordered_map<std::string, const ErrorInfo *> errorsByName() {
  std::unordered_map<std::string, const ErrorInfo *> errors;
  for (const ErrorInfo &error : kErrors)
    errors[errorName<std::string>(error)] = &error;
  return errors;
}

class Teller {
public:
  Teller(const Definitions &definitions, const LocationTrace &location, const ErrorInfo &info,
         const ErrorSeen &seen)
      : definitions_(definitions), location_(location), info_(info), seen_(seen) {}

  FoundInstance tell() const {
    FoundInstance found{.id = info_.finding};
    const uint32_t subject = info_.isAboutOther() ? seen_.other : seen_.context;
    found.message = definitions_.describe(subject) + ": " + sentence(info_.what);
    found.why = sentence(info_.why);
    found.advice = sentence(info_.advice);
    PlaceOfFinding call = place("access", seen_.context);
    if (seen_.target != kNone && seen_.window != kNone)
      call.target = definitions_.worldRank(definitions_.windows[seen_.window].comm, seen_.target,
                                           location_.rank);
    if (info_.finding == FindingId::OutOfWindow)
      call.rangeBegin = seen_.begin, call.rangeEnd = seen_.end;
    found.places = {call};
    if (seen_.other != kNone)
      found.places.push_back(place(std::string(info_.otherRole), seen_.other));
    if (info_.isAboutOther()) {
      std::swap(found.places.front(), found.places.back());
      found.places.front().role = "access";
      found.places.back().role = "end";
    }
    found.ranks = {location_.rank};
    return found;
  }

private:
  PlaceOfFinding place(std::string role, uint32_t context) const {
    return placeOf(definitions_, std::move(role), {location_.rank, location_.thread, context});
  }

  std::string sentence(std::string_view pattern) const {
    std::string text;
    forEachPiece(
        pattern, [&](std::string_view piece) { text += piece; },
        [&](std::string_view field) { text += value(field); });
    return text;
  }

  std::string value(std::string_view field) const {
    if (field == "call")
      return definitions_.site(seen_.context).call;
    if (field == "window")
      return definitions_.describeWindow(seen_.context, seen_.window);
    if (field == "target")
      return "rank " + std::to_string(static_cast<int32_t>(seen_.target));
    if (field == "other")
      return definitions_.describe(seen_.other);
    if (field == "begin")
      return std::to_string(seen_.begin);
    if (field == "last")
      return std::to_string(seen_.end - 1);
    if (field == "end")
      return std::to_string(seen_.end);
    if (field == "limit")
      return std::to_string(seen_.limit);
    return definitions_.strings[seen_.detail];
  }

  const Definitions &definitions_;
  const LocationTrace &location_;
  const ErrorInfo &info_;
  const ErrorSeen &seen_;
};

class RecordedErrors : public Detector {
public:
  void look(const Analysis &phase) override {
    const Definitions &definitions = phase.definitions();
    for (const LocationTrace &location : phase.trace.locations)
      for (const ErrorSeen &seen : location.errors)
        if (auto found = errors_.find(definitions.strings[seen.name]); found != errors_.end())
          phase.results.add(Teller(definitions, location, *found->second, seen).tell());
  }

  void report(Analysis &) override {}

private:
  std::unordered_map<std::string, const ErrorInfo *> errors_ = errorsByName();
};

} // namespace

std::unique_ptr<Detector> makeRecordedErrors() { return std::make_unique<RecordedErrors>(); }

} // namespace fencepost::analyzer
