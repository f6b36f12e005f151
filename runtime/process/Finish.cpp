//===- Finish.cpp - from the last record to the archive -------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/process/Finish.h"

#include "runtime/access/Flush.h"
#include "runtime/access/Shadow.h"
#include "runtime/archive/Archive.h"
#include "runtime/base/Message.h"
#include "runtime/mpi/CollectiveRecords.h"
#include "runtime/mpi/Communicators.h"
#include "runtime/process/Clock.h"
#include "runtime/process/ClockOffset.h"
#include "runtime/process/Notes.h"
#include "runtime/process/Options.h"
#include "runtime/process/Process.h"
#include "runtime/process/Start.h"
#include "runtime/threads/Unfollowed.h"

namespace fencepost::runtime {

namespace {

void closeThread(Thread &thread) {
  flushSegment(thread, now());
  if (&thread == threadLocal.thread)
    thread.journal.append(RecordType::ProgramEnd, 0, now());
  thread.journal.close();
}

/// The program's MPI functions are those of the library: the runtime was loaded behind it, with an
/// instrumented library of a program that is none, or after MPI_Init.
void sayWhenPassedBy() {
  int initialized = 0;
  if (!process.sawInit)
    PMPI_Initialized(&initialized);
  if (initialized && isFirstRank())
    message("nothing was recorded: MPI was initialized without the runtime, which was loaded after "
            "the MPI library. Link the program itself with fencepost-cc, not its libraries alone");
}

/// A program that ends without MPI_Finalize: its last segment is written, the journals stay.
[[gnu::destructor]] void endOfProgram() {
  sayWhenPassedBy();
  Thread *thread = threadLocal.thread;
  if (!thread || !process.recording)
    return;
  Writing writing(*thread);
  if (writing)
    flushSegment(*thread, now());
}

} // namespace

void finishRun(Recording &call) {
  PMPI_Barrier(privateWorld());
  call.succeeded(MPI_SUCCESS);
  recordCollectiveBegin(call, kWorldId, collectiveOf(OTF2_COLLECTIVE_OP_DESTROY_HANDLE));
  recordCollectiveEnd(call, kWorldId, collectiveOf(OTF2_COLLECTIVE_OP_DESTROY_HANDLE));
  call.leave();
  {
    Writing writing(call.thread());
    recordClockOffset(call.journal(), privateWorld());
    if (writing) {
      writeNotes(call.thread());
      noteUnfollowedLibraries(call.thread());
    }
  }
  process.tracking = false;
  clearShadow();
  quiesceThreads(closeThread);
  archive::writeArchive(process.traceDirectory, privateWorld());
}

} // namespace fencepost::runtime
