//===- TextPredictions.cpp - what changes would save, as text -------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "report/Table.h"
#include "report/TextParts.h"
#include "report/Writing.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace fencepost::driver {

namespace {

bool contains(const std::vector<std::string> &texts, const std::string &text) {
  return std::find(texts.begin(), texts.end(), text) != texts.end();
}

/// Those that each of several predictions makes: they are told once.
std::vector<std::string> sharedAssumptions(const Results &results) {
  if (results.predictions.size() < 2)
    return {};
  std::vector<std::string> shared = results.predictions.front().assumptions;
  for (const Prediction &row : results.predictions)
    std::erase_if(shared,
                  [&](const std::string &text) { return !contains(row.assumptions, text); });
  return shared;
}

} // namespace

std::string textPredictions(const Results &results, const TextStyle &style) {
  if (results.predictions.empty())
    return "";
  using enum Table::Align;
  Table table({Left, Right, Right, Right, Right, Right});
  table.row({"change", "recorded", "replayed", "with it", "saved", "of the run"});
  for (const Prediction &row : results.predictions)
    table.row({printable(row.change), quantity(row.recorded, "s"), quantity(row.replayed, "s"),
               quantity(row.predicted, "s"),
               (row.saved() < 0 ? "-" : "") + quantity(std::fabs(row.saved()), "s"),
               (row.saved() < 0 ? "-" : "") + share(std::fabs(row.saved()), row.replayed)});
  std::string text = "\n" + inked(style, Ink::Strong, "What if") + "\n" + table.render(style);
  auto list = [&](const std::string &title, const std::vector<std::string> &sentences) {
    if (!sentences.empty())
      text += "  " + title + "\n";
    for (const std::string &sentence : sentences)
      text += "    - " + wrapped(sentence, style.width, 6, 6);
  };
  std::vector<std::string> all = sharedAssumptions(results);
  for (const Prediction &row : results.predictions) {
    std::vector<std::string> own = row.assumptions;
    std::erase_if(own, [&](const std::string &text) { return contains(all, text); });
    list(inked(style, Ink::Label, printable(row.change)) + " assumes:", own);
  }
  list("all assume:", all);
  return text;
}

} // namespace fencepost::driver
