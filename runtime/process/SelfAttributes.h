//===- SelfAttributes.h - what is to be done when MPI is finalized ---------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MPI_Finalize begins with deleting the attributes of MPI_COMM_SELF, the last first (MPI 4.1,
// 11.2.4). Libraries close their windows in the functions that are called then, so that this
// comes before the end of the recording.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_RUNTIME_PROCESS_SELFATTRIBUTES_H
#define FENCEPOST_RUNTIME_PROCESS_SELFATTRIBUTES_H

namespace fencepost::runtime {

/// The program has set that attribute of MPI_COMM_SELF, or deleted it.
void noteSelfAttribute(int keyval);
void forgetSelfAttribute(int keyval);

/// As MPI_Finalize begins.
void deleteSelfAttributes();

} // namespace fencepost::runtime

#endif // FENCEPOST_RUNTIME_PROCESS_SELFATTRIBUTES_H
