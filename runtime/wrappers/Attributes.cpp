//===- Attributes.cpp - MPI_Comm_set_attr, MPI_Comm_delete_attr ------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/process/Mpi.h"
#include "runtime/process/SelfAttributes.h"

using namespace fencepost::runtime;

static int noteSet(MPI_Comm comm, int keyval, int result) {
  if (comm == MPI_COMM_SELF && result == MPI_SUCCESS)
    noteSelfAttribute(keyval);
  return result;
}

static int noteDeleted(MPI_Comm comm, int keyval, int result) {
  if (comm == MPI_COMM_SELF && result == MPI_SUCCESS)
    forgetSelfAttribute(keyval);
  return result;
}

extern "C" {

int MPI_Comm_set_attr(MPI_Comm comm, int keyval, void *value) {
  return noteSet(comm, keyval, PMPI_Comm_set_attr(comm, keyval, value));
}

int MPI_Comm_delete_attr(MPI_Comm comm, int keyval) {
  return noteDeleted(comm, keyval, PMPI_Comm_delete_attr(comm, keyval));
}

int MPI_Attr_put(MPI_Comm comm, int keyval, void *value) {
  return noteSet(comm, keyval, PMPI_Comm_set_attr(comm, keyval, value));
}

int MPI_Attr_delete(MPI_Comm comm, int keyval) {
  return noteDeleted(comm, keyval, PMPI_Comm_delete_attr(comm, keyval));
}

} // extern "C"
