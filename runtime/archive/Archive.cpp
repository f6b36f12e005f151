//===- Archive.cpp - the collective end of a run ----------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/archive/Archive.h"

namespace fencepost::archive {

bool writeArchive(const char *, MPI_Comm) { return false; }

} // namespace fencepost::archive
