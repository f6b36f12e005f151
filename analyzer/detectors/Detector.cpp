//===- Detector.cpp - all detectors ---------------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/detectors/Detector.h"

#include "analyzer/causes/Causes.h"

namespace fencepost::analyzer {

std::vector<std::unique_ptr<Detector>> makeDetectors() {
  std::vector<std::unique_ptr<Detector>> detectors;
  detectors.push_back(makeCounters());
#define DETECTOR(make, id) detectors.push_back(make());
#include "analyzer/detectors/detectors.def"
  detectors.push_back(std::make_unique<Causes>()); // of what the others found
  return detectors;
}

} // namespace fencepost::analyzer
