//===- Entries.h - functions that modules call without their names ----------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_RUNTIME_PROCESS_ENTRIES_H
#define FENCEPOST_RUNTIME_PROCESS_ENTRIES_H

#include "model/Abi.h"

namespace fencepost::runtime {

/// What a module calls from here on, whose code has such vectors.
Entries entries(Vectors vectors);

} // namespace fencepost::runtime

#endif // FENCEPOST_RUNTIME_PROCESS_ENTRIES_H
