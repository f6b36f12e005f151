//===- Prediction.h - what a change would make of the run -------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_RESULTS_PREDICTION_H
#define FENCEPOST_ANALYZER_RESULTS_PREDICTION_H

#include <cstdint>
#include <string>
#include <vector>

namespace fencepost::analyzer {

struct Prediction {
  std::string change;                   // as the user wrote it
  uint64_t calls;                       // that it concerns
  double recorded;                      // seconds of the run
  double replayed;                      // of the replay without the change
  double predicted;                     // and with it
  std::vector<std::string> assumptions; // sentences
};

} // namespace fencepost::analyzer

#endif // FENCEPOST_ANALYZER_RESULTS_PREDICTION_H
