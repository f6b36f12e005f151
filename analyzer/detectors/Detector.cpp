//===- Detector.cpp - all detectors ---------------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/detectors/Detector.h"
#include "analyzer/detectors/Matched.h"

#include "analyzer/causes/Causes.h"

namespace fencepost::analyzer {

namespace {

/// Looks at each phase before all others.
class Matching : public Detector {
public:
  explicit Matching(std::shared_ptr<Matched> matched) : matched(std::move(matched)) {}
  void look(const Analysis &phase) override { matched->look(phase); }
  void report(Analysis &) override {}

private:
  std::shared_ptr<Matched> matched;
};

} // namespace

std::vector<std::unique_ptr<Detector>> makeDetectors() {
  std::vector<std::unique_ptr<Detector>> detectors;
  auto matched = std::make_shared<Matched>();
  detectors.push_back(std::make_unique<Matching>(matched));
  detectors.push_back(makeCounters());
  detectors.push_back(makeMessages());
  detectors.push_back(makeCollectives());
#define DETECTOR(make, id) detectors.push_back(make(matched));
#include "analyzer/detectors/detectors.def"
  detectors.push_back(std::make_unique<Causes>()); // of what the others found
  return detectors;
}

} // namespace fencepost::analyzer
