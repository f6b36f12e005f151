//===- Environment.cpp - MPI_Init, MPI_Finalize, MPI_Abort ----------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/errors/Synchronization.h"
#include "runtime/process/Finish.h"
#include "runtime/process/SelfAttributes.h"
#include "runtime/process/Start.h"

using namespace fencepost;
using namespace fencepost::runtime;

extern "C" {

int MPI_Init(int *argc, char ***argv) {
  checkLibrary();
  Recording call(Call::Init, FENCEPOST_FRAME);
  const int result = PMPI_Init(argc, argv);
  if (result == MPI_SUCCESS)
    startRun(call);
  return result;
}

int MPI_Init_thread(int *argc, char ***argv, int required, int *provided) {
  checkLibrary();
  Recording call(Call::Init_thread, FENCEPOST_FRAME);
  const int result = PMPI_Init_thread(argc, argv, required, provided);
  if (result == MPI_SUCCESS)
    startRun(call);
  return result;
}

int MPI_Finalize() {
  deleteSelfAttributes();
  Recording call(Call::Finalize, FENCEPOST_FRAME);
  if (call.isOutermost()) {
    checkEnd(call);
    finishRun(call);
  }
  return PMPI_Finalize();
}

int MPI_Abort(MPI_Comm comm, int code) {
  // Does not return: an enter without a leave.
  Recording call(Call::Abort, FENCEPOST_FRAME);
  return PMPI_Abort(comm, code);
}

} // extern "C"
