//===- WhatIf.h - the run time that changes would give ----------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The run is replayed with a change applied, and the time it takes is compared
// with the time recorded (Wolf et al. 2010, trace-driven simulation). Computing
// is kept, calls keep what they took beyond waiting, waiting comes anew.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_WHATIF_WHATIF_H
#define FENCEPOST_ANALYZER_WHATIF_WHATIF_H

#include "analyzer/results/Prediction.h"
#include "analyzer/whatif/Change.h"
#include "analyzer/whatif/Records.h"

namespace fencepost::analyzer {

class WhatIf {
public:
  /// Throws TraceError.
  explicit WhatIf(const std::vector<std::string> &changes);

  /// Without changes nothing is kept.
  void look(const Analysis &phase);
  /// Brings together what was kept. Collective.
  void gather(MPI_Comm comm);
  /// One for each change; on process 0. Throws TraceError.
  std::vector<Prediction> predict(const Definitions &definitions);

private:
  std::vector<Change> changes;
  std::optional<Recorder> recorder; // if there are changes
  Records records;
};

} // namespace fencepost::analyzer

#endif // FENCEPOST_ANALYZER_WHATIF_WHATIF_H
