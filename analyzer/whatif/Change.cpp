//===- Change.cpp - a change that a run is replayed with ------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/whatif/Change.h"

#include "analyzer/trace/Reader.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace fencepost::analyzer {

namespace {

struct Row {
  std::string_view name;
  ChangeKind kind;
  bool factor;   // `=FACTOR` comes after the place
  bool anywhere; // the place may be left out
};

constexpr Row kRows[] = {
    {"scale", ChangeKind::Scale, true, false},
    {"no-barrier", ChangeKind::NoBarrier, false, false},
    {"balance", ChangeKind::Balance, false, true},
    {"pscw", ChangeKind::Pscw, false, false},
    {"shared", ChangeKind::Shared, false, false},
    {"early-post", ChangeKind::EarlyPost, false, false},
    {"late-wait", ChangeKind::LateWait, false, false},
};

[[noreturn]] void fail(const std::string &text, const std::string &why) {
  throw TraceError("--what-if=" + text + ": " + why);
}

std::string formOf(const Row &row) {
  return std::string(row.name) + (row.anywhere ? "[:PLACE]" : ":PLACE") +
         (row.factor ? "=FACTOR" : "");
}

std::string knownForms() {
  std::string forms;
  for (const Row &row : kRows)
    forms += (forms.empty() ? "" : ", ") + formOf(row);
  return forms;
}

/// The whole text as a number, or nothing.
template <typename Number> std::optional<Number> numberIn(std::string_view text) {
  Number number;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size())
    return std::nullopt;
  return number;
}

Place placeIn(const std::string &text, std::string_view place) {
  std::size_t colon = place.rfind(':');
  // Names of functions have "::" in them.
  if (colon == std::string_view::npos || (colon > 0 && place[colon - 1] == ':'))
    return {.line = {}, .function = std::string(place)};
  std::optional<SourceLine> line = parseSourceLine(place);
  if (!line)
    fail(text, "'" + std::string(place) + "' is neither FILE:LINE nor a function's name");
  return {.line = line, .function = {}};
}

} // namespace

Change parseChange(const std::string &text) {
  std::string_view rest = text;
  std::string_view name = rest.substr(0, rest.find(':'));
  auto row = std::find_if(std::begin(kRows), std::end(kRows),
                          [&](const Row &known) { return known.name == name; });
  if (row == std::end(kRows))
    fail(text,
         "no change that is known: " + knownForms() + "; PLACE is FILE:LINE or a function's name");
  Change change{.kind = row->kind, .place = {}, .factor = 1, .text = text};
  rest.remove_prefix(std::min(name.size() + 1, rest.size()));
  if (row->factor) {
    std::size_t equals = rest.rfind('=');
    std::optional<double> factor =
        equals == std::string_view::npos ? std::nullopt : numberIn<double>(rest.substr(equals + 1));
    if (!factor || !std::isfinite(*factor) || *factor < 0 || *factor > 1e6)
      fail(text, "a factor from 0 to 1000000 is missing: " + formOf(*row));
    change.factor = *factor;
    rest = rest.substr(0, equals);
  }
  if (!rest.empty())
    change.place = placeIn(text, rest);
  else if (!row->anywhere || name.size() != text.size())
    fail(text, "a place is missing: " + formOf(*row) + "; PLACE is FILE:LINE or a function's name");
  return change;
}

bool PathsThrough::isThere(const Context &frame) const {
  return place.line ? place.line->is(frame.directory, frame.file, frame.line)
                    : definitions.regions[frame.region].name == place.function;
}

bool PathsThrough::operator()(uint32_t context) {
  if (place.function.empty() && !place.line)
    return true;
  if (context == kNone)
    return false;
  if (context >= known.size())
    known.resize(context + 1, Known::No);
  if (known[context] == Known::No) {
    std::vector<uint32_t> frames = definitions.path(context);
    bool through = std::any_of(frames.begin(), frames.end(), [&](uint32_t frame) {
      return isThere(definitions.contexts[frame]);
    });
    known[context] = through ? Known::Through : Known::Past;
  }
  return known[context] == Known::Through;
}

} // namespace fencepost::analyzer
