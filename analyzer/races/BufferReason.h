//===- BufferReason.h - why the use of a buffer is a race -----------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_RACES_BUFFERREASON_H
#define FENCEPOST_ANALYZER_RACES_BUFFERREASON_H

#include "analyzer/races/Reason.h"

namespace fencepost::analyzer::races {

/// explain() for origin buffers; the texts begin small.
Reason explainBuffer(const Definitions &definitions, const Memory &memory, const Accessor &earlier,
                     const Accessor &later);

} // namespace fencepost::analyzer::races

#endif // FENCEPOST_ANALYZER_RACES_BUFFERREASON_H
