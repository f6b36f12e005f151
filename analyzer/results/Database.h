//===- Database.h - writes the SQLite file -------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_RESULTS_DATABASE_H
#define FENCEPOST_ANALYZER_RESULTS_DATABASE_H

#include "analyzer/results/Report.h"

namespace fencepost::analyzer {

/// Writes beside the file first, so that it is either the old one or whole. Throws TraceError when
/// it cannot be written.
void writeDatabase(const std::string &file, const Report &report, const Definitions &definitions);

} // namespace fencepost::analyzer

#endif // FENCEPOST_ANALYZER_RESULTS_DATABASE_H
