//===- SuddenEnd.h - programs that end without more MPI -------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_RUNTIME_PROCESS_SUDDENEND_H
#define FENCEPOST_RUNTIME_PROCESS_SUDDENEND_H

namespace fencepost::runtime {

/// From now on a signal that ends the program is preceded by what its thread has accessed since
/// its last record. Once the MPI library has its own handlers: they are called afterwards.
void expectSuddenEnd();

} // namespace fencepost::runtime

#endif // FENCEPOST_RUNTIME_PROCESS_SUDDENEND_H
