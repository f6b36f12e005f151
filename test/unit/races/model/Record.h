//===- Record.h - the trace of a program ----------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the reader would give for the archive of the run: the records of
// docs/trace-format.md are handed to the same EventBuilder.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_TEST_UNIT_RACES_MODEL_RECORD_H
#define FENCEPOST_TEST_UNIT_RACES_MODEL_RECORD_H

#include "Program.h"

#include "analyzer/trace/Reader.h"

namespace racemodel {

/// With the locations of one of the analyzer's processes. The context of a call is its site.
fencepost::analyzer::Trace record(const Program &program, int process, int processes);

} // namespace racemodel

#endif // FENCEPOST_TEST_UNIT_RACES_MODEL_RECORD_H
